import { useState } from "react";
import { sentenceOf } from "../../api/problem.ts";
import { toast } from "../../shell/toasts.ts";
import { saveFile } from "../../ui/save_file.ts";
import { t } from "../../ui/t.ts";
import type { ShownFile } from "./file_bytes.ts";
import { bytesOf } from "./file_bytes.ts";
import { Preview, previewKind } from "./preview.tsx";

/** Opens a file here if that is safe; otherwise saves it, or opens its external address. */
export function FileActions({ file }: { file: ShownFile }) {
  const [isShown, setShown] = useState(false);
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
    <div className="-my-1 flex flex-wrap">
      {previewKind(file.mimeType) && (
        <button
          type="button"
          className="btn btn-quiet px-2"
          aria-label={t`Show ${file.name}`}
          onClick={() => setShown(true)}
        >
          {t`Show`}
        </button>
      )}
      <button
        type="button"
        className="btn btn-quiet px-2"
        aria-label={t`Download ${file.name}`}
        onClick={() => download(file)}
      >
        {t`Download`}
      </button>
      {isShown && <Preview file={file} onClose={() => setShown(false)} />}
    </div>
  );
}

async function download(file: ShownFile): Promise<void> {
  try {
    const blob = await bytesOf(file, "application/octet-stream");
    saveFile(blob, file.name);
  } catch (error) {
    toast({ text: sentenceOf(error), isError: true });
  }
}
