import { phrase } from "../../../../base/words/say.ts";
import { reviewAccept, reviewApproved } from "../../../../review/review.ts";
import type { Action } from "../../../model/acts.ts";
import { audienceOfFile, notified } from "../../../model/audience.ts";
import type { Artifact, Conversation } from "../../../model/model.ts";
import { acceptFacts, wouldAccept } from "../../checkpoints/may_accept.ts";
import { resume } from "../../checkpoints/waiting.ts";
import { recordEvent } from "../../store/change.ts";
import { fileCommitment } from "../../store/covered.ts";
import { startedBy } from "../../thread/post.ts";
import { permitAccept } from "./accepting.ts";
import { close, dropChanged, IN_WORK } from "./deciding.ts";
import type { ActRow, Deciding } from "./row.ts";
import { keptWords, othersOf } from "./shared.ts";

/** A file accepts a request. */
export const ARTIFACT: ActRow<"artifact"> = {
  ...IN_WORK,
  facts: (subject) => ({
    files: fileOf(subject.conversation, subject.checkpoint.action),
    recipients: othersOf(subject),
    accepts: true,
    sends: true,
  }),
  approveTitle: phrase`Accept and add`,
  declineTitle: phrase`Don't add`,
  outcomes: (subject, say) => ({
    approve: say`You accept the request, and the others in the conversation see the file.${keptWords(subject, say)}`,
    decline: say`The file is deleted, and the agent reads your comment. The request stays open.`,
    silence: say`The file is deleted. The request stays open.`,
  }),
  happened: {
    approved: phrase`The request was accepted and the file added.`,
    declined: phrase`The file was deleted; the request stayed open.`,
    expired: phrase`No answer in time: the file was deleted, and the request stayed open.`,
    superseded: phrase`The file was deleted.`,
  },
  permit: permitAccept("artifacts:write"),
  approve,
  notify: ({ after, asked, checkpoint: { action } }) =>
    fileOf(after, action).flatMap(({ audience }) =>
      notified(after, asked.position, audience),
    ),
};

/** The exact addition of a file. */
export function fileAction(
  { id: conversationId }: Pick<Conversation, "id">,
  { id: artifactId, name, sha256: digest }: Artifact,
): Action<"artifact"> {
  return { act: "artifact", conversationId, artifactId, name, sha256: digest };
}

function fileOf(
  { artifacts }: Conversation,
  { artifactId }: Action<"artifact">,
): readonly Artifact[] {
  return artifacts.filter(({ id }) => id === artifactId);
}

/** Shows an approved file to those who may read it. */
async function approve(deciding: Deciding<"artifact">): Promise<Conversation> {
  const { call, conversation, checkpoint, asked } = deciding;
  const [file] = fileOf(conversation, checkpoint.action);
  const accepts = wouldAccept(conversation, asked);
  const verdict =
    file &&
    reviewApproved(reviewAccept, call, {
      waiting: checkpoint,
      action: fileAction(conversation, file),
      facts: await acceptFacts(call, conversation, accepts),
    });
  if (!file || !verdict?.grants) return dropChanged(deciding);
  const closed = close(deciding, "approved");
  const audience = audienceOfFile(closed, asked);
  recordEvent(call, closed, "artifact.shared", {
    actor: file.actor,
    refs: { artifactId: file.id },
    commitment: fileCommitment(file),
    audience,
  });
  const shown: Artifact = {
    ...file,
    audience,
    // Dated now: a file approved after the end of the hold earns nothing.
    createdAt: call.now,
    seq: (closed.artifacts.at(-1)?.seq ?? 0) + 1,
  };
  const others = closed.artifacts.filter((it) => it !== file);
  const shared = { ...closed, artifacts: [...others, shown] };
  const started = startedBy(call, shared, asked);
  return resume(call, started, "answer", "decided");
}
