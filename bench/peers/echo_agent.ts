import type { AgentCard } from "@a2a-js/sdk";
import { TaskState } from "@a2a-js/sdk";
import type { AgentExecutor } from "@a2a-js/sdk/server";
import {
  AgentEvent,
  DefaultRequestHandler,
  InMemoryTaskStore,
} from "@a2a-js/sdk/server";

const MODES = ["text/plain"];
const CARD: AgentCard = {
  name: "Echo",
  description: "Completes each task at once",
  version: "1.0.0",
  provider: undefined,
  supportedInterfaces: [
    {
      url: "http://localhost/a2a",
      protocolBinding: "JSONRPC",
      protocolVersion: "1.0",
      tenant: "",
    },
  ],
  capabilities: {
    streaming: false,
    pushNotifications: false,
    extendedAgentCard: false,
    extensions: [],
  },
  securitySchemes: {},
  securityRequirements: [],
  defaultInputModes: MODES,
  defaultOutputModes: MODES,
  skills: [],
  signatures: [],
};

/** One event a task, with the message in its history: the least that can be read back. */
const EXECUTOR: AgentExecutor = {
  async execute({ taskId, contextId, userMessage }, bus) {
    const status = {
      state: TaskState.TASK_STATE_COMPLETED,
      message: undefined,
      timestamp: new Date().toISOString(),
    };
    bus.publish(
      AgentEvent.task({
        id: taskId,
        contextId,
        status,
        artifacts: [],
        history: [userMessage],
        metadata: undefined,
      }),
    );
    bus.finished();
  },
  async cancelTask() {},
};

/** The SDK's default handler over its store in memory. */
export function echoAgent(): DefaultRequestHandler {
  return new DefaultRequestHandler(CARD, new InMemoryTaskStore(), EXECUTOR);
}
