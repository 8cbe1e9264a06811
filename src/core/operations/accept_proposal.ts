import { MEMBER } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { ConversationId, closed, filled } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { agree } from "../conversations/acts/funding/agree.ts";
import { proposalOf } from "../conversations/acts/funding/proposals.ts";
import { refuseClosed } from "../conversations/acts/thread/closed.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import { definePaidAct } from "../conversations/read/projection/paid_act.ts";

/** The input that names a proposal. */
export const NamedProposal = closed({
  conversationId: ConversationId,
  proposalId: filled("A proposal in terms.proposals.", LIMITS.idCharsMax),
});

/** Makes the other side's proposal the terms of the conversation. */
export const acceptProposal = definePaidAct({
  ...CALLABLE.acceptProposal,
  description:
    "Accept an open proposal of the other side, exactly as it is. As the sender you pay: the price is held from your balance in the same step, or the state becomes auth-required if money or a wallet's signature is missing. As the recipient you agree to do it for that price: the sender is asked to pay, and you start once it is held.",
  access: MEMBER,
  input: NamedProposal,
  tool: { destructive: true, idempotent: true, openWorld: false },
  act: ({ proposalId }) => ({
    async run({ call, before, next, me }) {
      const proposal = proposalOf(before, me, proposalId);
      const isRepeat =
        proposal.status === "accepted" && proposal.by !== me.position;
      if (isRepeat) return { after: before };
      refuseClosed(call, before, told`accept the proposal`);
      const after = await agree(call, next, me, proposal);
      return { after, notify: [proposal.by] };
    },
  }),
});
