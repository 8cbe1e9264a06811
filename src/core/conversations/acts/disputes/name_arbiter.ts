import type { QueryCall } from "../../../access/context.ts";
import {
  partialArbiter,
  resolveArbiter,
} from "../../../agents/offers/arbiter.ts";
import { told } from "../../../base/words/sentence.ts";
import { invalid } from "../../../errors/field_errors.ts";
import type { Conversation } from "../../model/model.ts";
import { senderOf } from "../../model/model.ts";
import { payeeOf } from "../../model/payee.ts";
import type { Arbiter } from "../../model/terms/dispute.ts";
import { withArbiter } from "../../model/terms/disputed.ts";

/**
 * Finds the account that an address names as arbiter: one of this service that is neither a
 * sender nor a recipient.
 * @throws invalid_input, invalid_address
 */
export async function findArbiter(
  call: QueryCall,
  conversation: Conversation,
  written: string,
): Promise<Arbiter> {
  const arbiter = await resolveArbiter(call, written);
  const { participants } = conversation;
  if (participants.some((it) => it.accountId === arbiter.accountId)) {
    throw partialArbiter();
  }
  if (isAcross(conversation)) {
    const detail = told`a price between two services can't have an arbiter`;
    throw invalid("/arbiter", "not_across", detail);
  }
  return arbiter;
}

function isAcross(conversation: Conversation): boolean {
  const remote = payeeOf(conversation)?.remote ?? senderOf(conversation).remote;
  return remote !== null;
}

/**
 * The conversation with the account of the arbiter that it names.
 * @throws as {@linkcode findArbiter}
 */
export async function withFoundArbiter(
  call: QueryCall,
  conversation: Conversation,
): Promise<Conversation> {
  const { terms, order } = conversation;
  if (!terms?.arbiter) return conversation;
  // That of an offer is for orders from here.
  if (order?.arbiter !== undefined && isAcross(conversation)) {
    return { ...conversation, terms: withArbiter(terms, null) };
  }
  const arbiter = await findArbiter(call, conversation, terms.arbiter.address);
  return { ...conversation, terms: { ...terms, arbiter } };
}
