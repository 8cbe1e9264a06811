import type { Server } from "node:http";
import type { Message, Part, Task } from "@a2a-js/sdk";
import {
  AgentCard,
  generateAgentCardSignature,
  Role,
  TaskState,
} from "@a2a-js/sdk";
import type { ExecutionEventBus, RequestContext } from "@a2a-js/sdk/server";
import {
  AgentEvent,
  DefaultPushNotificationSender,
  DefaultRequestHandler,
  InMemoryPushNotificationStore,
  InMemoryTaskStore,
} from "@a2a-js/sdk/server";
import {
  agentCardHandler,
  jsonRpcHandler,
  restHandler,
  UserBuilder,
} from "@a2a-js/sdk/server/express";
import type { Express } from "express";
import express from "express";
import { exportJWK, generateKeyPair } from "jose";

/** The bindings that the agent's card offers, in this order. */
type Binding = "JSONRPC" | "HTTP+JSON";

/** One step of an agent: what it makes of a message. */
export type Step = (
  asked: RequestContext,
  say: AgentVoice,
) => Promise<void> | void;

/** How a step speaks: in the words of A2A, through the SDK's own bus. */
export interface AgentVoice {
  /** Opens or replaces the task with a state, and words for its status. */
  task(state: TaskState, words?: string, more?: Partial<Task>): void;
  /** Answers with a message alone. */
  message(words: string): void;
}

/** An agent made with the SDK's own server, as its documentation serves it. */
export interface SdkAgent extends AsyncDisposable {
  readonly origin: string;
  readonly card: string;
  /** The texts that it was sent, oldest first. */
  readonly heard: readonly string[];
  /** Replaces what it does with the next message. */
  does(step: Step): void;
}

/** The parts of a card that a test chooses. */
interface CardOptions {
  readonly extensions?: readonly object[];
  /** Signed by a key of its own origin. */
  readonly isSigned?: boolean;
}

/** Starts the untouched server of the A2A SDK on this machine, with its push sender. */
export async function startSdkAgent(
  bindings: readonly Binding[] = ["JSONRPC"],
  step: Step = (_asked, say) => say.task(TaskState.TASK_STATE_COMPLETED),
  { extensions = [], isSigned = false }: CardOptions = {},
): Promise<SdkAgent> {
  const app = express();
  const server = await new Promise<Server>((resolve) => {
    const listening: Server = app.listen(0, () => resolve(listening));
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const origin = `http://localhost:${port}`;
  const heard: string[] = [];
  let doing = step;
  const unsigned = AgentCard.fromJSON({
    name: "Scribe",
    description: "Writes things down.",
    version: "1.0.0",
    supportedInterfaces: bindings.map((protocolBinding) => ({
      url: `${origin}/${protocolBinding === "JSONRPC" ? "rpc" : "rest"}`,
      protocolBinding,
      protocolVersion: "1.0",
    })),
    capabilities: { streaming: true, pushNotifications: true, extensions },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [
      { id: "write", name: "Write", description: "Writes.", tags: ["text"] },
    ],
  });
  const card = isSigned ? await signed(unsigned, app, origin) : unsigned;
  const store = new InMemoryPushNotificationStore();
  const requestHandler = new DefaultRequestHandler(
    card,
    new InMemoryTaskStore(),
    {
      async execute(asked, bus) {
        heard.push(textIn(asked.userMessage.parts));
        await doing(asked, voiceOf(asked, bus));
        bus.finished();
      },
      async cancelTask(taskId, bus) {
        const voice = voiceOf({ taskId, contextId: "" }, bus);
        voice.task(TaskState.TASK_STATE_CANCELED);
        bus.finished();
      },
    },
    undefined,
    store,
    new DefaultPushNotificationSender(store),
  );
  const userBuilder = UserBuilder.noAuthentication;
  app.use(
    "/card.json",
    agentCardHandler({ agentCardProvider: requestHandler }),
  );
  app.use("/rpc", jsonRpcHandler({ requestHandler, userBuilder }));
  app.use("/rest", restHandler({ requestHandler, userBuilder }));
  return {
    origin,
    card: `${origin}/card.json`,
    heard,
    does(next) {
      doing = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Signs a card by the SDK's own function, and serves the key beside it. */
async function signed(card: AgentCard, app: Express, origin: string) {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const named = { alg: "ES256", kid: "own" };
  const keys = [{ ...(await exportJWK(publicKey)), ...named }];
  app.get("/keys", (_asked, answer) => void answer.json({ keys }));
  const header = { ...named, typ: "JOSE", jku: `${origin}/keys` };
  return await generateAgentCardSignature(privateKey, header)(card);
}

/** A part with a text. */
export function textPart(value: string): Part {
  return {
    content: { $case: "text", value },
    metadata: undefined,
    filename: "",
    mediaType: "text/plain",
  };
}

function voiceOf(
  {
    taskId,
    contextId,
    task,
    userMessage,
  }: Pick<RequestContext, "taskId" | "contextId"> &
    Partial<Pick<RequestContext, "task" | "userMessage">>,
  bus: ExecutionEventBus,
): AgentVoice {
  const messageOf = (words: string): Message => ({
    messageId: crypto.randomUUID(),
    contextId,
    taskId,
    role: Role.ROLE_AGENT,
    parts: [textPart(words)],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  });
  return {
    task(state, words, more = {}) {
      const message = words === undefined ? undefined : messageOf(words);
      const asked = userMessage ? [userMessage] : [];
      bus.publish(
        AgentEvent.task({
          id: taskId,
          contextId,
          status: { state, message, timestamp: new Date().toISOString() },
          history: [...(task?.history ?? []), ...asked],
          artifacts: task?.artifacts ?? [],
          metadata: undefined,
          ...more,
        }),
      );
    },
    message(words) {
      bus.publish(AgentEvent.message({ ...messageOf(words), taskId: "" }));
    },
  };
}

function textIn(parts: readonly Part[]): string {
  return parts
    .map(({ content }) => (content?.$case === "text" ? content.value : ""))
    .join("");
}
