import { Type } from "typebox";
import { defineCommand, SESSION } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { closed } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { requireFreshSignIn } from "../exports/exports.ts";
import { queueNotice } from "../mail/notices.ts";
import { showChainAddress } from "../payments/chain/account.ts";
import {
  PayoutSchema,
  payoutOf,
  readPayoutAddress,
} from "../payments/payout.ts";
import { payoutStore } from "../payments/payout_store.ts";

/** Says where the account is paid on the chain of the service. */
export const setPayoutAddress = defineCommand({
  name: "set_payout_address",
  title: "Set where you are paid",
  description:
    "Set the address of a wallet of yours that USDC is paid to, or null for none. What was asked for before keeps its address. Needs a sign-in within the last ten minutes; no agent may do this.",
  access: SESSION,
  input: closed({
    address: Type.Union(
      [Type.String({ maxLength: LIMITS.idCharsMax }), Type.Null()],
      { description: "0x and 40 hex digits; null for none." },
    ),
  }),
  output: PayoutSchema,
  chains: (_input, { member }) => [member.accountId],
  async run({ address: text }, call) {
    const { accountId } = call.member;
    const before = await payoutOf(call, accountId);
    if (!before) {
      throw new ServiceError("wrong_state", {
        detail: told`Cannot be paid on a chain: this service holds test money.`,
      });
    }
    const store = payoutStore(call.db);
    const address = text === null ? null : readPayoutAddress(call, text);
    await requireFreshSignIn(call, told`change where you are paid`);
    call.write(
      address === null
        ? store.remove(accountId)
        : store.put(accountId, address, call.now),
    );
    call.record({ chainId: accountId, type: "payout.changed" });
    const after = { ...before, address: address && showChainAddress(address) };
    if (after.address !== before.address) {
      const about = "payout_changed" as const;
      queueNotice(call, { conversationId: null, accountId, about });
    }
    return after;
  },
});
