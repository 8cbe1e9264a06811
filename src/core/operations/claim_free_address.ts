import { ADDRESS_MEMBER, defineCommand } from "../access/operation.ts";
import {
  requireFree,
  requireRules,
  reserve,
} from "../addresses/domains/claim.ts";
import { freeAddressOf, presentAddress } from "../addresses/present.ts";
import { AddressSchema } from "../addresses/schemas.ts";
import { addressStore } from "../addresses/store.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, described, flag, string } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { loadAccount } from "../identity/accounts.ts";

/** Gives the caller one permanent free address. */
export const claimFreeAddress = defineCommand({
  name: "claim_free_address",
  title: "Claim a free address",
  description: "Claim your one free mailbox address by its local-part.",
  access: ADDRESS_MEMBER,
  scope: "addresses:write",
  input: closed({
    localPart: string(
      "Part before the @: 1 to 64 lowercase letters, digits, dots and hyphens.",
      LIMITS.addressCharsMax,
    ),
  }),
  output: closed({
    address: described(AddressSchema, "Full address, such as ada@example.com."),
    created: flag("False if you already had it."),
  }),
  chains: (_input, { member }) => [member.accountId],
  async run({ localPart }, call) {
    const { settings, member } = call;
    requireRules(localPart);
    const own = await addressStore(call.db).ofAccount(member.accountId);
    if (own?.localPart === localPart) {
      return { address: presentAddress(settings, own), created: false };
    }
    await requireFree(call, localPart);
    if (own) {
      throw new ServiceError("already_has_address", {
        detail: told`Cannot claim "${localPart}": you already have the free address ${freeAddressOf(settings, own.localPart)}.`,
      });
    }
    const account = await loadAccount(call, member.accountId);
    const prices = await addressStore(call.db).pricesOf(account.id);
    const address = presentAddress(settings, {
      ...reserve(call, account.id, localPart),
      displayName: account.displayName,
      accountKind: account.kind,
      prices,
    });
    return { address, created: true };
  },
});
