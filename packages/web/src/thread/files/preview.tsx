import { useEffect, useState } from "react";
import { LIMITS } from "../../../../../src/core/base/limits.ts";
import { sentenceOf } from "../../api/problem.ts";
import { CodeBlock } from "../../ui/code_block.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Waiting } from "../../ui/notice.tsx";
import { t } from "../../ui/t.ts";
import type { ShownFile } from "./file_bytes.ts";
import { bytesOf, lendUrl } from "./file_bytes.ts";

/** The kinds of preview: none of these runs anything. */
type Kind = "picture" | "pdf" | "sound" | "text";

const KINDS: Readonly<Record<string, Kind>> = {
  "image/png": "picture",
  "image/jpeg": "picture",
  "image/gif": "picture",
  "image/webp": "picture",
  "image/avif": "picture",
  "application/pdf": "pdf",
  "audio/mpeg": "sound",
  "audio/mp4": "sound",
  "audio/aac": "sound",
  "audio/ogg": "sound",
  "audio/wav": "sound",
  "audio/webm": "sound",
  "audio/flac": "sound",
  "text/plain": "text",
  "text/markdown": "text",
  "text/csv": "text",
  "application/json": "text",
};

/** How a type of file is previewed; undefined if it is only saved. */
export function previewKind(mimeType: string): Kind | undefined {
  // Parameters, such as a charset, do not matter.
  return KINDS[mimeType.split(";")[0]?.trim().toLowerCase() ?? ""];
}

/** The content of a file, kept while it is shown. */
interface Read {
  readonly url?: string;
  readonly text?: string;
}

/** Shows a file over the page. */
export function Preview({
  file,
  onClose,
}: {
  file: ShownFile;
  onClose: () => void;
}) {
  const kind = previewKind(file.mimeType);
  const [read, setRead] = useState<Read>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    const fail = (reason: unknown) => setError(sentenceOf(reason));
    if (kind !== "text") return lendUrl(file, (url) => setRead({ url }), fail);
    let isOver = false;
    const show = async () => {
      const blob = await bytesOf(file, file.mimeType);
      const text = await blob.slice(0, LIMITS.textShownBytesMax).text();
      if (!isOver) setRead({ text });
    };
    show().catch(fail);
    return () => {
      isOver = true;
    };
  }, [file, kind]);
  return (
    <Dialog title={file.name} isOpen onClose={onClose}>
      {read ? (
        <Shown read={read} kind={kind} file={file} />
      ) : (
        <Waiting error={error} />
      )}
    </Dialog>
  );
}

function Shown({
  read: { url, text },
  kind,
  file: { name, size = 0 },
}: {
  read: Read;
  kind: Kind | undefined;
  file: ShownFile;
}) {
  if (kind === "pdf") {
    return <iframe src={url} title={name} className="h-[65vh] w-full" />;
  }
  if (kind === "sound") {
    return (
      // biome-ignore lint/a11y/useMediaCaption: others recorded it
      <audio src={url} controls aria-label={name} className="w-full" />
    );
  }
  if (kind === "picture") {
    return <img src={url} alt={name} className="mx-auto max-h-[65vh]" />;
  }
  return (
    <>
      <CodeBlock label={name} text={text ?? ""} />
      {size > LIMITS.textShownBytesMax && (
        <p className="hint mt-2">{t`This is only the beginning. Download the file to see the rest.`}</p>
      )}
    </>
  );
}
