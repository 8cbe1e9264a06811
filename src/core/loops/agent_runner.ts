import type { Caller } from "../access/context.ts";
import { answerDoorman } from "../agents/doorman.ts";
import { answerHello } from "../agents/hello.ts";
import type {
  Answer,
  Questioner,
  ServiceLocalPart,
} from "../agents/question.ts";
import { answerCourier } from "../agents/remote/courier.ts";
import { answerSecurity } from "../agents/security.ts";
import type { ServiceAgent } from "../agents/service_agents.ts";
import { SERVICE_AGENTS } from "../agents/service_agents.ts";
import { serviceAgentStore } from "../agents/store.ts";
import { LIMITS } from "../base/limits.ts";
import { Loop } from "../base/loop.ts";
import { loadForMember } from "../conversations/acts/store/load.ts";
import type { AgentTurn } from "../conversations/acts/thread/agent_turn.ts";
import { agentTurn } from "../conversations/acts/thread/agent_turn.ts";
import type { Message } from "../conversations/model/model.ts";
import { textOf } from "../conversations/model/parts.ts";
import { ServiceError } from "../errors/errors.ts";
import { queueOf } from "../events/bus.ts";
import { credentialStore } from "../identity/credentials_store.ts";
import { completeConversation } from "../operations/complete_conversation.ts";
import { sendMessage } from "../operations/send_message.ts";
import { updateConversation } from "../operations/update_conversation.ts";
import type { Services } from "../pipeline/call.ts";
import { callOperation } from "../pipeline/call.ts";
import { queryCall } from "../pipeline/query_call.ts";

const TURNS_MAX = 4;

/**
 * Runs the service's own agents. Their queue is their unread conversations, so the database
 * limits it, it survives a crash, and a repeated turn does nothing: the answer has one
 * idempotency key per conversation.
 */
export class AgentRunner {
  readonly #services: Services;
  readonly #unsubscribe: (() => void)[] = [];
  readonly #sweep: Loop;
  /** Agents with news since their queue was last read. */
  readonly #woken = new Set<ServiceAgent>();
  #running: Promise<void> | undefined;
  #isStopped = false;

  /** Starts with what was left unanswered when the last process ended. */
  constructor(services: Services) {
    this.#services = services;
    for (const agent of SERVICE_AGENTS) {
      const wake = () => this.#wake([agent]);
      const { bus } = services;
      this.#unsubscribe.push(bus.subscribe(queueOf(agent.accountId), wake));
    }
    // Looks for failed work, and for work left by another node.
    this.#sweep = new Loop({
      everyMs: LIMITS.agentSweepMs,
      pass: async () => this.#wake(SERVICE_AGENTS),
      failed: (error) => services.log.error("agents.queue_failed", error),
    });
    this.#sweep.start();
  }

  /** Waits until no committed work waits for an agent. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /** Finishes the running turn and takes no other. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#sweep.stop();
    for (const unsubscribe of this.#unsubscribe.splice(0)) unsubscribe();
    await this.idle();
  }

  #wake(agents: readonly ServiceAgent[]): void {
    if (this.#isStopped) return;
    for (const agent of agents) this.#woken.add(agent);
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      // Work may have arrived between the last look and this point.
      if (this.#woken.size > 0) this.#wake([]);
    });
  }

  async #run(): Promise<void> {
    for (const agent of this.#woken) {
      this.#woken.delete(agent);
      try {
        await this.#work(agent);
      } catch (error) {
        this.#services.log.error("agents.queue_failed", error);
      }
    }
  }

  /** One pass over an agent's queue; failures are left for the next sweep. */
  async #work(agent: ServiceAgent): Promise<void> {
    const store = serviceAgentStore(this.#services.db);
    let after = "";
    while (!this.#isStopped) {
      const ids = await store.queue(agent.accountId, after);
      const last = ids.at(-1);
      if (last === undefined) return;
      await Promise.all(ids.map((id) => this.#serve(agent, id)));
      after = last;
    }
  }

  async #serve(agent: ServiceAgent, conversationId: string): Promise<void> {
    try {
      await takeTurns(this.#services, agent, conversationId);
    } catch (error) {
      this.#services.log.error("agents.turn_failed", error);
    }
  }
}

/** Takes turns as the record requires, until nothing is left to do. */
async function takeTurns(
  services: Services,
  agent: ServiceAgent,
  conversationId: string,
): Promise<void> {
  for (let turns = 1; turns <= TURNS_MAX; turns++) {
    const caller = callerFor(services, agent);
    const call = queryCall(services, caller);
    const { conversation } = await loadForMember(call, conversationId);
    const turn = agentTurn(conversation, agent.accountId);
    if (turn.kind === "done") break;
    try {
      if (turn.kind === "answer") {
        await answer(services, agent, caller, { conversationId, turn });
        continue;
      }
      const input = { conversationId };
      await callOperation(services, completeConversation, caller, input);
      return;
    } catch (error) {
      if (!isFinal(error)) throw error;
      if (isOvertaken(error)) continue;
      // It would fail in the same way forever, for example in a full conversation.
      services.log.error("agents.turn_refused", error, caller.requestId);
      break;
    }
  }
  const read = { conversationId, unread: false };
  await callOperation(
    services,
    updateConversation,
    callerFor(services, agent),
    read,
  );
}

/** An agent as a caller, with an id for each act. */
function callerFor(services: Services, { accountId }: ServiceAgent): Caller {
  return {
    principal: { kind: "service", accountId, scopes: null },
    via: "system",
    requestId: `agent-${services.randomBytes(8).toHex()}`,
  };
}

/** An error of the case itself, not of the moment. */
function isFinal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code !== "unavailable";
}

/** Something else was faster: a cancel, another agent, another node. */
function isOvertaken({ code }: ServiceError): boolean {
  return (
    code === "conversation_closed" ||
    code === "wrong_state" ||
    code === "idempotency_mismatch" ||
    code === "idempotency_in_flight"
  );
}

async function answer(
  services: Services,
  { localPart }: ServiceAgent,
  caller: Caller,
  {
    conversationId,
    turn: { question, requester },
  }: {
    readonly conversationId: string;
    readonly turn: Extract<AgentTurn, { kind: "answer" }>;
  },
): Promise<void> {
  const { accountId, displayName } = requester;
  const text = await ANSWERS[localPart](
    {
      text: textOf(question.parts),
      requester: {
        accountId,
        displayName,
        scopes: await scopesOf(services, accountId, question),
      },
    },
    queryCall(services, caller),
  );
  await callOperation(
    services,
    sendMessage,
    // One key per conversation, so it is answered once even if read twice.
    { ...caller, idempotencyKey: `answer:${conversationId}` },
    { conversationId, text, mode: "reply", inReplyTo: question.id },
  );
}

/** The scopes of a message's author; none if unknown. */
async function scopesOf(
  { db }: Services,
  accountId: string | null,
  { actor }: Message,
): Promise<Questioner["scopes"]> {
  if (!actor || accountId === null || actor.accountId !== accountId) return [];
  if (actor.credentialId === undefined) {
    return actor.kind === "person" ? null : [];
  }
  const credentials = credentialStore(db);
  const found = await credentials.find(accountId, actor.credentialId);
  return found ? found.scopes : [];
}

/** The answers of the service's own agents: only code, no model. */
const ANSWERS: Readonly<Record<ServiceLocalPart, Answer>> = {
  hello: answerHello,
  doorman: answerDoorman,
  courier: answerCourier,
  security: answerSecurity,
  demobaker: async () =>
    "I'm a demo: everyone who signs up gets one paid request from me to try, and that is all I do.",
};
