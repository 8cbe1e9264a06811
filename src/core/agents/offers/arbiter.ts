import type { QueryCall } from "../../access/context.ts";
import { accountClosed, resolveText } from "../../addresses/resolve.ts";
import { told } from "../../base/words/sentence.ts";
import { invalid } from "../../errors/field_errors.ts";

/**
 * Finds the account of this service that an address names as arbiter.
 * @throws invalid_input, invalid_address
 */
export async function resolveArbiter(call: QueryCall, written: string) {
  const found = await resolveText(call, written);
  const isHere = found.kind === "account" && found.foreign === null;
  if (!isHere || found.accountKind === "service") {
    const detail = told`no account here that could decide has this address`;
    throw invalid("/arbiter", "no_account", detail);
  }
  const { address, accountId } = found;
  if (!found.isOpen) throw accountClosed(address, "/arbiter");
  return { address, accountId };
}

/** The refusal of an arbiter that is a side itself. */
export function partialArbiter() {
  const detail = told`the arbiter can't be the sender or a recipient`;
  return invalid("/arbiter", "is_participant", detail);
}
