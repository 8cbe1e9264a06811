import type { QueryCall } from "../access/context.ts";
import { brokenRule } from "../addresses/local_part.ts";
import { resolveText } from "../addresses/resolve.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import type { AddressedAgent } from "./account_card.ts";
import type { Agent } from "./agent_store.ts";
import { agentStore } from "./agent_store.ts";

/**
 * The agent with a local-part, in any case.
 * @throws account_not_found
 */
export async function agentAt(
  call: QueryCall,
  localPart: string,
): Promise<AddressedAgent> {
  const name = localPart.toLowerCase();
  if (brokenRule(name) !== undefined) throw notFound();
  return addressed(await agentStore(call.db).byLocalPart(name));
}

/**
 * The agent of an id, an address or a local-part.
 * @throws account_not_found, invalid_address
 */
export async function agentNamed(
  call: QueryCall,
  agentId: string,
): Promise<AddressedAgent> {
  const name = agentId.trim();
  if (name.includes("@")) {
    const found = await resolveText(call, name);
    if (found.kind === "email" || found.foreign) throw notFound();
    return addressed(await agentStore(call.db).byAccount(found.accountId));
  }
  // An id has an underscore, a local-part never.
  return name.includes("_")
    ? addressed(await agentStore(call.db).byAccount(name))
    : await agentAt(call, name);
}

/** A card needs an address; an account without an address has no card. */
function addressed(agent: Agent | undefined): AddressedAgent {
  const localPart = agent?.localPart;
  if (agent && typeof localPart === "string") return { ...agent, localPart };
  throw notFound();
}

function notFound(): ServiceError {
  return new ServiceError("account_not_found", {
    detail: told`Cannot find this agent: no account here has that name.`,
  });
}
