import { outcomesOf } from "../checkpoints/act_outcomes.ts";
import type { Moves } from "../checkpoints/act_proposals.ts";
import { proposedBy } from "../checkpoints/act_proposals.ts";
import {
  refusalToApprove,
  refusalToDecline,
} from "../checkpoints/may_decide.ts";
import { refuseHeldUp } from "../checkpoints/waiting.ts";
import type { Act } from "../model/acts.ts";
import { refuseToFund } from "../settlement/fund.ts";
import { checkSignable } from "../settlement/settle.ts";
import type { AskedStandpoint, Row } from "./action.ts";
import { AT_ONCE } from "./action.ts";

const OPERATION = "record_hil_decision";

/** What a button says, where approving is no plain approval. */
const APPROVE_TITLES: Partial<Readonly<Record<Act, string>>> = {
  accept: "Accept",
  raise_price: "Agree to the price",
  ask: "Answer",
};

/** What a button says, where declining is no plain refusal. */
const DECLINE_TITLES: Partial<Readonly<Record<Act, string>>> = {
  ask: "Do not answer",
};

type Check = (at: AskedStandpoint) => Promise<void> | void;

/** What else keeps an approval from being carried out: what is done by it. */
const DOABLE: Partial<Readonly<Record<Act, Check>>> = {
  raise_price: ({ call, conversation }) => refuseToFund(call, conversation),
  complete: ({ conversation, checkpoint }) =>
    refuseHeldUp(conversation, checkpoint, "complete"),
  receipt({ call, conversation, checkpoint, me }) {
    refuseHeldUp(conversation, checkpoint, "receipt");
    const { statement } = checkpoint.action;
    const words = typeof statement === "string" ? statement : undefined;
    checkSignable(call, conversation, me, words);
  },
};

const approve: Row<AskedStandpoint> = {
  name: "approve",
  operation: OPERATION,
  title: ({ checkpoint }) => APPROVE_TITLES[checkpoint.action.act] ?? "Approve",
  isFor: () => true,
  async permit(at) {
    const { call, conversation, checkpoint } = at;
    const refusal = await refusalToApprove(call, conversation, checkpoint);
    if (refusal) throw refusal;
    await DOABLE[checkpoint.action.act]?.(at);
    return AT_ONCE;
  },
  effect: (at) => outcomesOf(subjectOf(at)).approve,
  money: (at): Moves | undefined => proposedBy(subjectOf(at)).money,
};

const decline: Row<AskedStandpoint> = {
  name: "decline",
  operation: OPERATION,
  title: ({ checkpoint }) => DECLINE_TITLES[checkpoint.action.act] ?? "Decline",
  isFor: () => true,
  permit({ call, conversation, checkpoint }) {
    const refusal = refusalToDecline(call, conversation, checkpoint);
    if (refusal) throw refusal;
    return AT_ONCE;
  },
  effect: (at) => outcomesOf(subjectOf(at)).decline,
};

/** What may be answered to a checkpoint that asks the viewer's account. */
export function answersTo(
  at: AskedStandpoint,
): readonly Row<AskedStandpoint>[] {
  const accepts = at.checkpoint.action.act === "accept";
  return [accepts ? { ...approve, name: "accept" } : approve, decline];
}

function subjectOf({ conversation, checkpoint, me }: AskedStandpoint) {
  return { conversation, checkpoint, asked: me };
}
