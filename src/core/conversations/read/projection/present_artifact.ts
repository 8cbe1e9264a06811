import type { Static } from "typebox";
import type { QueryCall, Settings } from "../../../access/context.ts";
import { showTime } from "../../../base/time.ts";
import { participantAt } from "../../model/audience.ts";
import type { ArtifactSchema } from "../../model/content_schemas.ts";
import type { Artifact, Conversation, Participant } from "../../model/model.ts";
import { presentActorIn } from "../../model/shown/present_actor.ts";

/** A file, for its readers. */
export function presentArtifact(
  { settings, say }: Pick<QueryCall, "settings" | "say">,
  conversation: Conversation,
  { file, viewer }: { readonly file: Artifact; readonly viewer: Participant },
): Static<typeof ArtifactSchema> {
  return {
    artifactId: file.id,
    conversationId: conversation.id,
    name: file.name,
    mimeType: file.mimeType,
    ...whereabouts(settings, conversation, file),
    addedBy: participantAt(conversation, file.addedBy).address,
    ...(file.actor && {
      actor: presentActorIn(conversation, file.actor, viewer, say),
    }),
    createdAt: showTime(file.createdAt),
    ...(file.description !== null && { description: file.description }),
  };
}

/** Where a file is: ours to download, with facts about its bytes, or a given address. */
export function whereabouts(
  { baseUrl }: Pick<Settings, "baseUrl">,
  { id }: Pick<Conversation, "id">,
  file: Artifact,
) {
  const { uri, size, sha256 } = file;
  if (uri !== null) return { uri };
  const at = `${baseUrl}/v1/conversations/${id}/artifacts/${file.id}`;
  return { size, sha256, downloadUrl: at };
}
