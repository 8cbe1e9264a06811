import { sizeText } from "../../core/base/text.ts";
import type { Changed } from "../api/changes.ts";
import { useChange } from "../api/changes.ts";
import { api } from "../api/client.ts";
import { useConversation } from "../api/queries.ts";
import { AttachButton } from "../thread/files/attach_button.tsx";
import { Icon } from "../ui/icon.tsx";

/** The files that go with a draft. */
export function DraftFiles({
  id,
  idOf,
}: {
  id: string | undefined;
  idOf: () => Promise<string>;
}) {
  const { data } = useConversation(id ?? "");
  const remove = useChange(
    (artifactId: string) =>
      api<Changed>(`/v1/conversations/${id}/artifacts/${artifactId}`, {
        method: "DELETE",
      }),
    { says: "The file is removed" },
  );
  return (
    <div className="mb-4">
      {data && data.artifacts.length > 0 && (
        <ul aria-label="Attached files" className="mb-2 space-y-1">
          {data.artifacts.map((it) => (
            <li key={it.artifactId} className="flex items-center gap-2">
              <bdi>{it.name}</bdi>{" "}
              <span className="hint">{sizeText(it.size)}</span>
              <button
                type="button"
                className="btn btn-quiet min-h-9 px-2"
                aria-label={`Remove ${it.name}`}
                onClick={() => remove.mutate(it.artifactId)}
              >
                <Icon name="close" size={18} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <AttachButton idOf={idOf} />
      </div>
    </div>
  );
}
