import { Type } from "typebox";
import type { CommandCall } from "../access/context.ts";
import { defineCommand, MEMBER } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { ConversationId, closed, string } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { recordEvent } from "../conversations/acts/store/change.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import type { Conversation } from "../conversations/model/model.ts";
import { ConversationSeen } from "../conversations/model/schemas.ts";
import { withMessages } from "../conversations/model/tally.ts";
import { act } from "../conversations/read/projection/answer.ts";
import { ServiceError } from "../errors/errors.ts";

/** Removes a file from a draft; a file that was sent cannot be removed. */
export const removeArtifact = defineCommand({
  ...CALLABLE.removeFile,
  description:
    "Remove a file from a draft you wrote. Files of submitted conversations can't be removed.",
  access: MEMBER,
  input: closed({
    conversationId: ConversationId,
    artifactId: string("The file.", LIMITS.idCharsMax),
  }),
  output: closed({
    conversationId: string(
      "Id of the conversation; the same value is the A2A task id.",
    ),
    artifactId: string("Id of the file."),
    removed: Type.Literal(true, { description: "Always true." }),
    conversation: ConversationSeen,
  }),
  chains: ({ conversationId }) => [conversationId],
  run: async ({ conversationId, artifactId }, call) => {
    const { conversation } = await act(call, conversationId, {
      run: ({ call, next }) => ({ after: without(call, next, artifactId) }),
    });
    return {
      conversationId,
      artifactId,
      removed: true as const,
      conversation,
    };
  },
});

function without(
  call: CommandCall,
  draft: Conversation,
  artifactId: string,
): Conversation {
  if (draft.state !== "draft") {
    throw new ServiceError("not_a_draft", {
      detail: told`Cannot remove the file: only a draft can be changed.`,
    });
  }
  const artifacts = draft.artifacts.filter(({ id }) => id !== artifactId);
  if (artifacts.length === draft.artifacts.length) {
    throw new ServiceError("artifact_not_found", {
      detail: told`Cannot find this file in the draft.`,
    });
  }
  const artifactIds = artifacts.map(({ id }) => id);
  const messages = draft.messages.map((it) => ({ ...it, artifactIds }));
  const after = withMessages({ ...draft, artifacts }, messages);
  recordEvent(call, after, "artifact.removed", { refs: { artifactId } });
  return after;
}
