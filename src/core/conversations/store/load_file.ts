import type { QueryCall } from "../../access/context.ts";
import { ServiceError } from "../../errors/errors.ts";
import { canReadFile } from "../model/audience.ts";
import type { Artifact } from "../model/model.ts";
import { presentArtifact } from "../projection/present_artifact.ts";
import { loadForMember } from "./load.ts";
import { conversationStore } from "./store.ts";

/**
 * A file of a conversation as the caller may read it.
 * @throws conversation_not_found; artifact_not_found, also for one of others
 */
export async function loadFile(
  call: QueryCall,
  conversationId: string,
  artifactId: string,
) {
  const { conversation, me } = await loadForMember(call, conversationId);
  const stored = conversation.artifacts.find((it) => it.id === artifactId);
  if (!stored || !canReadFile(conversation, stored, me.position)) {
    throw new ServiceError("artifact_not_found", {
      detail: "Cannot find this artifact in the conversation.",
    });
  }
  const shown = { file: stored, viewer: me };
  return {
    stored: stored satisfies Artifact,
    artifact: presentArtifact(call.settings, conversation, shown),
    bytes: () => conversationStore(call.db).bytesOf(artifactId),
  };
}
