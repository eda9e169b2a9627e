import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { collectionsQuery, sessionQuery } from "@/shared/api/session";
import { useCollectionName } from "@/shared/documents/useCollectionName";
import { onAsk } from "@/shared/lib/intents";
import { useStore } from "@/shared/lib/store";
import type { CollectionItem } from "@/shared/documents/roles";
import { useLive } from "@/shared/live/context";
import { toast } from "@/shared/ui/toast";
import { guideFiles } from "./guide";
import { overWith, overallOf, rowsOf } from "./progress";
import { type FileToSend, UploadQueue } from "./queue";
import { dismissDocuments, remember, rememberUnsent, remembered } from "./remembered";
import { Tray } from "./Tray";
import { sendFile } from "./transport";
import { useOtherVisits } from "./other-visits";
import { filesOfDrop, filesOfPicker } from "./walk";

const queue = new UploadQueue(sendFile);

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

/** Adds files from anywhere: dropped on the window, picked, or a whole folder. */
export function UploadLayer({ collection, readOnly }: { collection: string | undefined; readOnly: CollectionItem | null }) {
  const { t } = useTranslation();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const target = useRef(collection);
  const { data: collections } = useQuery(collectionsQuery);
  const person = useQuery(sessionQuery).data?.user?.username;
  const [dragging, setDragging] = useState(false);
  const items = useStore(queue.items);
  const live = useLive();

  const nameOf = useCollectionName();
  const refused = readOnly ? t("upload.readOnly", { collection: nameOf(readOnly) }) : "";
  const add = useCallback((chosen: readonly FileToSend[], passedOver = 0) => {
    if (passedOver > 0) toast(t("upload.passedOver", { count: passedOver }));
    if (chosen.length === 0) return;
    if (refused) {
      toast(refused);
      return;
    }
    const before = rowsOf(queue.items.get(), live.state.get().documents);
    if (overallOf(before).finished) queue.beginAnew(overWith(before));
    queue.add(chosen, target.current);
  }, [live, refused, t]);

  useEffect(() => {
    queue.onAnswer = ({ outcome, status }) => {
      if (outcome !== "skipped") live.learn(status, outcome === "revised");
    };
  }, [live]);

  useEffect(() => {
    target.current = collection;
  }, [collection]);

  useEffect(() => {
    queue.onDismiss = dismissDocuments;
  }, []);
  useOtherVisits(queue, person);

  useEffect(() => {
    const kept = remembered();
    if (kept.length > 0 && queue.items.get().length === 0) queue.restore(kept);
  }, []);

  useEffect(() => {
    // Noted when the page is left: while files travel the queue changes many times a second.
    const note = () => {
      remember(
        queue.items.get().flatMap((item) => (item.phase === "sent" && item.documentId !== null && !item.away ? [{ id: item.documentId, name: item.name, size: item.size }] : [])),
      );
    };
    const leave = () => {
      note();
      if (person !== undefined) rememberUnsent(person, queue.unsent());
    };
    window.addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", note);
    return () => {
      window.removeEventListener("pagehide", leave);
      document.removeEventListener("visibilitychange", note);
    };
  }, [person]);

  useEffect(() => {
    if (!queue.busy()) return;
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => {
      window.removeEventListener("beforeunload", warn);
    };
  }, [items]);

  useEffect(() => {
    const pickWith = (input: HTMLInputElement | null) => {
      if (refused) toast(refused);
      else input?.click();
    };
    const chosen = onAsk("choose-files", () => { pickWith(files.current); });
    const folderChosen = onAsk("choose-folder", () => { pickWith(folder.current); });
    const guide = onAsk("add-guide", () => {
      void guideFiles().then((guides) => {
        add(guides);
      });
    });
    return () => {
      chosen();
      folderChosen();
      guide();
    };
  }, [add, refused]);

  useEffect(() => {
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth += 1;
      setDragging(true);
    };
    const leave = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setDragging(false);
    };
    const over = (event: DragEvent) => {
      if (carriesFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      depth = 0;
      setDragging(false);
      void filesOfDrop(event.dataTransfer).then(({ files: dropped, passedOver }) => {
        add(dropped, passedOver);
      });
    };
    window.addEventListener("dragenter", enter);
    window.addEventListener("dragleave", leave);
    window.addEventListener("dragover", over);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragenter", enter);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("dragover", over);
      window.removeEventListener("drop", drop);
    };
  }, [add]);

  const pick = (input: HTMLInputElement) => {
    if (input.files) {
      const { files: picked, passedOver } = filesOfPicker(input.files);
      add(picked, passedOver);
    }
    input.value = "";
  };
  // without a chosen one the server takes them into the collection that everybody begins with
  const into = collections?.find((each) => String(each.id) === collection);
  const name = into ? nameOf(into) : t("defaultCollection");

  return (
    <>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={t("upload.files")}
        onChange={(event) => {
          pick(event.currentTarget);
        }}
      />
      <input
        ref={(input) => {
          folder.current = input;
          input?.setAttribute("webkitdirectory", "");
        }}
        type="file"
        hidden
        aria-label={t("upload.folder")}
        onChange={(event) => {
          pick(event.currentTarget);
        }}
      />
      {dragging ? (
        <div className="drop-frame">
          <p>{refused || t("upload.dropHere", { collection: name })}</p>
        </div>
      ) : null}
      <Tray queue={queue} />
    </>
  );
}
