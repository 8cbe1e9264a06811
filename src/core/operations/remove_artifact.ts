import { Type } from "typebox";
import { defineCommand, MEMBER } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { ConversationId, closed, described, string } from "../base/schemas.ts";
import { ConversationSchema } from "../conversations/model/schemas.ts";
import { presentTo } from "../conversations/projection/present_to.ts";
import { nextVersion, recordEvent } from "../conversations/store/change.ts";
import { loadForMember } from "../conversations/store/load.ts";
import { save } from "../conversations/store/save.ts";
import { ServiceError } from "../errors/errors.ts";

/** Takes a file out of a draft; what was sent stays as it was sent. */
export const removeArtifact = defineCommand({
  name: "remove_artifact",
  title: "Remove an artifact from a draft",
  description:
    "Take a file out of a draft that you wrote. A file of anything that was submitted cannot be removed.",
  access: MEMBER,
  scope: "drafts:write",
  input: closed({
    conversationId: ConversationId,
    artifactId: Type.String({
      description: "The file.",
      maxLength: LIMITS.idCharsMax,
    }),
  }),
  output: closed({
    conversationId: string(
      "Id of the conversation; the same value is the A2A task id.",
    ),
    artifactId: string("Id of the file."),
    removed: Type.Literal(true, { description: "Always true." }),
    conversation: described(
      ConversationSchema,
      "The conversation as you see it.",
    ),
  }),
  chains: ({ conversationId }) => [conversationId],
  async run({ conversationId, artifactId }, call) {
    const { conversation, viewerState } = await loadForMember(
      call,
      conversationId,
    );
    if (conversation.state !== "draft") {
      throw new ServiceError("not_a_draft", {
        detail: "Cannot remove the file: only a draft can be changed.",
      });
    }
    const file = conversation.artifacts.find(({ id }) => id === artifactId);
    if (!file) {
      throw new ServiceError("artifact_not_found", {
        detail: "Cannot find this file in the draft.",
      });
    }
    const next = nextVersion(call, conversation);
    const artifacts = next.artifacts.filter((it) => it !== file);
    const artifactIds = artifacts.map(({ id }) => id);
    const after = {
      ...next,
      artifacts,
      messages: next.messages.map((it) => ({ ...it, artifactIds })),
    };
    recordEvent(call, after, "artifact.removed", { refs: { artifactId } });
    save(call, conversation, after, { actor: viewerState.position });
    return {
      conversationId,
      artifactId,
      removed: true as const,
      conversation: await presentTo(call, after, viewerState),
    };
  },
});
