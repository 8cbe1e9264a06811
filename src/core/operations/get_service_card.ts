import { Type } from "typebox";
import { mailboxOf, pricesOf } from "../addresses/present.ts";
import { addressStore } from "../addresses/store.ts";
import { AgentCardSchema, extendedCard, publicCard } from "../agents/card.ts";
import type { QueryCall } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { loadAccount } from "../identity/accounts.ts";
import { ANYONE, defineQuery, MEMBER } from "../operation.ts";
import { isMember } from "../principal.ts";
import { closed } from "../schemas.ts";

/** Reads the service's own agent card (A2A 1.0, sections 4.4.1 and 3.1.11). */
export const getServiceCard = defineQuery({
  name: "get_service_card",
  title: "Read the service's agent card",
  description:
    "Read the agent card of this service. extended adds what concerns the signed-in account: its address, its prices and the limits.",
  access: ANYONE,
  input: closed({
    extended: Type.Optional(
      Type.Boolean({ description: "The card for the signed-in account." }),
    ),
  }),
  output: AgentCardSchema,
  async run({ extended = false }, call) {
    return extended ? await ownCard(call) : publicCard(call.settings);
  },
});

async function ownCard(call: QueryCall) {
  if (!isMember(call.caller.principal)) {
    throw new ServiceError("unauthenticated", { detail: MEMBER.sentence });
  }
  const { settings, member } = call;
  const account = await loadAccount(call, member.accountId);
  const owned = await addressStore(call.db).ofAccount(account.id);
  return extendedCard(settings, {
    address: owned ? mailboxOf(settings, owned.localPart) : null,
    displayName: account.displayName,
    prices: pricesOf(account.kind),
  });
}
