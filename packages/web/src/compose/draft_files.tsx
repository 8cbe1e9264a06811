import { sizeText } from "../../../../src/core/base/text.ts";
import { useChange } from "../api/changes.ts";
import { inbox } from "../api/client.ts";
import { useConversation } from "../api/queries.ts";
import type { Going } from "../thread/files/upload_progress.tsx";
import { UploadProgress } from "../thread/files/upload_progress.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/t.ts";

/** The files of a draft, and the one being uploaded. */
export function DraftFiles({
  id,
  going,
}: {
  id: string | undefined;
  going: Going | undefined;
}) {
  const { data } = useConversation(id ?? "");
  const remove = useChange(
    (artifactId: string) =>
      inbox.removeArtifact({ conversationId: id ?? "", artifactId }),
    { says: t`File removed` },
  );
  const files = data?.artifacts ?? [];
  if (files.length === 0 && !going) return null;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-faint border-t px-4 py-2">
      {files.length > 0 && (
        <ul aria-label={t`Attached files`} className="flex flex-wrap gap-2">
          {files.map((it) => (
            <li
              key={it.artifactId}
              className="flex items-center gap-2 rounded-lg border border-line pl-2.5 text-sm"
            >
              <Icon name="file" />
              <bdi className="font-medium">{it.name}</bdi>
              <span className="text-soft text-xs">
                {sizeText(it.size ?? 0, t)}
              </span>
              <button
                type="button"
                className="icon-btn"
                aria-label={t`Remove ${it.name}`}
                onClick={() => remove.mutate(it.artifactId)}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {going && <UploadProgress {...going} />}
    </div>
  );
}
