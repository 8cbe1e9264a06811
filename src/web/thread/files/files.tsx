import { sizeText } from "../../../core/base/text.ts";
import type { Conversation } from "../../api/types.ts";
import { Icon } from "../../ui/icon.tsx";
import { FileActions } from "./file_actions.tsx";

/** The files of a conversation. */
export function Files({
  conversation: { artifacts },
}: {
  conversation: Conversation;
}) {
  if (artifacts.length === 0) return null;
  return (
    <section className="card mb-4 p-4" aria-label="Files">
      <h2 className="mb-2 font-semibold">Files</h2>
      <ul className="space-y-3">
        {artifacts.map((it) => (
          <li key={it.artifactId} id={it.artifactId}>
            <p className="flex gap-2 font-medium">
              <Icon name="file" />
              <bdi className="min-w-0">{it.name}</bdi>
            </p>
            <p className="hint mb-1">
              {it.uri === undefined ? sizeText(it.size) : "Kept elsewhere"}
              {" · from "}
              <bdi>{it.addedBy}</bdi>
            </p>
            <FileActions file={it} />
          </li>
        ))}
      </ul>
    </section>
  );
}
