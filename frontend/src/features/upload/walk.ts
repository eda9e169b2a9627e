import type { FileToSend } from "./queue";

/** Files that systems leave in folders and nobody means to add. */
const LITTER = /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini|__MACOSX\/.*|\._[^/]*)$/;

export function wanted(path: string): boolean {
  return !LITTER.test(path);
}

function readAll(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => {
    const found: FileSystemEntry[] = [];
    const more = () => {
      reader.readEntries((entries) => {
        if (entries.length === 0) {
          resolve(found);
          return;
        }
        found.push(...entries);
        more();
      }, reject);
    };
    more();
  });
}

async function walk(entry: FileSystemEntry, into: FileToSend[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    });
    const path = entry.fullPath.replace(/^\//, "");
    if (wanted(path)) into.push({ file, path: file.name });
    return;
  }
  for (const child of await readAll((entry as FileSystemDirectoryEntry).createReader())) await walk(child, into);
}

/** Every file of a drop, folders walked to the ground. Must be called inside the drop event. */
export async function filesOfDrop(transfer: DataTransfer): Promise<FileToSend[]> {
  const entries = [...transfer.items].filter((item) => item.kind === "file").map((item) => item.webkitGetAsEntry());
  const plain = [...transfer.files];
  const files: FileToSend[] = [];
  if (entries.some((entry) => entry !== null)) {
    for (const entry of entries) if (entry) await walk(entry, files);
    return files;
  }
  return plain.map((file) => ({ file, path: file.name }));
}

export function filesOfPicker(list: FileList): FileToSend[] {
  return [...list]
    .filter((file) => wanted(file.webkitRelativePath || file.name))
    .map((file) => ({ file, path: file.name }));
}
