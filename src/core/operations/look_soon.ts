import { Type } from "typebox";
import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { remoteTaskStore } from "../addresses/foreign/remote_task_store.ts";
import { closed, flag } from "../base/schemas.ts";

/** Has a task at another service asked for now, after a push that proves nothing. */
export const lookSoon = defineCommand({
  name: "look_soon",
  title: "Look at a task soon",
  description: "Ask another service for a task as soon as possible.",
  access: SYSTEM_ONLY,
  input: closed({ conversationId: Type.String(), accountId: Type.String() }),
  output: closed({ done: flag("Always true.") }),
  // It appends to no chain.
  chains: () => [],
  async run(place, call) {
    call.write(remoteTaskStore(call.db).lookSoon(place, call.now));
    return { done: true };
  },
});
