import { amountOn } from "../../../../base/money.ts";
import type { Say } from "../../../../base/words/say.ts";
import { phrase } from "../../../../base/words/say.ts";
import type { Conversation } from "../../../model/model.ts";
import { senderOf } from "../../../model/model.ts";
import { closeCheckpoint } from "../../checkpoints/checkpoint.ts";
import type { Subject } from "../../checkpoints/subject.ts";
import { withdrawAsks } from "../../checkpoints/waiting.ts";
import {
  isEndedByDecline,
  isLastToDecline,
  whyDeclined,
} from "../../settlement/remaining_recipients.ts";
import { closeWithout } from "../../settlement/settle.ts";
import { startWork } from "../../store/change.ts";
import { permitAccept } from "./accepting.ts";
import { close, toSender } from "./deciding.ts";
import type { ActRow, Deciding } from "./row.ts";
import {
  heldFor,
  heldMoves,
  keptWords,
  requestFacts,
  returnWords,
} from "./shared.ts";

/** A request is accepted. */
export const ACCEPT: ActRow<"accept"> = {
  facts: (subject) => ({
    ...requestFacts(subject),
    recipients: [senderOf(subject.conversation)],
    money: heldMoves(subject, "keep"),
    accepts: true,
  }),
  outcomes: (subject, say) => ({
    approve: say`${senderOf(subject.conversation).address} is told you've started.${keptWords(subject, say)}`,
    decline: declineWords(subject, say),
    silence: say`It leaves Needs you but stays open: a later reply still accepts it.${
      heldFor(subject) === 0
        ? ""
        : ` ${say`The ${amountOn(subject.conversation, heldFor(subject), say.language)} goes back to the sender when the hold expires.`}`
    }`,
  }),
  happened: {
    approved: phrase`The request was accepted.`,
    declined: phrase`The request was declined.`,
    expired: phrase`No answer in time; a reply could still accept it.`,
    superseded: phrase`It was no longer needed, so nothing was done.`,
  },
  approveTitle: phrase`Accept`,
  permit: permitAccept("decisions:write"),
  approve: (deciding) => startWork(deciding.call, close(deciding, "approved")),
  decline,
  /** The question only disappears for the recipient: a reply still accepts. */
  expire: (call, conversation, checkpoint) =>
    closeCheckpoint(call, conversation, checkpoint, { status: "expired" }),
  notify: toSender,
};

function declineWords(
  { conversation, checkpoint }: Subject<"accept">,
  say: Say,
): string {
  const isOpen = checkpoint.status === "open";
  const isEnd = isOpen ? isEndedByDecline : isLastToDecline;
  if (!isEnd(conversation, checkpoint)) {
    return say`You're out. The request stays open for the other recipients.`;
  }
  // After a decision the price may have moved.
  const money = isOpen ? returnWords(conversation, say) : "";
  return say`The request is declined and ends for everyone.${money}`;
}

/**
 * Declines a request, which returns the price if nobody else can take it; the decider's words
 * are the reason, if there are any. First withdraws the requests of the account's agents,
 * which have lost their object.
 */
function decline(deciding: Deciding<"accept">): Conversation {
  const { call, checkpoint, comment } = deciding;
  const closed = close(deciding, "declined");
  if (!isEndedByDecline(closed, checkpoint)) return closed;
  const after = withdrawAsks(call, closed);
  // While the sender's person decides about a cancel, a decline cancels, too.
  const verb = after.state === "submitted" ? "decline" : "cancel";
  return closeWithout(call, after, verb, {
    ...whyDeclined(call, comment),
    voidReason: "declined",
  });
}
