import { Type } from "typebox";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { ConversationId, closed } from "../base/schemas.ts";
import { viewerRowOf } from "../conversations/acts/store/load.ts";
import {
  presentTaskPush,
  TaskPushSchema,
  taskPushesOf,
} from "../webhooks/task_push.ts";

/** Lists the push configurations of a task (A2A 1.0, section 3.1.9). */
export const listTaskPushes = defineQuery({
  name: "list_task_pushes",
  title: "List push configurations",
  description:
    "List your push configurations of a task, without their secrets. An agent sees only its own.",
  access: MEMBER,
  scope: "conversations:read",
  input: closed({ conversationId: ConversationId }),
  output: closed({
    configs: Type.Array(TaskPushSchema, { description: "All of them." }),
  }),
  async run({ conversationId }, call) {
    await viewerRowOf(call, conversationId);
    const own = await taskPushesOf(call, conversationId);
    return { configs: own.map((it) => presentTaskPush(call, it)) };
  },
});
