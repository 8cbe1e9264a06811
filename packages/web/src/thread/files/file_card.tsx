import { sizeText } from "../../../../../src/core/base/text.ts";
import { Icon } from "../../ui/icon.tsx";
import { t } from "../../ui/t.ts";
import { FileActions } from "./file_actions.tsx";
import type { ShownFile } from "./file_bytes.ts";

/** A file: what it is called, how large it is, and how it is opened. */
export function FileCard({ file }: { file: ShownFile }) {
  return (
    <div className="inline-flex max-w-full flex-wrap items-center gap-x-2.5 gap-y-1 rounded-lg border border-line bg-card px-3 py-1.5 text-sm">
      <span className="flex min-w-0 items-center gap-2">
        <Icon name="file" />
        <bdi className="min-w-0 font-medium">{file.name}</bdi>
      </span>
      <span className="text-quiet text-xs">
        {file.size === undefined ? t`Stored elsewhere` : sizeText(file.size, t)}
      </span>
      <FileActions file={file} />
    </div>
  );
}
