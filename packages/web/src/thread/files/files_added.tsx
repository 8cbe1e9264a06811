import type { Artifact } from "../../api/types.ts";
import { rich } from "../../ui/rich.ts";
import { t } from "../../ui/t.ts";
import { Time } from "../../ui/time.tsx";
import { FileCard } from "./file_card.tsx";

/** Files added without a message, soon after each other. */
export function FilesAdded({ files }: { files: readonly Artifact[] }) {
  const [first] = files;
  if (!first) return null;
  const who = <bdi>{first.actor?.label ?? first.addedBy}</bdi>;
  return (
    <article
      aria-label={
        files.length === 1 ? t`File: ${first.name}` : t`${files.length} files`
      }
      className="mb-6 ms-10"
    >
      <p className="mb-1 text-quiet text-xs">
        {files.length === 1
          ? rich`${who} added a file`
          : rich`${who} added ${files.length} files`}{" "}
        · <Time at={first.createdAt} isShort />
      </p>
      <ul className="grid gap-2">
        {files.map((it) => (
          <li key={it.artifactId} id={it.artifactId}>
            <FileCard file={it} />
            {it.description && (
              <p className="hint mt-1">
                <bdi>{it.description}</bdi>
              </p>
            )}
          </li>
        ))}
      </ul>
    </article>
  );
}
