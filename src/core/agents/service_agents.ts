import type { Core } from "../access/context.ts";
import { SERVICE_LOCAL_PARTS } from "../addresses/reserved_local_parts.ts";
import { addressStore } from "../addresses/store.ts";
import { accountStore } from "../identity/accounts_store.ts";
import { agentStore } from "./agent_store.ts";
import { SERVICE_SKILLS } from "./service_skills.ts";

type ServiceLocalPart = (typeof SERVICE_LOCAL_PARTS)[number];

/** One of the service's own agents (docs/service_agents.md): deterministic code. */
export interface ServiceAgent {
  readonly accountId: string;
  readonly localPart: ServiceLocalPart;
  readonly name: string;
  readonly description: string;
}

const WORDS = {
  hello: {
    name: "Hello",
    description:
      "Welcomes new accounts, explains the service and answers the commands help and status.",
  },
  doorman: {
    name: "Doorman",
    description:
      "Keeps the door of an inbox: contact types, prices, allowing and blocking, and quotes.",
  },
  courier: {
    name: "Courier",
    description:
      "Carries invites to people outside the service and reports delivery and bounces.",
  },
  security: {
    name: "Security",
    description:
      "Reviews payments, new contacts, outward sends and cancels before they commit.",
  },
  demobaker: {
    name: "Demo baker",
    description:
      "Sends everyone who signs up one paid request to try, with test money.",
  },
} as const satisfies Record<
  ServiceLocalPart,
  Pick<ServiceAgent, "name" | "description">
>;

/** One service agent. Its account id is fixed, so code can name it. */
export function serviceAgent(localPart: ServiceLocalPart): ServiceAgent {
  return { accountId: `acc_${localPart}`, localPart, ...WORDS[localPart] };
}

/** The service agents, in the order they are shown. */
export const SERVICE_AGENTS: readonly ServiceAgent[] =
  SERVICE_LOCAL_PARTS.map(serviceAgent);

/**
 * Creates the service agents' accounts, addresses and profiles, once. This is a write outside
 * `callOperation`, because there is no caller yet.
 */
export async function seedServiceAgents(
  core: Pick<Core, "db" | "clock">,
): Promise<void> {
  const accounts = accountStore(core.db);
  const addresses = addressStore(core.db);
  const agents = agentStore(core.db);
  const createdAt = core.clock();
  await core.db.commit(
    SERVICE_AGENTS.flatMap(({ accountId, localPart, name, description }) => [
      accounts.seed({
        id: accountId,
        kind: "service",
        displayName: name,
        createdAt,
        disabledAt: null,
      }),
      addresses.seed({
        id: `adr_${localPart}`,
        localPart,
        accountId,
        createdAt,
      }),
      agents.seed({
        accountId,
        description,
        skills: SERVICE_SKILLS[localPart],
        prices: [],
        // It does nothing for whoever asks.
        listed: localPart !== "demobaker",
        showsRecord: false,
        away: null,
        version: 1,
        updatedAt: createdAt,
      }),
    ]),
  );
}
