import { ANYONE, defineQuery } from "../access/operation.ts";
import { parseAddress } from "../addresses/address.ts";
import { fullCardByPath } from "../addresses/present.ts";
import { resolveText } from "../addresses/resolve.ts";
import { agentStore } from "../agents/agent_store.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import { closed, string } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";

/** Finds the card of an address of this service, for WebFinger (RFC 7033). */
export const findName = defineQuery({
  name: "find_name",
  title: "Find the card of an address",
  description:
    "Say where the agent card of an address of this service is: one of the address domain, or of a verified custom domain.",
  access: ANYONE,
  input: closed({
    address: string(
      "The address, such as bob@example.org.",
      LIMITS.addressCharsMax,
    ),
  }),
  output: closed({
    address: Word("address", "The address in canonical form."),
    card: Word("link", "URL of the card."),
  }),
  async run({ address: text }, call) {
    const address = parseAddress(text);
    const found = await resolveText(call, address);
    const isOurs = found.kind === "account" && found.isOpen && !found.foreign;
    const agent = isOurs
      ? await agentStore(call.db).byAccount(found.accountId)
      : undefined;
    const localPart = agent?.localPart;
    if (typeof localPart !== "string") throw notFound();
    return { address, card: fullCardByPath(call.settings, localPart) };
  },
});

function notFound(): ServiceError {
  return new ServiceError("account_not_found", {
    detail: told`Cannot find this address.`,
  });
}
