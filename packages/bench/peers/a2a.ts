/**
 * The A2A SDK as its documentation serves it: Express, an agent that completes each task
 * at once, and the store that the first argument names: `memory`, or `durable`, the SDK's
 * own over a SQLite file that is as safe as the service's (each commit reaches the disk).
 */
import { spawnSync } from "node:child_process";
import { AgentCard, TaskState } from "@a2a-js/sdk";
import type { AgentExecutor, TaskStore } from "@a2a-js/sdk/server";
import {
  AgentEvent,
  DefaultRequestHandler,
  InMemoryTaskStore,
} from "@a2a-js/sdk/server";
import { DatabaseTaskStore } from "@a2a-js/sdk/server/database";
import { jsonRpcHandler, UserBuilder } from "@a2a-js/sdk/server/express";
import express from "express";
import { Kysely, SqliteDialect } from "kysely";
import Database from "libsql";

const CARD = AgentCard.fromJSON({
  name: "Echo",
  description: "Completes each task at once",
  version: "1.0.0",
  supportedInterfaces: [
    {
      url: "http://localhost/a2a",
      protocolBinding: "JSONRPC",
      protocolVersion: "1.0",
    },
  ],
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
});

/** One event per task, with the message in its history: the least that can be read back. */
const EXECUTOR: AgentExecutor = {
  async execute({ taskId, contextId, userMessage }, bus) {
    const status = {
      state: TaskState.TASK_STATE_COMPLETED,
      message: undefined,
      timestamp: new Date().toISOString(),
    };
    const history = [userMessage];
    const task = { id: taskId, contextId, status, history };
    bus.publish(
      AgentEvent.task({ ...task, artifacts: [], metadata: undefined }),
    );
    bus.finished();
  },
  async cancelTask() {},
};

/** The SDK's own store, its tables made by the SDK's own command. */
function durableStore(): TaskStore {
  const cli = "node_modules/@a2a-js/sdk/dist/cli/a2a_db.js";
  const schema = ["upgrade", "--sql", "--dialect", "sqlite"];
  const { stdout } = spawnSync("node", [cli, ...schema], { encoding: "utf8" });
  const path = (process.env.DATABASE_URL ?? "").replace(/^file:/, "");
  const database = new Database(path);
  database.exec("pragma journal_mode = wal; pragma synchronous = full");
  database.exec(stdout);
  return new DatabaseTaskStore(
    new Kysely({ dialect: new SqliteDialect({ database }) }),
  );
}

const isDurable = process.argv[2] === "durable";
const store = isDurable ? durableStore() : new InMemoryTaskStore();
const app = express();
app.use(
  "/a2a",
  jsonRpcHandler({
    requestHandler: new DefaultRequestHandler(CARD, store, EXECUTOR),
    userBuilder: UserBuilder.noAuthentication,
  }),
);
app.listen(Number(process.env.PORT), () => console.log("The peer is ready"));
