import type { CommandCall } from "../../../access/context.ts";
import { resolveText } from "../../../addresses/resolve.ts";
import { LIMITS } from "../../../base/limits.ts";
import { DAY_MS, showTime } from "../../../base/time.ts";
import type { Expiry } from "../../../review/expiry.ts";
import type { Done } from "../../model/acting.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { senderOf } from "../../model/model.ts";
import type { Arbiter } from "../../model/terms/dispute.ts";
import { disputants, freezeOf, isArbiter } from "../../model/terms/disputed.ts";
import { openCheckpoint, tellAsked } from "../checkpoints/checkpoint.ts";
import { recordDispute, withDispute } from "../settlement/dispute_end.ts";
import { recordEvent, setPayment } from "../store/change.ts";
import { addLateReader } from "../store/thread/late_reader.ts";
import { stepDown } from "./ruling.ts";

/**
 * Asks the arbiter once the two had their time: it joins the conversation, which everybody in
 * it learns. One that has closed its account, or has become a side, is not asked.
 */
export async function askArbiter(
  call: CommandCall,
  _over: Expiry,
  conversation: Conversation,
): Promise<Done | undefined> {
  const dispute = freezeOf(conversation);
  const arbiter = conversation.terms?.arbiter;
  if (!dispute || !arbiter || !conversation.payment) return undefined;
  const joined = await joinedBy(call, conversation, arbiter);
  const judge = joined?.participants.find((it) => isArbiter(joined, it));
  if (!joined || !judge) {
    return { after: stepDown(call, conversation, "unasked"), notify: [] };
  }
  const longer = holdForRuling(call, joined);
  const end = longer.payment?.captureBefore ?? call.now;
  const ruleBy = Math.min(end, call.now + LIMITS.rulingDays * DAY_MS);
  const status = "arbitration" as const;
  const asked = withDispute(longer, { ...dispute, status, ruleBy });
  recordEvent(call, asked, "arbiter.joined", {
    refs: { disputeId: dispute.id, address: arbiter.address },
  });
  recordDispute(call, asked, "asked", { refs: { ruleBy: showTime(ruleBy) } });
  const opened = await openCheckpoint(call, asked, {
    action: {
      act: "arbitration",
      conversationId: conversation.id,
      disputeId: dispute.id,
      amount: String(dispute.amount),
    },
    asked: judge,
    askedBy: askedBy(conversation),
    rules: [],
    expiresAt: ruleBy,
  });
  await tellAsked(call, asked, opened.conversation);
  return { after: opened.conversation, notify: disputants(asked) };
}

function askedBy(conversation: Conversation) {
  const { address, displayName: name, kind } = senderOf(conversation);
  const isAgents = kind === "agent" || kind === "service";
  return { address, name, kind: isAgents ? kind : ("person" as const) };
}

/** The conversation with its arbiter among the participants; undefined if it can't decide. */
async function joinedBy(
  call: CommandCall,
  conversation: Conversation,
  { address, accountId }: Arbiter,
): Promise<Conversation | undefined> {
  const { participants } = conversation;
  const known = participants.find((it) => it.accountId === accountId);
  if (known) {
    const isSide = known.role === "sender" || known.role === "to";
    return isSide ? undefined : conversation;
  }
  const found = await resolveText(call, address);
  const isSame = found.kind === "account" && found.accountId === accountId;
  if (!isSame || !found.isOpen) return undefined;
  const joining: Participant = {
    position: participants.length,
    ...{ accountId, address },
    displayName: found.displayName,
    role: "arbiter",
    kind: found.accountKind,
    deliveryState: "on_service",
    ...{ deliveryAt: call.now, joinedAt: call.now },
    remote: null,
    knows: [],
    knowsAs: {},
    reached: true,
  };
  return await addLateReader(call, conversation, joining);
}

/** A service that was down leaves the arbiter its whole time, where the rail can wait. */
function holdForRuling(
  call: CommandCall,
  conversation: Conversation,
): Conversation {
  const { payment } = conversation;
  const endsAt = call.now + LIMITS.rulingDays * DAY_MS;
  const isShort =
    payment?.rail === "ledger" && (payment.captureBefore ?? endsAt) < endsAt;
  if (!isShort) return conversation;
  const longer = { ...payment, captureBefore: endsAt };
  return setPayment(call, conversation, longer, "payment.extended", {
    refs: { captureBefore: showTime(endsAt) },
  });
}
