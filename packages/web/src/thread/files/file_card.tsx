import { sizeText } from "../../../../../src/core/base/text.ts";
import { Icon } from "../../ui/icon.tsx";
import { t } from "../../ui/t.ts";
import { FileActions } from "./file_actions.tsx";
import type { ShownFile } from "./file_bytes.ts";
import { hasThumbnail, Thumbnail } from "./thumbnail.tsx";

/** A file with its name, size and buttons; a picture is shown. */
export function FileCard({ file }: { file: ShownFile }) {
  const isPicture = hasThumbnail(file);
  return (
    <div
      className={`inline-flex max-w-full items-center gap-2.5 rounded-lg border border-line bg-card text-sm ${isPicture ? "py-1 pe-3 ps-1" : "px-3 py-1.5"}`}
    >
      {isPicture && <Thumbnail file={file} />}
      <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="flex min-w-0 items-center gap-2">
          {!isPicture && <Icon name="file" />}
          <bdi className="min-w-0 font-medium">{file.name}</bdi>
        </span>
        <span className="text-quiet text-xs">
          {file.size === undefined
            ? t`Stored elsewhere`
            : sizeText(file.size, t)}
        </span>
        <FileActions file={file} />
      </div>
    </div>
  );
}
