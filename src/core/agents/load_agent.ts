import type { QueryCall } from "../access/context.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import type { Agent } from "./agent_store.ts";
import { agentStore } from "./agent_store.ts";

/**
 * The caller's own account with its profile.
 * @throws account_not_found
 */
export async function loadAgent(call: QueryCall): Promise<Agent> {
  const agent = await agentStore(call.db).byAccount(call.member.accountId);
  if (agent) return agent;
  throw new ServiceError("account_not_found", {
    detail: told`Cannot find this account.`,
  });
}
