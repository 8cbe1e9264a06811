import type { CommandCall } from "../access/context.ts";
import { defineCommand, MEMBER } from "../access/operation.ts";
import { Word } from "../base/own_words.ts";
import { breathe } from "../base/pace.ts";
import { ConversationId, closed, described } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { askToAccept } from "../conversations/acts/checkpoints/ask_to_accept.ts";
import { mayNotAccept } from "../conversations/acts/checkpoints/may_accept.ts";
import { WAITING_FIELDS } from "../conversations/acts/checkpoints/waiting_answer.ts";
import { fileAction } from "../conversations/acts/decisions/rows/artifact.ts";
import { refusePrograms } from "../conversations/acts/thread/added_files.ts";
import type { NewFile } from "../conversations/acts/thread/artifacts.ts";
import {
  addArtifacts,
  readArtifact,
} from "../conversations/acts/thread/artifacts.ts";
import {
  blockersOf,
  refuseBlocked,
} from "../conversations/acts/thread/blocked_sender.ts";
import { refuseToAdd } from "../conversations/acts/thread/may_write.ts";
import { startedBy } from "../conversations/acts/thread/post.ts";
import type { Done } from "../conversations/model/acting.ts";
import { audienceOfFile, notified } from "../conversations/model/audience.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import { ArtifactSchema } from "../conversations/model/content_schemas.ts";
import { ArtifactFields } from "../conversations/model/inputs.ts";
import type {
  Conversation,
  Participant,
} from "../conversations/model/model.ts";
import { ConversationSeen, StateNow } from "../conversations/model/schemas.ts";
import { withMessages } from "../conversations/model/tally.ts";
import { act } from "../conversations/read/projection/answer.ts";
import { presentArtifact } from "../conversations/read/projection/present_artifact.ts";

/** Adds a file to a conversation. */
export const addArtifact = defineCommand({
  ...CALLABLE.addFile,
  description:
    "Add a file to a conversation, as base64 bytes or as an https uri, which is stored but never fetched. Attach it to a message with artifactIds in svc.send_message; an ordinary email address only gets it with that message. Programs are denied. A recipient's first artifact also accepts the request; if an agent may not accept, it waits for its person (waiting, approvalUrl).",
  access: MEMBER,
  input: closed({ conversationId: ConversationId, ...ArtifactFields }),
  output: closed({
    ...WAITING_FIELDS,
    artifactId: Word("id", "Id of the file."),
    artifact: described(ArtifactSchema, "The file."),
    state: StateNow,
    conversation: ConversationSeen,
  }),
  tool: {
    destructive: false,
    idempotent: false,
    openWorld: false,
    takesFile: true,
  },
  chains: ({ conversationId }) => [conversationId],
  async run({ conversationId, ...input }, call) {
    const answer = await act(call, conversationId, {
      async run({ call, before, next, me }) {
        const isDraft = before.state === "draft";
        const scope = isDraft ? "drafts:write" : "artifacts:write";
        const what = told`add a file`;
        refuseToAdd(call, before, scope, what);
        const blockers = await blockersOf(call, before, me);
        refuseBlocked(blockers, audienceOfFile(before, me), what);
        // Decoding a large file takes long, as do the steps around it.
        await breathe();
        const file = readArtifact(input);
        await breathe();
        if (!isDraft) refusePrograms(call, [file]);
        return shown(call, me, await addFile(call, next, me, file));
      },
    });
    const { conversationId: _known, ...rest } = answer;
    return rest;
  },
});

/** Adds the file as its owner sees it. */
function shown(call: CommandCall, viewer: Participant, done: Done) {
  const file = done.after.artifacts.at(-1);
  if (!file) throw new RangeError("An artifact was added");
  const artifact = presentArtifact(call, done.after, { file, viewer });
  return { ...done, artifactId: file.id, artifact };
}

/** Adds a file, or asks the person of an agent that may not accept by adding it. */
async function addFile(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
  file: NewFile,
): Promise<Done> {
  const { position } = me;
  const mustAsk = await mayNotAccept(call, conversation, me);
  const audience = mustAsk ? [position] : audienceOfFile(conversation, me);
  const adding = { position, audience };
  const filed = await addArtifacts(call, conversation, [file], adding);
  const added = filed.artifacts.at(-1);
  if (mustAsk && added) {
    const action = fileAction(filed, added);
    return { after: await askToAccept(call, filed, me, action) };
  }
  const after = attachToDraft(startedBy(call, filed, me));
  const isDraft = after.state === "draft";
  return { after, notify: isDraft ? [] : notified(after, position, audience) };
}

/** A file that is added to a draft is sent with its message. */
function attachToDraft(conversation: Conversation): Conversation {
  const [message] = conversation.messages;
  if (conversation.state !== "draft" || !message) return conversation;
  const artifactIds = conversation.artifacts.map((file) => file.id);
  return withMessages(conversation, [{ ...message, artifactIds }]);
}
