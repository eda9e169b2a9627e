import type { FileToSend } from "./queue";

/** What was chosen, and how many files in folders were passed over. */
export interface Chosen {
  files: FileToSend[];
  passedOver: number;
}

const LITTER = new Set(["thumbs.db", "desktop.ini", "__macosx"]);

/** Whether a file in a chosen folder is meant to be added: not what is hidden, nor what systems leave there. As the command line has it. */
export function wanted(below: string): boolean {
  return !below.split("/").some((part) => part.startsWith(".") || LITTER.has(part.toLowerCase()));
}

/** The path below the folder that was chosen; empty for a file that was chosen itself. */
function belowChosen(path: string): string {
  return path.split("/").slice(1).join("/");
}

/** A file that was chosen itself is always meant. */
export function sorted(found: readonly { file: File; path: string }[]): Chosen {
  const files = found.filter(({ path }) => wanted(belowChosen(path)));
  return { files: files.map(({ file }) => ({ file, path: file.name })), passedOver: found.length - files.length };
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

async function walk(entry: FileSystemEntry, into: { file: File; path: string }[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    });
    into.push({ file, path: entry.fullPath.replace(/^\//, "") });
    return;
  }
  for (const child of await readAll((entry as FileSystemDirectoryEntry).createReader())) await walk(child, into);
}

/** Every file of a drop, folders walked to the ground. Must be called inside the drop event. */
export async function filesOfDrop(transfer: DataTransfer): Promise<Chosen> {
  const entries = [...transfer.items].filter((item) => item.kind === "file").map((item) => item.webkitGetAsEntry());
  const plain = [...transfer.files];
  const found: { file: File; path: string }[] = [];
  if (entries.some((entry) => entry !== null)) {
    for (const entry of entries) if (entry) await walk(entry, found);
    return sorted(found);
  }
  return sorted(plain.map((file) => ({ file, path: file.name })));
}

export function filesOfPicker(list: FileList): Chosen {
  return sorted([...list].map((file) => ({ file, path: file.webkitRelativePath || file.name })));
}
