import { amountOn } from "../../../../base/money.ts";
import type { Say } from "../../../../base/words/say.ts";
import { phrase } from "../../../../base/words/say.ts";
import { senderOf } from "../../../model/model.ts";
import { makerOf } from "../../checkpoints/ask.ts";
import type { Subject } from "../../checkpoints/subject.ts";
import { refuseHeldUp } from "../../checkpoints/waiting.ts";
import { complete } from "../../settlement/complete.ts";
import { checkSignable, settleByReceipt } from "../../settlement/settle.ts";
import { accepted, permitAccept, toSenderIfMoved } from "./accepting.ts";
import { IN_WORK } from "./deciding.ts";
import type { ActRow } from "./row.ts";
import { heldFor, heldMoves, othersOf } from "./shared.ts";

/** Completing the work accepts a request. */
export const COMPLETE: ActRow<"complete"> = {
  ...IN_WORK,
  facts: (subject) => ({ recipients: othersOf(subject), accepts: true }),
  approveTitle: phrase`Accept and complete`,
  declineTitle: phrase`Don't complete`,
  outcomes: (_subject, say) => ({
    approve: say`You accept the request and mark it as completed for everyone.`,
    decline: say`It isn't completed, and the agent reads your comment. The request stays open.`,
    silence: say`It isn't completed. The request stays open.`,
  }),
  happened: {
    approved: phrase`The request was accepted and completed.`,
    declined: phrase`It wasn't completed.`,
    expired: phrase`No answer in time: it wasn't completed.`,
    superseded: phrase`It was no longer needed, so nothing was done.`,
  },
  permit: permitAccept("conversations:write"),
  check: (_call, { conversation, checkpoint }) =>
    refuseHeldUp(conversation, checkpoint, "complete"),
  approve(deciding) {
    const { call, conversation, checkpoint } = deciding;
    refuseHeldUp(conversation, checkpoint, "complete");
    return complete(call, accepted(deciding), makerOf(checkpoint));
  },
  notify: toSenderIfMoved,
};

/** Signing the receipt accepts a request. */
export const RECEIPT: ActRow<"receipt"> = {
  ...IN_WORK,
  facts: (subject) => ({
    words: subject.checkpoint.action.statement,
    recipients: [senderOf(subject.conversation)],
    money: heldMoves(subject, "release"),
    accepts: true,
    signs: true,
  }),
  approveTitle: phrase`Accept and sign`,
  declineTitle: phrase`Don't sign`,
  outcomes: (subject, say) => ({
    approve: say`You accept the request and sign the receipt.${releaseWords(subject, say)}`,
    decline: say`Nothing is signed, and the agent reads your comment. The request stays open.`,
    silence: say`Nothing is signed. The request stays open.`,
  }),
  happened: {
    approved: phrase`The request was accepted and the receipt signed.`,
    declined: phrase`Nothing was signed; the request stayed open.`,
    expired: phrase`No answer in time: nothing was signed, and the request stayed open.`,
    superseded: phrase`It was no longer needed, so nothing was done.`,
  },
  permit: permitAccept("receipts:sign"),
  check(call, { conversation, checkpoint, asked }) {
    refuseHeldUp(conversation, checkpoint, "receipt");
    checkSignable(call, conversation, asked, checkpoint.action.statement);
  },
  /** With the words and the name of the agent. */
  async approve(deciding) {
    const { call, conversation, checkpoint, asked } = deciding;
    refuseHeldUp(conversation, checkpoint, "receipt");
    const signed = await settleByReceipt(call, accepted(deciding), asked, {
      statement: checkpoint.action.statement,
      actor: makerOf(checkpoint),
    });
    return signed.conversation;
  },
  notify: toSenderIfMoved,
};

function releaseWords(subject: Subject, say: Say): string {
  const held = heldFor(subject);
  if (held === 0) {
    return ` ${say`The conversation is completed. No money moves.`}`;
  }
  const { release } = subject.conversation;
  const paid = amountOn(subject.conversation, held, say.language);
  const said =
    release === "accepted"
      ? say`You get the held ${paid}, and the work continues.`
      : say`You get the held ${paid}, and the conversation is completed.`;
  return ` ${said}`;
}
