import { useConversation } from "../api/queries.ts";
import { AttachButton } from "../thread/attach_button.tsx";
import { sizeText } from "../thread/file_bytes.ts";

/** The files that go with a draft. */
export function DraftFiles({
  id,
  idOf,
}: {
  id: string | undefined;
  idOf: () => Promise<string>;
}) {
  const { data } = useConversation(id ?? "");
  return (
    <div className="mb-4">
      {data && data.artifacts.length > 0 && (
        <ul aria-label="Attached files" className="mb-2 space-y-1">
          {data.artifacts.map((it) => (
            <li key={it.artifactId}>
              <bdi>{it.name}</bdi>{" "}
              <span className="hint">{sizeText(it.size)}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <AttachButton idOf={idOf} onAdded={() => {}} />
      </div>
    </div>
  );
}
