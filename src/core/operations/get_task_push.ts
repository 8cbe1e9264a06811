import { defineQuery, MEMBER } from "../access/operation.ts";
import { ConversationId, closed } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { viewerRowOf } from "../conversations/acts/store/load.ts";
import { ServiceError } from "../errors/errors.ts";
import {
  ConfigId,
  presentTaskPush,
  TaskPushSchema,
  taskPushesOf,
} from "../webhooks/task_push.ts";

/** Reads a push configuration of a task (A2A 1.0, section 3.1.8). */
export const getTaskPush = defineQuery({
  name: "get_task_push",
  title: "Read a push configuration",
  description: "Read one push configuration of a task, without its secrets.",
  access: MEMBER,
  scope: "conversations:read",
  input: closed({ conversationId: ConversationId, configId: ConfigId }),
  output: TaskPushSchema,
  async run({ conversationId, configId }, call) {
    await viewerRowOf(call, conversationId);
    const own = await taskPushesOf(call, conversationId);
    const found = own.find((it) => it.configId === configId);
    if (found) return presentTaskPush(call, found);
    throw new ServiceError("task_push_not_found", {
      detail: told`Cannot find this push configuration of the task.`,
    });
  },
});
