import { CALLABLE } from "../../model/callable.ts";
import { wouldBePaid } from "../../model/payee.ts";
import type { Row } from "./action.ts";
import { AT_ONCE } from "./action.ts";
import { isUnderWay, OF_THREADS } from "./of_threads.ts";

/** The actions of an invited address by its link; writing is as for everybody. */
export const OF_GUESTS: readonly Row[] = [
  {
    name: "decline",
    operation: CALLABLE.declineInvite.name,
    title: ({ call: { say } }) => say`Decline the request`,
    isFor: (at) => isUnderWay(at) && at.me.deliveryState !== "declined",
    permit: () => AT_ONCE,
    // Whether anybody else is left to take it is not for a guest.
    effect: ({ call: { say } }) =>
      say`The sender is told, and you get no more mail about this. If nobody else is asked, the request ends, and a price that is held goes back.`,
  },
  {
    name: "claim",
    operation: CALLABLE.claim.name,
    title: ({ call: { say } }) => say`Put it into my inbox`,
    isFor: () => true,
    permit: () => AT_ONCE,
    effect: ({ call: { say }, conversation, me }) =>
      wouldBePaid(conversation, me)
        ? say`The conversation moves into the inbox of your account with everything in it, and the link stops working. The price that is held is then for you.`
        : say`The conversation moves into the inbox of your account with everything in it, and the link stops working.`,
    needs: () => ["token"],
  },
  ...OF_THREADS.filter(({ name }) => name === "reply" || name === "ask_first"),
];
