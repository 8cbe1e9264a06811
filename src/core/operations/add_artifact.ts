import { Type } from "typebox";
import { requireScope } from "../access.ts";
import { refusePrograms } from "../conversations/added_files.ts";
import { addArtifacts, readArtifact } from "../conversations/artifacts.ts";
import { audienceOfFile, notified } from "../conversations/audience.ts";
import { nextVersion } from "../conversations/change.ts";
import { ArtifactFields } from "../conversations/inputs.ts";
import {
  loadForMember,
  refuseClosed,
  refuseUnsent,
} from "../conversations/load.ts";
import { startedBy } from "../conversations/post.ts";
import { present } from "../conversations/present.ts";
import { save } from "../conversations/save.ts";
import { ArtifactSchema } from "../conversations/schemas.ts";
import { defineCommand, MEMBER } from "../operation.ts";
import { ConversationId, closed } from "../schemas.ts";

/** Adds a file to a conversation. */
export const addArtifact = defineCommand({
  name: "add_artifact",
  title: "Add an artifact",
  description:
    "Add a file to a conversation, as base64 bytes or as an https uri that is stored and never fetched. Use the artifactId in svc.send_message to point at it: an ordinary email address reads it with that message only. Programs are denied. A recipient's first artifact also accepts the request.",
  access: MEMBER,
  scopesFor: () => ["artifacts:write", "drafts:write"],
  input: closed({ conversationId: ConversationId, ...ArtifactFields }),
  output: closed({ artifactId: Type.String(), artifact: ArtifactSchema }),
  tool: { destructive: false, idempotent: false, openWorld: false },
  chains: ({ conversationId }) => [conversationId],
  async run({ conversationId, ...input }, call) {
    const { conversation, seat, me } = await loadForMember(
      call,
      conversationId,
    );
    const isDraft = conversation.state === "draft";
    const scope = isDraft ? "drafts:write" : "artifacts:write";
    requireScope(call.member, scope, "add an artifact");
    refuseClosed(call, conversation, "add an artifact");
    refuseUnsent(conversation, "add an artifact");
    const file = readArtifact(input);
    if (!isDraft) refusePrograms(call, [file]);
    const audience = audienceOfFile(conversation, me);
    const next = nextVersion(call, conversation);
    const filed = await addArtifacts(call, next, [file], {
      position: me.position,
      audience,
    });
    const after = attachToDraft(startedBy(call, filed, me));
    save(call, conversation, after, {
      actor: me.position,
      notify:
        after.state === "draft" ? [] : notified(after, me.position, audience),
    });
    const artifact = present(call.settings, after, seat).artifacts.at(-1);
    if (!artifact) throw new RangeError("An artifact was added");
    return { artifactId: artifact.artifactId, artifact };
  },
});

/** What is added to a draft goes with its message. */
function attachToDraft(
  conversation: Parameters<typeof save>[2],
): Parameters<typeof save>[2] {
  const [message] = conversation.messages;
  if (conversation.state !== "draft" || !message) return conversation;
  const artifactIds = conversation.artifacts.map((file) => file.id);
  return { ...conversation, messages: [{ ...message, artifactIds }] };
}
