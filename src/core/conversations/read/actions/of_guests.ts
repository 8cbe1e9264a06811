import { CALLABLE } from "../../model/callable.ts";
import { wouldBePaid } from "../../model/payee.ts";
import type { Row, Standpoint } from "./action.ts";
import { AT_ONCE } from "./action.ts";
import { OF_DISPUTES } from "./of_disputes.ts";
import { OF_ENDINGS } from "./of_endings.ts";
import { isUnderWay, OF_THREADS } from "./of_threads.ts";

/** True for somebody who ordered with a wallet. */
function isBuyer({ me }: Standpoint): boolean {
  return me.role === "sender";
}

/** The actions of an invited address through its link; writing is as for everybody. */
export const OF_GUESTS: readonly Row[] = [
  {
    name: "decline",
    operation: CALLABLE.declineInvite.name,
    title: ({ call: { say } }) => say`Decline the request`,
    isFor: (at) =>
      isUnderWay(at) && !isBuyer(at) && at.me.deliveryState !== "declined",
    permit: () => AT_ONCE,
    // A guest does not learn whether anybody else is left to take it.
    effect: ({ call: { say } }) =>
      say`The sender is notified, and you get no more email about this. If no one else was asked, the request ends and any held price goes back.`,
  },
  {
    name: "claim",
    operation: CALLABLE.claim.name,
    title: ({ call: { say } }) => say`Move it to my inbox`,
    isFor: () => true,
    permit: () => AT_ONCE,
    effect: ({ call: { say }, conversation, me }) =>
      wouldBePaid(conversation, me)
        ? say`The whole conversation moves to your inbox, and this link stops working. You can then earn the held price.`
        : say`The whole conversation moves to your inbox, and this link stops working.`,
    needs: () => ["token"],
  },
  ...[
    ...OF_DISPUTES,
    ...OF_ENDINGS.filter(({ name }) => name === "cancel"),
  ].map((row) => ({
    ...row,
    isFor: (at: Standpoint) => isBuyer(at) && row.isFor(at),
  })),
  ...OF_THREADS.filter(({ name }) => name === "reply" || name === "ask_first"),
];
