import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sentenceOf } from "../api/problem.ts";
import { KEYS } from "../api/queries.ts";
import { upload } from "../api/upload.ts";
import { toast } from "../shell/toasts.ts";
import type { Going } from "../thread/files/upload_progress.tsx";

/** Files being added to a draft. */
export interface Attach {
  readonly add: (files: readonly File[]) => void;
  /** The one being uploaded. */
  readonly going: Going | undefined;
}

/** Uploads files to a draft at once, with progress: nobody else can see it yet. */
export function useAttach(idOf: () => Promise<string>): Attach {
  const client = useQueryClient();
  const [going, setGoing] = useState<Going>();
  const fail = (error: unknown, name = "") =>
    toast({ text: `${name}${sentenceOf(error)}`, isError: true });
  async function send(files: readonly File[]) {
    const conversationId = await idOf();
    for (const file of files) {
      const onProgress = (part: number) => setGoing({ name: file.name, part });
      onProgress(0);
      try {
        await upload(conversationId, { file, onProgress });
      } catch (error) {
        fail(error, `${file.name}: `);
      }
    }
    setGoing(undefined);
    await client.invalidateQueries({
      queryKey: KEYS.conversation(conversationId),
    });
  }
  return {
    going,
    add: (files) => {
      if (files.length > 0) void send(files).catch(fail);
    },
  };
}

/** Handlers that take pasted or dropped files; text is pasted as usual. */
export function droppedTo({ add }: Attach) {
  const take = (
    event: { preventDefault(): void },
    files: FileList | undefined,
  ) => {
    if (!files?.length) return;
    event.preventDefault();
    add([...files]);
  };
  return {
    onPaste: (event: React.ClipboardEvent) =>
      take(event, event.clipboardData.files),
    onDrop: (event: React.DragEvent) => take(event, event.dataTransfer.files),
    // Without this, a browser opens a dropped file.
    onDragOver: (event: React.DragEvent) => event.preventDefault(),
  };
}
