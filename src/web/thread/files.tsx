import { useState } from "react";
import { sentenceOf } from "../api/problem.ts";
import type { Artifact, Conversation } from "../api/types.ts";
import { toast } from "../shell/toasts.ts";
import { Icon } from "../ui/icon.tsx";
import { saveFile } from "../ui/save_file.ts";
import { bytesOf, sizeText } from "./file_bytes.ts";
import { PREVIEWED, Preview } from "./preview.tsx";

/** The files of a conversation. */
export function Files({
  conversation: { artifacts },
}: {
  conversation: Conversation;
}) {
  const [shown, setShown] = useState<Artifact>();
  if (artifacts.length === 0) return null;
  return (
    <section className="card mb-4 p-4" aria-label="Files">
      <h2 className="mb-2 font-semibold">Files</h2>
      <ul className="space-y-3">
        {artifacts.map((it) => (
          <li key={it.artifactId} id={it.artifactId}>
            <p className="flex gap-2 font-medium">
              <Icon name="file" />
              <bdi className="min-w-0">{it.name}</bdi>
            </p>
            <p className="hint mb-1">
              {it.uri === undefined ? sizeText(it.size) : "Kept elsewhere"}
              {" · from "}
              <bdi>{it.addedBy}</bdi>
            </p>
            <Actions file={it} onShow={() => setShown(it)} />
          </li>
        ))}
      </ul>
      {shown && <Preview file={shown} onClose={() => setShown(undefined)} />}
    </section>
  );
}

function Actions({ file, onShow }: { file: Artifact; onShow: () => void }) {
  if (file.uri !== undefined) {
    return (
      <a
        className="text-accent underline"
        href={file.uri}
        target="_blank"
        rel="noreferrer noopener"
      >
        {file.uri}
      </a>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      {PREVIEWED.includes(file.mimeType) && (
        <button
          type="button"
          className="btn text-sm"
          aria-label={`Show ${file.name}`}
          onClick={onShow}
        >
          Show
        </button>
      )}
      <button
        type="button"
        className="btn text-sm"
        aria-label={`Download ${file.name}`}
        onClick={() => download(file)}
      >
        Download
      </button>
    </div>
  );
}

async function download(file: Artifact): Promise<void> {
  try {
    const blob = await bytesOf(file, "application/octet-stream");
    saveFile(blob, file.name);
  } catch (error) {
    toast({ text: sentenceOf(error), isError: true });
  }
}
