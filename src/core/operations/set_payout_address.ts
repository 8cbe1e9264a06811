import { Type } from "typebox";
import { definePreparedCommand, OWNER } from "../access/operation.ts";
import { freeAddressOf } from "../addresses/present.ts";
import { addressStore } from "../addresses/store.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, string } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { requireFreshSignIn } from "../exports/exports.ts";
import { loadAccount, ownerOf } from "../identity/accounts.ts";
import { OwnerId } from "../identity/schemas.ts";
import { queueNotice } from "../mail/notices.ts";
import {
  hearPayoutProof,
  requirePayoutProof,
} from "../payments/chain/payout_proof.ts";
import {
  PayoutSchema,
  payoutOf,
  readPayoutAddress,
} from "../payments/payout.ts";
import { payoutStore } from "../payments/payout_store.ts";
import { showChainAddress } from "../payments/terms/address.ts";

/** Sets the address at which the account is paid on the service's chain. */
export const setPayoutAddress = definePreparedCommand({
  name: "set_payout_address",
  title: "Set your payout address",
  description:
    "Set the wallet that USDC is paid out to, or null for none. The wallet proves that it is yours: without a signature the answer is proof_required with the text to sign. Prices already asked for keep their address. Needs a sign-in within the last ten minutes; no agent may do this.",
  access: OWNER,
  input: closed({
    accountId: OwnerId,
    address: Type.Union(
      [Type.String({ maxLength: LIMITS.idCharsMax }), Type.Null()],
      { description: "0x and 40 hex digits; null for none." },
    ),
    signature: Type.Optional(
      string(
        "The wallet's signature over textToSign from proof_required (EIP-191, personal_sign).",
        2 * LIMITS.chainSignatureBytesMax + 2,
      ),
    ),
  }),
  output: PayoutSchema,
  async prepare({ accountId, address: text, signature }, call) {
    if (text === null || !call.settings.chain) return undefined;
    const address = readPayoutAddress(call, text);
    const id = ownerOf(call, accountId);
    const own = await addressStore(call.db).ofAccount(id);
    const free = own && freeAddressOf(call.settings, own.localPart);
    const account = free === undefined ? id : `${free} (${id})`;
    const asked = { account, address, signature };
    return { address, proof: await hearPayoutProof(call, asked) };
  },
  chains: ({ accountId }, call) => [ownerOf(call, accountId)],
  async run({ accountId: named }, call, wanted) {
    const accountId = ownerOf(call, named);
    await loadAccount(call, accountId);
    const before = await payoutOf(call, accountId);
    if (!before) {
      throw new ServiceError("wrong_state", {
        detail: told`Cannot pay out on a chain: this service uses test money.`,
      });
    }
    await requireFreshSignIn(call, told`change your payout address`);
    const address = wanted ? showChainAddress(wanted.address) : null;
    if (address === before.address) return before;
    const store = payoutStore(call.db);
    if (wanted) {
      requirePayoutProof(wanted.proof);
      call.write(store.put(accountId, wanted.address, call.now));
    } else {
      call.write(store.remove(accountId));
    }
    call.record({ chainId: accountId, type: "payout.changed" });
    const about = "payout_changed" as const;
    queueNotice(call, { conversationId: null, accountId, about });
    return { ...before, address };
  },
});
