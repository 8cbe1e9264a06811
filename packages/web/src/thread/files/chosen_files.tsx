import { sizeText } from "../../../../../src/core/base/text.ts";
import { onceKey } from "../../api/client.ts";
import { Icon } from "../../ui/icon.tsx";
import { t } from "../../ui/t.ts";

/** A file of a reply; it stays on this device until the reply is sent. */
export interface ChosenFile {
  readonly file: File;
  /** The same for every try to upload it. */
  readonly headers: Readonly<Record<string, string>>;
  /** Present once the service has it. */
  readonly artifactId?: string;
}

/** Takes the files that were chosen. */
export function chosenFiles(files: readonly File[]): readonly ChosenFile[] {
  return files.map((file) => ({ file, headers: onceKey() }));
}

/** The files of a reply, each with a button to remove it. */
export function ChosenFiles({
  files,
  onRemove,
}: {
  files: readonly ChosenFile[];
  /** Absent while they are being uploaded. */
  onRemove?: (file: ChosenFile) => void;
}) {
  if (files.length === 0) return null;
  return (
    <ul aria-label={t`Files to send`} className="mb-2 space-y-1">
      {files.map((it) => (
        <li
          key={it.headers["idempotency-key"]}
          className="flex items-center gap-2"
        >
          <bdi>{it.file.name}</bdi>{" "}
          <span className="hint shrink-0">
            {sizeText(it.file.size, t)}
            {it.artifactId !== undefined && ` · ${t`uploaded`}`}
          </span>
          {onRemove && it.artifactId === undefined && (
            <button
              type="button"
              className="btn btn-quiet min-h-9 px-2"
              aria-label={t`Remove ${it.file.name}`}
              onClick={() => onRemove(it)}
            >
              <Icon name="close" size={18} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
