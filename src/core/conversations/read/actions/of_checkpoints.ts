import type { SenderContact } from "../../../addresses/contact_types.ts";
import type { Say } from "../../../base/words/say.ts";
import { phrase } from "../../../base/words/say.ts";
import {
  refusalToApprove,
  refusalToDecline,
} from "../../acts/decisions/may_decide.ts";
import { requireContacts } from "../../acts/decisions/sender_contact.ts";
import { actRowOf } from "../../acts/decisions/table.ts";
import { SENDER, senderOf } from "../../model/model.ts";
import type { Moves } from "../../model/turn/moves.ts";
import type { ActionName } from "../../model/turn_schemas.ts";
import type { AskedStandpoint, Row } from "./action.ts";
import { AT_ONCE } from "./action.ts";

const OPERATION = "record_hil_decision";
const DECLINE = phrase`Decline`;

const approve: Row<AskedStandpoint> = {
  name: "approve",
  operation: OPERATION,
  title: ({ call: { say }, checkpoint, oneOf }) =>
    oneOf === undefined
      ? say.of(actRowOf(checkpoint).approveTitle)
      : say`Approve`,
  isFor: () => true,
  async permit(at) {
    const { call, conversation, checkpoint } = at;
    const refusal = await refusalToApprove(call, conversation, checkpoint);
    if (refusal) throw refusal;
    await actRowOf(checkpoint).check?.(call, subjectOf(at));
    return AT_ONCE;
  },
  effect: (at) =>
    at.oneOf === undefined
      ? outcomesOf(at).approve
      : at.call
          .say`Counts as one of ${String(at.oneOf)} approvals. The last one carries it out.`,
  money: (at): Moves | undefined =>
    actRowOf(at.checkpoint).facts(subjectOf(at)).money,
};

const decline: Row<AskedStandpoint> = {
  name: "decline",
  operation: OPERATION,
  title: ({ call: { say }, checkpoint }) =>
    say.of(actRowOf(checkpoint).declineTitle ?? DECLINE),
  isFor: () => true,
  permit({ call, conversation, checkpoint }) {
    const refusal = refusalToDecline(call, conversation, checkpoint);
    if (refusal) throw refusal;
    return AT_ONCE;
  },
  effect: (at) => outcomesOf(at).decline,
};

/** The same answers, with what becomes of a stranger. */
const trust = withContact(approve, {
  name: "accept_and_trust",
  title: phrase`Accept and trust`,
  contact: "trusted",
  becomes: (say, sender) =>
    say`${sender} becomes your contact, and their free requests no longer need your acceptance.`,
});
const block = withContact(decline, {
  name: "block",
  title: phrase`Block`,
  contact: "blocked",
  becomes: (say, sender) =>
    say`${sender} is blocked and can no longer start conversations with you.`,
});

function withContact(
  answer: Row<AskedStandpoint>,
  {
    name,
    title,
    contact,
    becomes,
  }: {
    readonly name: ActionName;
    readonly title: string;
    readonly contact: SenderContact;
    /** Says how the sender is known afterwards, by address. */
    becomes(say: Say, sender: string): string;
  },
): Row<AskedStandpoint> {
  return {
    ...answer,
    name,
    title: ({ call: { say } }) => say.of(title),
    input: { contact },
    async permit(at) {
      const permit = await answer.permit(at);
      // The contacts are read only when it is done, because a list has many requests.
      requireContacts(at.call);
      return permit;
    },
    effect: (at, permit) =>
      `${answer.effect(at, permit)} ${becomes(at.call.say, senderOf(at.conversation).address)}`,
  };
}

/** The answers to a checkpoint that asks the viewer's account. */
export function answersTo(
  at: AskedStandpoint,
): readonly Row<AskedStandpoint>[] {
  if (at.checkpoint.kind !== "acceptance") return [approve, decline];
  const accept = { ...approve, name: "accept" } as const;
  const isStranger = !at.me.knows.includes(SENDER);
  return isStranger ? [accept, trust, decline, block] : [accept, decline];
}

function outcomesOf(at: AskedStandpoint) {
  return actRowOf(at.checkpoint).outcomes(subjectOf(at), at.call.say);
}

function subjectOf({ conversation, checkpoint, me }: AskedStandpoint) {
  return { conversation, checkpoint, asked: me };
}
