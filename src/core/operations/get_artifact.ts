import { Type } from "typebox";
import { defineQuery, MEMBER_OR_GUEST } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { ConversationId, closed, nullable } from "../base/schemas.ts";
import { canReadFile } from "../conversations/model/audience.ts";
import { ArtifactSchema } from "../conversations/model/schemas.ts";
import { present } from "../conversations/projection/present.ts";
import { loadForMember } from "../conversations/store/load.ts";
import { conversationStore } from "../conversations/store/store.ts";
import { ServiceError } from "../errors/errors.ts";

/** Reads one file of a conversation with its bytes. */
export const getArtifact = defineQuery({
  name: "get_artifact",
  title: "Download an artifact",
  description: "Read one file of a conversation; bytes is null for a uri.",
  access: MEMBER_OR_GUEST,
  scope: "conversations:read",
  input: closed({
    conversationId: ConversationId,
    artifactId: Type.String({ maxLength: LIMITS.idCharsMax }),
  }),
  output: closed({
    artifact: ArtifactSchema,
    bytes: nullable(Type.Unsafe<Uint8Array>({})),
  }),
  takesTurns: true,
  async run({ conversationId, artifactId }, call) {
    const { conversation, viewerState } = await loadForMember(
      call,
      conversationId,
    );
    const stored = conversation.artifacts.find((it) => it.id === artifactId);
    const artifact = present(
      call.settings,
      conversation,
      viewerState,
    ).artifacts.find((it) => it.artifactId === artifactId);
    if (
      !stored ||
      !artifact ||
      !canReadFile(conversation, stored, viewerState.position)
    ) {
      throw new ServiceError("artifact_not_found", {
        detail: "Cannot find this artifact in the conversation.",
      });
    }
    const bytes = await conversationStore(call.db).bytesOf(artifactId);
    return { artifact, bytes: bytes ?? null };
  },
});
