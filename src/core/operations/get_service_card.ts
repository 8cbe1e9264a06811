import { Type } from "typebox";
import { ANYONE, defineQuery, MEMBER } from "../access/operation.ts";
import { isMember } from "../access/principal.ts";
import { AgentCardSchema } from "../agents/card.ts";
import { signedServiceCard } from "../agents/signed_cards.ts";
import { closed } from "../base/schemas.ts";
import { ServiceError } from "../errors/errors.ts";

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
    full: Type.Optional(
      Type.Boolean({ description: "The card of the HTTP+JSON binding." }),
    ),
  }),
  output: AgentCardSchema,
  async run({ extended = false, full }, call) {
    if (extended && !isMember(call.caller.principal)) {
      throw new ServiceError("unauthenticated", { detail: MEMBER.sentence });
    }
    return await signedServiceCard(call, { extended, full });
  },
});
