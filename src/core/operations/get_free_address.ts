import { ADDRESS_MEMBER, defineQuery } from "../access/operation.ts";
import { presentAddress } from "../addresses/present.ts";
import { AddressSchema } from "../addresses/schemas.ts";
import { addressStore } from "../addresses/store.ts";
import { closed, nullable } from "../base/schemas.ts";

/** Reads the caller's own free address. */
export const getFreeAddress = defineQuery({
  name: "get_free_address",
  title: "Read your free address",
  description: "Read your free mailbox address, or null if you have none yet.",
  access: ADDRESS_MEMBER,
  scope: "addresses:read",
  input: closed({}),
  output: closed({ address: nullable(AddressSchema) }),
  async run(_input, call) {
    const { accountId } = call.member;
    const row = await addressStore(call.db).ofAccount(accountId);
    return { address: row ? presentAddress(call.settings, row) : null };
  },
});
