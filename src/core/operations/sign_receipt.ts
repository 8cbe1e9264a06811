import { Type } from "typebox";
import type { CommandCall } from "../access/context.ts";
import { defineCommand, MEMBER } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import {
  ConversationId,
  ConversationIdWord,
  closed,
  described,
  string,
} from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { askToAccept } from "../conversations/acts/checkpoints/ask_to_accept.ts";
import { mayNotAccept } from "../conversations/acts/checkpoints/may_accept.ts";
import { withdrawAsks } from "../conversations/acts/checkpoints/waiting.ts";
import { WAITING_FIELDS } from "../conversations/acts/checkpoints/waiting_answer.ts";
import {
  checkSignable,
  checkSigner,
  refuseOtherWords,
  settleByReceipt as sign,
} from "../conversations/acts/settlement/settle.ts";
import { refuseClosed } from "../conversations/acts/thread/closed.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import type {
  Conversation,
  Participant,
} from "../conversations/model/model.ts";
import { SENDER } from "../conversations/model/model.ts";
import {
  PaymentSchema,
  ReceiptSchema,
} from "../conversations/model/payment_schema.ts";
import { ConversationSeen, StateNow } from "../conversations/model/schemas.ts";
import { presentReceipt } from "../conversations/model/shown/present_payment.ts";
import { assertTransition } from "../conversations/model/state.ts";
import { nextMilestone } from "../conversations/model/terms/steps.ts";
import { readSignerStatement } from "../conversations/model/turn/condition.ts";
import { act, withPayment } from "../conversations/read/projection/answer.ts";
import { invalid } from "../errors/field_errors.ts";
import type { Receipt } from "../payments/model.ts";

/** Confirms the sender's release condition. Only the addressed account may do so. */
export const signReceipt = defineCommand({
  ...CALLABLE.sign,
  description:
    "As the addressed account, confirm that the sender's release condition (payment.release) is met: a held price is released to you and the conversation completes. If release is converted and releaseAction is a text or a url_visit, `statement` is required: say what you did. You can't sign for your own request. Signing accepts; if an agent may not accept, it waits for its person (waiting, approvalUrl).",
  access: MEMBER,
  input: closed({
    conversationId: ConversationId,
    confirm: Type.Literal(true, { description: "Must be true." }),
    milestoneId: Type.Optional(
      string(
        "The step to sign, if terms.milestones has any: the first that is open.",
        LIMITS.idCharsMax,
      ),
    ),
    statement: Type.Optional(
      string(
        "What you did or visited, in your own words, signed into the receipt. Required if releaseAction is a text or a url_visit; otherwise a note.",
        LIMITS.statementCharsMax,
      ),
    ),
  }),
  output: closed({
    ...WAITING_FIELDS,
    conversationId: ConversationIdWord,
    state: StateNow,
    receipt: Type.Optional(
      described(
        ReceiptSchema,
        "The signed receipt; absent while your person is asked.",
      ),
    ),
    payment: described(PaymentSchema, "The price's outcome."),
    conversation: ConversationSeen,
  }),
  tool: { destructive: true, idempotent: true, openWorld: false },
  chains: ({ conversationId }) => [conversationId],
  run: async ({ conversationId, statement, milestoneId }, call) =>
    withPayment(
      await act(call, conversationId, {
        async run({ call, before, next, me }) {
          if (before.state === "draft") assertTransition("draft", "receipt");
          checkSigner(before, me);
          const earlier = earlierReceipt(before, milestoneId);
          if (earlier?.signer.accountId === me.accountId) {
            refuseOtherWords(earlier, statement);
            return { after: before, receipt: presentReceipt(earlier) };
          }
          refuseClosed(call, before, told`sign a receipt`);
          if (await mayNotAccept(call, next, me)) {
            return { after: await askToSign(call, next, me, statement) };
          }
          const free = withdrawAsks(call, next);
          assertTransition(free.state, "receipt");
          const signed = await sign(call, free, me, { statement });
          return {
            after: signed.conversation,
            notify: [SENDER],
            receipt: presentReceipt(signed.receipt),
          };
        },
      }),
    ),
});

/**
 * The receipt that was signed before for the same: the whole price, or one of its steps.
 * @throws invalid_input for a step that is not the next one
 */
function earlierReceipt(
  { milestones, receipt }: Conversation,
  milestoneId: string | undefined,
): Receipt | null {
  const pointer = "/milestoneId";
  if (!milestones) {
    if (milestoneId === undefined) return receipt;
    throw invalid(pointer, "unknown", told`the price has no steps`);
  }
  const next = nextMilestone({ milestones });
  const step = milestones.find(({ id }) => id === milestoneId);
  if (step && (step.receipt || step === next)) return step.receipt;
  if (!next) {
    if (milestoneId === undefined) return receipt;
    throw invalid(pointer, "unknown", told`there is no such step`);
  }
  throw invalid(pointer, "not_next", told`the next step to sign is ${next.id}`);
}

/** Asks the person, only for a receipt that could be signed now. */
async function askToSign(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
  statement: string | undefined,
): Promise<Conversation> {
  checkSignable(call, conversation, me, statement);
  const said = readSignerStatement(statement);
  return await askToAccept(call, conversation, me, {
    act: "receipt",
    conversationId: conversation.id,
    ...(said !== undefined && { statement: said }),
  });
}
