import type { CommandCall } from "../../../access/context.ts";
import { showMoney } from "../../../base/money.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import { askedDeadlines } from "../../model/terms/deadlines.ts";
import { openCheckpoint } from "../checkpoints/checkpoint.ts";
import { acceptanceRules } from "./admission.ts";

/**
 * Asks an addressed account to accept if the sender pays it, is unknown to it or claims a
 * closer contact type (docs/asking.md, What accepts).
 * @param recipients Those who have just joined; all participants if absent.
 */
export async function openAcceptances(
  call: CommandCall,
  conversation: Conversation,
  recipients: readonly Participant[] = conversation.participants,
): Promise<Conversation> {
  const { id: conversationId, price, release, payment } = conversation;
  const { fromAddress: address, fromName: name, messages } = conversation;
  const terms = askedDeadlines(conversation);
  let after = conversation;
  for (const asked of recipients) {
    const rules = await acceptanceRules(call, conversation, asked);
    if (rules.length === 0) continue;
    const isPaid = payment?.payeeId === asked.accountId;
    const opened = await openCheckpoint(call, after, {
      action: {
        act: "accept",
        conversationId,
        from: address,
        price: isPaid ? showMoney(price).amountAtomic : "0",
        release,
        ...(terms && { terms }),
      },
      asked,
      askedBy: { address, name, kind: messages[0]?.authorKind ?? "person" },
      rules,
      until: conversation.terms?.acceptBy,
    });
    after = opened.conversation;
  }
  return after;
}
