import { MEMBER } from "../access/operation.ts";
import {
  otherSide,
  proposalOf,
} from "../conversations/acts/funding/proposals.ts";
import { withdraw } from "../conversations/acts/funding/propose.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import { definePaidAct } from "../conversations/read/projection/paid_act.ts";
import { NamedProposal } from "./accept_proposal.ts";

/** Takes back the caller's own open proposal. */
export const withdrawProposal = definePaidAct({
  ...CALLABLE.withdrawProposal,
  description:
    "Take back your own open proposal: it can no longer be accepted. Nothing else changes.",
  access: MEMBER,
  input: NamedProposal,
  tool: { destructive: true, idempotent: true, openWorld: false },
  act: ({ proposalId }) => ({
    run({ call, before, next, me }) {
      const proposal = proposalOf(before, me, proposalId);
      if (proposal.status === "withdrawn") return { after: before };
      const after = withdraw(call, next, me, proposal);
      return { after, notify: [otherSide(after, me).position] };
    },
  }),
});
