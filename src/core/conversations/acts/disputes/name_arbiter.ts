import type { QueryCall } from "../../../access/context.ts";
import { accountClosed, resolveText } from "../../../addresses/resolve.ts";
import { told } from "../../../base/words/sentence.ts";
import { invalid } from "../../../errors/field_errors.ts";
import type { Conversation } from "../../model/model.ts";
import { senderOf } from "../../model/model.ts";
import { payeeOf } from "../../model/payee.ts";
import type { Arbiter } from "../../model/terms/dispute.ts";

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
  const found = await resolveText(call, written);
  const isHere = found.kind === "account" && found.foreign === null;
  if (!isHere || found.accountKind === "service") {
    const detail = told`no account here that could decide has this address`;
    throw invalid("/arbiter", "no_account", detail);
  }
  const { address, accountId } = found;
  if (!found.isOpen) throw accountClosed(address, "/arbiter");
  const { participants } = conversation;
  if (participants.some((it) => it.accountId === accountId)) {
    const detail = told`the arbiter can't be the sender or a recipient`;
    throw invalid("/arbiter", "is_participant", detail);
  }
  if (payeeOf(conversation)?.remote || senderOf(conversation).remote) {
    const detail = told`a price between two services can't have an arbiter`;
    throw invalid("/arbiter", "not_across", detail);
  }
  return { address, accountId };
}

/**
 * The conversation with the account of the arbiter that it names.
 * @throws as {@linkcode findArbiter}
 */
export async function withFoundArbiter(
  call: QueryCall,
  conversation: Conversation,
): Promise<Conversation> {
  const { terms } = conversation;
  if (!terms?.arbiter) return conversation;
  const arbiter = await findArbiter(call, conversation, terms.arbiter.address);
  return { ...conversation, terms: { ...terms, arbiter } };
}
