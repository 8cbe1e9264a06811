import { t } from "../../ui/t.ts";

/** The progress of an upload. */
export interface Going {
  readonly name: string;
  /** From 0 to 1. */
  readonly part: number;
}

/** Shows the progress of an upload. */
export function UploadProgress({ name, part }: Going) {
  return (
    <span className="flex items-center gap-2">
      <progress aria-label={t`Uploading ${name}`} max={1} value={part} />
      <span className="hint">{Math.round(part * 100)} %</span>
    </span>
  );
}
