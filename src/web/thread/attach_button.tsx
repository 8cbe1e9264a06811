import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { sentenceOf } from "../api/problem.ts";
import { KEYS } from "../api/queries.ts";
import { upload } from "../api/upload.ts";
import { toast } from "../shell/toasts.ts";
import { Icon } from "../ui/icon.tsx";

/** Adds files to a conversation and shows how far they are. */
export function AttachButton({
  idOf,
  onAdded,
}: {
  /** The conversation; a draft may have to be made first. */
  idOf: () => Promise<string>;
  onAdded: (artifactId: string, name: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const [going, setGoing] = useState<{ name: string; part: number }>();
  async function add(files: readonly File[]) {
    const conversationId = await idOf();
    for (const file of files) {
      setGoing({ name: file.name, part: 0 });
      try {
        const artifact = await upload(conversationId, file, (part) =>
          setGoing({ name: file.name, part }),
        );
        onAdded(artifact.artifactId, artifact.name);
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
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files"
        onChange={async (event) => {
          const { files } = event.target;
          try {
            await add([...(files ?? [])]);
          } catch (error) {
            toast({ text: sentenceOf(error), isError: true });
          }
          if (input.current) input.current.value = "";
        }}
      />
      <button
        type="button"
        className="btn"
        onClick={() => input.current?.click()}
      >
        <Icon name="file" size={18} /> Attach files
      </button>
      {going && (
        <span className="flex items-center gap-2">
          <progress
            aria-label={`Uploading ${going.name}`}
            max={1}
            value={going.part}
          />
          <span className="hint">{Math.round(going.part * 100)} %</span>
        </span>
      )}
    </>
  );
}
