import type { Artifact } from "../../api/types.ts";
import { rich } from "../../ui/rich.ts";
import { t } from "../../ui/t.ts";
import { Time } from "../../ui/time.tsx";
import { FileCard } from "./file_card.tsx";

/** A file that came by itself, without a message. */
export function FileAdded({ file }: { file: Artifact }) {
  return (
    <article
      id={file.artifactId}
      aria-label={t`File: ${file.name}`}
      className="mb-6 ms-10"
    >
      <p className="mb-1 text-quiet text-xs">
        {rich`${<bdi>{file.actor?.label ?? file.addedBy}</bdi>} added a file`} ·{" "}
        <Time at={file.createdAt} isShort />
      </p>
      <FileCard file={file} />
      {file.description && (
        <p className="hint mt-1">
          <bdi>{file.description}</bdi>
        </p>
      )}
    </article>
  );
}
