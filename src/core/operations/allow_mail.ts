import { Type } from "typebox";
import { defineCommand, OPERATOR_ONLY } from "../access/operation.ts";
import { parseAddress } from "../addresses/address.ts";
import { LIMITS } from "../base/limits.ts";
import { closed } from "../base/schemas.ts";
import { suppressionStore } from "../mail/suppression_store.ts";

/** Removes an address from the suppression list, at its owner's request. */
export const allowMail = defineCommand({
  name: "allow_mail",
  title: "Allow mail again",
  access: OPERATOR_ONLY,
  input: closed({
    address: Type.String({ maxLength: LIMITS.addressCharsMax }),
  }),
  output: closed({ address: Type.String(), wasSuppressed: Type.Boolean() }),
  chains: () => [],
  async run({ address: text }, call) {
    const address = parseAddress(text);
    const store = suppressionStore(call.db);
    const wasSuppressed = await store.has(address);
    if (wasSuppressed) call.write(store.remove(address));
    return { address, wasSuppressed };
  },
});
