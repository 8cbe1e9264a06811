import type { wallet } from "../../../packages/rail-x402/tests/stage.ts";
import { getAccount } from "../../../src/core/operations/get_account.ts";
import { setPayoutAddress } from "../../../src/core/operations/set_payout_address.ts";
import type { Actor } from "../core_harness.ts";

/** Names where somebody is paid, as the service asks for it: twice, with a signature then. */
export async function provePayout(
  person: Actor,
  { account, address }: ReturnType<typeof wallet>,
): Promise<void> {
  const { payout } = await person.run(getAccount, {});
  if (payout?.address?.toLowerCase() === address) return;
  const { extra } = await person.refused(setPayoutAddress, { address });
  const message = String(extra.textToSign);
  const signature = await account.signMessage({ message });
  await person.run(setPayoutAddress, { address, signature });
}
