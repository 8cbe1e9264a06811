import {
  refusalToApprove,
  refusalToDecline,
} from "../checkpoints/may_decide.ts";
import type { Moves } from "../checkpoints/moves.ts";
import { actRowOf } from "../checkpoints/table.ts";
import type { AskedStandpoint, Row } from "./action.ts";
import { AT_ONCE } from "./action.ts";

const OPERATION = "record_hil_decision";

const approve: Row<AskedStandpoint> = {
  name: "approve",
  operation: OPERATION,
  title: ({ checkpoint }) => actRowOf(checkpoint).approveTitle ?? "Approve",
  isFor: () => true,
  async permit(at) {
    const { call, conversation, checkpoint } = at;
    const refusal = await refusalToApprove(call, conversation, checkpoint);
    if (refusal) throw refusal;
    await actRowOf(checkpoint).check?.(call, subjectOf(at));
    return AT_ONCE;
  },
  effect: (at) => actRowOf(at.checkpoint).outcomes(subjectOf(at)).approve,
  money: (at): Moves | undefined =>
    actRowOf(at.checkpoint).facts(subjectOf(at)).money,
};

const decline: Row<AskedStandpoint> = {
  name: "decline",
  operation: OPERATION,
  title: ({ checkpoint }) => actRowOf(checkpoint).declineTitle ?? "Decline",
  isFor: () => true,
  permit({ call, conversation, checkpoint }) {
    const refusal = refusalToDecline(call, conversation, checkpoint);
    if (refusal) throw refusal;
    return AT_ONCE;
  },
  effect: (at) => actRowOf(at.checkpoint).outcomes(subjectOf(at)).decline,
};

/** The answers to a checkpoint that asks the viewer's account. */
export function answersTo(
  at: AskedStandpoint,
): readonly Row<AskedStandpoint>[] {
  const accepts = at.checkpoint.kind === "acceptance";
  return [accepts ? { ...approve, name: "accept" } : approve, decline];
}

function subjectOf({ conversation, checkpoint, me }: AskedStandpoint) {
  return { conversation, checkpoint, asked: me };
}
