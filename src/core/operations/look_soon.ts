import { Type } from "typebox";
import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { remoteTaskStore } from "../addresses/foreign/remote_task_store.ts";
import { closed, flag } from "../base/schemas.ts";

/** Has a task at another service asked for sooner than planned. */
export const lookSoon = defineCommand({
  name: "look_soon",
  title: "Look at a task soon",
  access: SYSTEM_ONLY,
  input: closed({
    conversationId: Type.String(),
    accountId: Type.String(),
    at: Type.Integer(),
  }),
  output: closed({ done: flag("Always true.") }),
  // It appends to no chain.
  chains: () => [],
  async run({ at, ...place }, call) {
    call.write(remoteTaskStore(call.db).lookSoon(place, at));
    return { done: true };
  },
});
