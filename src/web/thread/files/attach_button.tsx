import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sentenceOf } from "../../api/problem.ts";
import { KEYS } from "../../api/queries.ts";
import { upload } from "../../api/upload.ts";
import { toast } from "../../shell/toasts.ts";
import { FilePicker } from "./file_picker.tsx";
import type { Going } from "./upload_progress.tsx";
import { UploadProgress } from "./upload_progress.tsx";

/** Adds files to a draft at once and shows how far they are: nobody else has it yet. */
export function AttachButton({ idOf }: { idOf: () => Promise<string> }) {
  const client = useQueryClient();
  const [going, setGoing] = useState<Going>();
  async function add(files: readonly File[]) {
    const conversationId = await idOf();
    for (const file of files) {
      setGoing({ name: file.name, part: 0 });
      try {
        await upload(conversationId, {
          file,
          onProgress: (part) => setGoing({ name: file.name, part }),
        });
      } catch (error) {
        toast({ text: `${file.name}: ${sentenceOf(error)}`, isError: true });
      }
    }
    setGoing(undefined);
    await client.invalidateQueries({
      queryKey: KEYS.conversation(conversationId),
    });
  }
  return (
    <>
      <FilePicker
        onChosen={(files) =>
          void add(files).catch((error) =>
            toast({ text: sentenceOf(error), isError: true }),
          )
        }
      />
      {going && <UploadProgress {...going} />}
    </>
  );
}
