import type { CommandCall, QueryCall } from "../../access/context.ts";
import { ServiceError } from "../../errors/errors.ts";
import { approveSubmit, declineSubmit } from "../drafts/approve_submit.ts";
import type { Act } from "../model/acts.ts";
import { notified } from "../model/audience.ts";
import type { Checkpoint, Conversation, Participant } from "../model/model.ts";
import { SENDER } from "../model/model.ts";
import { checkpointTo } from "../projection/present_to.ts";
import { approveCancel, dropCancel } from "../settlement/cancel.ts";
import { fund } from "../settlement/fund.ts";
import { dropAsk, partners } from "../settlement/raise.ts";
import { closeWithout } from "../settlement/settle.ts";
import { startWork } from "../store/change.ts";
import { approveMessage } from "../thread/outward.ts";
import { decideQuestion } from "../thread/question.ts";
import { isMaker } from "./ask.ts";
import type { Answer, Decision } from "./checkpoint.ts";
import { closeCheckpoint } from "./checkpoint.ts";
import { approveGrant, declineGrant } from "./grant.ts";
import { madeByCaller } from "./may_decide.ts";
import { declinePending } from "./pending.ts";
import {
  approveComplete,
  approveFile,
  approveReceipt,
} from "./pending_acts.ts";
import { isEndedByDecline } from "./remaining_recipients.ts";
import { withdrawAsks } from "./waiting.ts";

const STATUS_OF = { approve: "approved", decline: "declined" } as const;

/**
 * The checkpoint that a decision is about: the one named, or the only one that
 * is open for the caller to decide (docs/approvals.md, Who may decide). Maker is not
 * checker: an agent never decides what it proposed itself.
 * @throws checkpoint_not_found, not_your_checkpoint, maker_cannot_decide,
 * no_open_checkpoint, ambiguous_checkpoint
 */
export async function checkpointFor(
  call: QueryCall,
  conversation: Conversation,
  checkpointId: string | undefined,
): Promise<Checkpoint> {
  if (checkpointId !== undefined) {
    return namedCheckpoint(call, conversation, checkpointId);
  }
  const mine = conversation.checkpoints.filter(
    (it) => it.forAccountId === call.member.accountId,
  );
  const waiting = mine.filter((it) => it.status === "open");
  const open = waiting.filter((it) => !isMaker(it, call.member));
  const [made] = waiting;
  if (made && open.length === 0) throw madeByCaller(call, conversation, made);
  const [only] = open;
  if (only && open.length === 1) return only;
  if (open.length > 1) {
    const checkpoints = await Promise.all(
      open.map((it) => checkpointTo(call, conversation, it)),
    );
    throw new ServiceError("ambiguous_checkpoint", { extra: { checkpoints } });
  }
  const last = mine.at(-1);
  if (last && hasEnded(last)) return last;
  throw new ServiceError("no_open_checkpoint");
}

function namedCheckpoint(
  call: QueryCall,
  conversation: Conversation,
  checkpointId: string,
): Checkpoint {
  const found = conversation.checkpoints.find((it) => it.id === checkpointId);
  if (!found) throw new ServiceError("checkpoint_not_found");
  if (found.forAccountId !== call.member.accountId) {
    throw new ServiceError("not_your_checkpoint");
  }
  if (isMaker(found, call.member)) {
    throw madeByCaller(call, conversation, found);
  }
  return found;
}

/** What the clock has closed is told apart from what was never asked. */
function hasEnded({ status }: Checkpoint): boolean {
  return status !== "open" && status !== "superseded";
}

/**
 * True if the same decision was taken before: then it is only repeated.
 * @throws already_decided, checkpoint_expired
 */
export function isRepeat(
  call: CommandCall,
  checkpoint: Checkpoint,
  decision: Decision,
): boolean {
  if (checkpoint.status === "open") {
    if (call.now < checkpoint.expiresAt) return false;
    throw new ServiceError("checkpoint_expired");
  }
  if (checkpoint.status === STATUS_OF[decision]) return true;
  if (checkpoint.status === "expired") {
    throw new ServiceError("checkpoint_expired");
  }
  if (checkpoint.status === "superseded") {
    throw new ServiceError("no_open_checkpoint");
  }
  throw new ServiceError("already_decided", {
    detail: `Cannot change the decision: it was ${checkpoint.status}.`,
  });
}

/** What each answer does, and who hears of it. */
interface Effects {
  approve(doing: Doing): Conversation | Promise<Conversation>;
  decline(doing: Doing): Conversation | Promise<Conversation>;
  /** Positions that have something new to read by it. */
  hearers(decided: Decided): readonly number[];
}

interface Doing {
  readonly call: CommandCall;
  readonly conversation: Conversation;
  readonly decider: Participant;
  readonly answer: Answer;
}

/** A conversation before and after a decision. */
interface Decided {
  readonly before: Conversation;
  readonly after: Conversation;
  readonly decider: Participant;
  readonly checkpoint: Checkpoint;
}

const EFFECTS: Readonly<Record<Act, Effects>> = {
  submit: {
    approve: ({ call, conversation, answer }) =>
      approveSubmit(call, conversation, answer),
    decline: ({ call, conversation, answer }) =>
      declineSubmit(call, conversation, answer),
    hearers: ({ after, decider }) =>
      after.state === "submitted"
        ? notified(after, decider.position, null)
        : [],
  },
  outward: ofMessage(),
  reply: ofMessage(),
  artifact: {
    approve: ({ call, conversation, decider, answer }) =>
      approveFile(call, conversation, decider, answer),
    decline: dropPending,
    hearers: ({ after, decider, checkpoint }) => {
      const { artifactId } = checkpoint.action;
      const file = after.artifacts.find(({ id }) => id === artifactId);
      return file ? notified(after, decider.position, file.audience) : [];
    },
  },
  complete: {
    approve: ({ call, conversation, decider, answer }) =>
      approveComplete(call, conversation, decider, answer),
    decline: dropPending,
    hearers: senderIfEnded,
  },
  receipt: {
    approve: ({ call, conversation, decider, answer }) =>
      approveReceipt(call, conversation, decider, answer),
    decline: dropPending,
    hearers: senderIfEnded,
  },
  grant: {
    approve: ({ call, conversation, answer }) =>
      approveGrant(call, conversation, answer),
    decline: ({ call, conversation, answer }) =>
      declineGrant(call, conversation, answer),
    hearers: () => [],
  },
  ask: {
    approve: ({ call, conversation, answer }) =>
      decideQuestion(call, conversation, answer),
    decline: ({ call, conversation, answer }) =>
      decideQuestion(call, conversation, answer),
    hearers: () => [],
  },
  cancel: {
    approve: ({ call, conversation, decider, answer }) =>
      approveCancel(call, conversation, decider, answer),
    decline: ({ call, conversation, answer: { checkpoint, comment } }) =>
      dropCancel(call, conversation, checkpoint, {
        status: "declined",
        comment,
      }),
    hearers: toSender,
  },
  raise_price: {
    approve: ({ call, conversation, answer: { comment } }) =>
      fund(call, conversation, { comment }),
    decline: ({ call, conversation, answer: { comment } }) =>
      dropAsk(call, conversation, { status: "declined", comment }),
    hearers: ({ before, decider }) => partners(before, decider),
  },
  accept: {
    approve: ({ call, conversation, answer: { checkpoint, comment } }) =>
      startWork(
        call,
        closeCheckpoint(call, conversation, checkpoint, {
          status: "approved",
          comment,
        }),
      ),
    decline: declineAcceptance,
    hearers: toSender,
  },
};

/**
 * Carries out a decision by what it is about.
 * @throws as {@linkcode approveSubmit}, {@linkcode fund} and {@linkcode approveReceipt}
 */
export async function decide(
  call: CommandCall,
  conversation: Conversation,
  decider: Participant,
  answer: Answer,
): Promise<Conversation> {
  const effects = EFFECTS[answer.checkpoint.action.act];
  const doing = { call, conversation, decider, answer };
  return answer.decision === "approve"
    ? await effects.approve(doing)
    : await effects.decline(doing);
}

/** Positions for which a decision brings something to read. */
export function hearersOf(decided: Decided): readonly number[] {
  return EFFECTS[decided.checkpoint.action.act].hearers(decided);
}

/** A message reaches whoever can read what was posted, and nobody else. */
function ofMessage(): Effects {
  return {
    approve: ({ call, conversation, answer }) =>
      approveMessage(call, conversation, answer),
    decline: dropPending,
    hearers: ({ before, after, decider }) =>
      after.messages
        .slice(before.messages.length)
        .flatMap(({ audience }) => notified(after, decider.position, audience)),
  };
}

function dropPending({ call, conversation, decider, answer }: Doing) {
  return declinePending(call, conversation, decider, answer);
}

/** The sender waits for the answer. */
function toSender({ decider }: Decided): readonly number[] {
  return [SENDER].filter((position) => position !== decider.position);
}

function senderIfEnded(decided: Decided): readonly number[] {
  return decided.after.state === decided.before.state ? [] : toSender(decided);
}

/**
 * Turns a request down, which returns the price where nobody else can take it. What
 * the account's agents wanted is taken back first: it has lost its object.
 */
function declineAcceptance({
  call,
  conversation,
  answer: { checkpoint, comment },
}: Doing): Conversation {
  const closed = closeCheckpoint(call, conversation, checkpoint, {
    status: "declined",
    comment,
  });
  if (!isEndedByDecline(closed, checkpoint)) return closed;
  const after = withdrawAsks(call, closed);
  // While the sender's person decides about a cancel, a decline is one, too.
  const verb = after.state === "submitted" ? "decline" : "cancel";
  return closeWithout(call, after, verb, {
    reason: "declined",
    voidReason: "declined",
  });
}
