import { Type } from "typebox";
import { DECIDER_OR_GUEST, defineQuery } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import {
  ConversationId,
  closed,
  described,
  nullable,
} from "../base/schemas.ts";
import { ArtifactSchema } from "../conversations/model/content_schemas.ts";
import { loadFile } from "../conversations/read/projection/load_file.ts";

/** Reads one file of a conversation with its bytes. */
export const getArtifact = defineQuery({
  name: "get_artifact",
  title: "Download an artifact",
  description: "Read one file of a conversation; bytes is null for a uri.",
  access: DECIDER_OR_GUEST,
  scope: "conversations:read",
  input: closed({
    conversationId: ConversationId,
    artifactId: Type.String({ maxLength: LIMITS.idCharsMax }),
  }),
  output: closed({
    artifact: described(ArtifactSchema, "The file."),
    bytes: nullable(Type.Unsafe<Uint8Array>({})),
  }),
  takesTurns: true,
  async run({ conversationId, artifactId }, call) {
    const file = await loadFile(call, conversationId, artifactId);
    const bytes = await file.bytes();
    return { artifact: file.artifact, bytes: bytes ?? null };
  },
});
