import { Type } from "typebox";
import { ANYONE, defineQuery, MEMBER } from "../access/operation.ts";
import { isMember } from "../access/principal.ts";
import { AgentCardSchema } from "../agents/card.ts";
import { agentAt } from "../agents/find_agent.ts";
import { signedAccountCard } from "../agents/signed_cards.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, string } from "../base/schemas.ts";
import { ServiceError } from "../errors/errors.ts";

/** Reads the agent card at one local-part (A2A 1.0, sections 4.4.1 and 3.1.11). */
export const getAccountCard = defineQuery({
  name: "get_account_card",
  title: "Read an account's agent card",
  description:
    "Read the agent card of the account with a local-part. extended adds prices, limits and private skills for signed-in callers.",
  access: ANYONE,
  input: closed({
    localPart: string(
      "Part before the @ of the account's free address.",
      LIMITS.addressCharsMax,
    ),
    extended: Type.Optional(Type.Boolean()),
    full: Type.Optional(
      Type.Boolean({ description: "The card of the HTTP+JSON binding." }),
    ),
  }),
  output: closed({ card: AgentCardSchema }),
  async run({ localPart, extended = false, full }, call) {
    if (extended && !isMember(call.caller.principal)) {
      throw new ServiceError("unauthenticated", { detail: MEMBER.sentence });
    }
    const agent = await agentAt(call, localPart);
    return {
      card: await signedAccountCard(call, agent, { extended, full }),
    };
  },
});
