import type { CheckpointFacts, Facts, ParticipantFacts } from "./facts.ts";
import { mayRead, maySeeFile } from "./may_read.ts";

const CLOSED = ["completed", "canceled", "failed", "rejected"];

export function isClosed(state: string): boolean {
  return CLOSED.includes(state);
}

const MONEY_ACTS = [
  ...["refund", "raise_price", "proposal", "dispute", "arbitration"],
];

/** True while a dispute freezes what is held. */
export function isFrozen({ dispute }: Facts): boolean {
  const isOpen =
    dispute?.status === "open" || dispute?.status === "arbitration";
  return isOpen && dispute?.about === "held";
}

function isSentOut({ participants, state }: Facts): boolean {
  return state !== "draft" && participants[1]?.deliveryState !== "pending";
}

/** The need of a participant, by the words of docs/messages.md, Needs you. */
function needOf(facts: Facts, me: ParticipantFacts) {
  const { state, previousState, payment } = facts;
  const open = facts.checkpoints.filter(({ status }) => status === "open");
  const mine = open.filter((it) => it.forAccountId === me.accountId);
  const isFree = (it: CheckpointFacts) =>
    it.act === "accept" &&
    !(payment?.payeeId === me.accountId && payment.price > 0);
  const isRequest =
    mine.length > 0 && mine.every(isFree) && !me.knows.includes(0);
  const isPayee = payeeIn(facts) === me;
  const isGoing = state === "submitted" || state === "working";
  const isPaid =
    isGoing && isPayee && payment?.status === "held" && !isFrozen(facts);
  const newest = facts.messages.findLast((it) =>
    mayRead(facts, it, me.position),
  );
  // An act that waits for its person accepts nothing: a question goes on.
  const isBefore =
    state === "submitted" ||
    (state === "input-required" && previousState === "submitted");
  const isAsked =
    isBefore &&
    me.role === "sender" &&
    newest?.asksFirst === true &&
    newest.author !== me.position;
  const isAbout = (acts: readonly string[]) =>
    mine.some(({ act }) => acts.includes(act));
  const isToPay =
    me.role === "sender" && state === "auth-required" && facts.agreed !== null;
  const isMoney =
    isAbout(MONEY_ACTS) ||
    isToPay ||
    mine.some((it) => it.act === "accept" && !isFree(it)) ||
    (isPaid && isEarned(facts, me));
  const isApproval = mine.some(
    (it) => isFree(it) || ![...MONEY_ACTS, "ask", "accept"].includes(it.act),
  );
  const isReply = isAbout(["ask"]) || isPaid || isAsked;
  let section: string | null = null;
  if (isMoney) section = "money";
  else if (isApproval && !isRequest) section = "approvals";
  else if (isReply) section = "replies";
  const isBehind = me.role === "sender" || isPayee;
  const isWaited = isBehind && section === null && !isRequest;
  return {
    section,
    isRequest,
    waits: isWaited && othersAct(facts, me, open),
  };
}

function othersAct(
  facts: Facts,
  me: ParticipantFacts,
  open: readonly CheckpointFacts[],
): boolean {
  const { state } = facts;
  if (me.role !== "sender") {
    const isHeldUp =
      state === "auth-required" ||
      state === "input-required" ||
      isFrozen(facts);
    return isHeldUp || open.some(({ act }) => act === "proposal");
  }
  return !isClosed(state) || open.some(({ act }) => act === "refund");
}

function payeeIn({ participants }: Facts): ParticipantFacts | undefined {
  return participants.find(
    (it) =>
      it.role === "to" &&
      it.accountId !== null &&
      (it.kind === "person" || it.kind === "agent"),
  );
}

/** True once the payee could sign: what they say when they sign is not there yet. */
function isEarned(facts: Facts, { position }: ParticipantFacts): boolean {
  const { releaseAction, receipt, state, agreed, step } = facts;
  const release = step?.release ?? facts.release;
  if (receipt !== null) return true;
  if (release === "accepted") return state === "working";
  if (release === "replied") {
    return facts.messages.some(
      (it) =>
        it.author === position &&
        it.seq > (step?.message ?? agreed?.message ?? 0) &&
        !it.asksFirst &&
        !it.byService &&
        mayRead(facts, it, 0),
    );
  }
  const wanted = releaseAction?.mimeType;
  return (
    releaseAction?.type === "artifact" &&
    facts.artifacts.some(
      (it) =>
        it.addedBy === position &&
        it.seq > (agreed?.file ?? 0) &&
        maySeeFile(facts, it, 0) &&
        (wanted === undefined || it.mimeType === wanted),
    )
  );
}

/** The views that a participant finds it in, by the words of docs/messages.md, Views. */
export function foldersOf(
  facts: Facts,
  participant: ParticipantFacts,
): readonly string[] {
  const isSender = participant.role === "sender";
  const isSent = facts.participants.some(
    (it) => it.role !== "sender" && it.deliveryState !== "pending",
  );
  const { section, isRequest, waits } = needOf(facts, participant);
  const { position } = participant;
  const isEnded =
    isSender &&
    isSentOut(facts) &&
    isClosed(facts.state) &&
    (facts.state !== "canceled" || facts.reasonBy !== participant.accountId);
  const isSigned =
    isSender &&
    isSentOut(facts) &&
    facts.receiptBy !== null &&
    facts.receiptBy !== participant.accountId;
  const isAnswered =
    isEnded ||
    isSigned ||
    facts.messages.some(
      (it) => it.author !== position && mayRead(facts, it, position),
    );
  const isAside = participant.archived || participant.snoozed;
  const needs = participant.snoozed ? null : section;
  const views: Readonly<Record<string, boolean>> = {
    drafts:
      isSender && !isSent && (facts.state === "draft" || !participant.archived),
    sent: isSender && facts.state !== "draft",
    inbox: (!isSender || isAnswered) && !isAside,
    archive: participant.archived,
    needs_you: needs !== null,
    payments: facts.payment !== null,
    requests: isRequest && !isAside,
    waiting: waits && isSentOut(facts) && !isAside,
    snoozed: participant.snoozed,
    money: needs === "money",
    approvals: needs === "approvals",
    replies: needs === "replies",
  };
  return Object.keys(views).filter((name) => views[name]);
}
