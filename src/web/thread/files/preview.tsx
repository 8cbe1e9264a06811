import { useEffect, useState } from "react";
import { sentenceOf } from "../../api/problem.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Waiting } from "../../ui/notice.tsx";
import type { ShownFile } from "./file_bytes.ts";
import { bytesOf } from "./file_bytes.ts";

const PDF = "application/pdf";

/** What is shown here: pictures that cannot hold a script, and PDF in the browser's viewer. */
export const PREVIEWED: readonly string[] = [
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  PDF,
];

/** Shows a file over the page. */
export function Preview({
  file,
  onClose,
}: {
  file: ShownFile;
  onClose: () => void;
}) {
  const [url, setUrl] = useState<string>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
    let isOver = false;
    bytesOf(file, file.mimeType).then(
      (blob) => {
        if (isOver) return;
        made = URL.createObjectURL(blob);
        setUrl(made);
      },
      (reason) => setError(sentenceOf(reason)),
    );
    return () => {
      isOver = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [file]);
  return (
    <Dialog title={file.name} isOpen onClose={onClose}>
      {url === undefined ? (
        <Waiting error={error} />
      ) : file.mimeType === PDF ? (
        <iframe src={url} title={file.name} className="h-[65vh] w-full" />
      ) : (
        <img src={url} alt={file.name} className="mx-auto max-h-[65vh]" />
      )}
    </Dialog>
  );
}
