import { defineCommand, MEMBER } from "../access/operation.ts";
import { ConversationId, closed } from "../base/schemas.ts";
import { viewerRowOf } from "../conversations/acts/store/load.ts";
import { isTerminal } from "../conversations/model/states.ts";
import { standingOf } from "../conversations/read/lists/changes_store.ts";
import {
  keepTaskPush,
  presentTaskPush,
  TASK_PUSH_FIELDS,
  TaskPushSchema,
} from "../webhooks/task_push.ts";

/** Sends a task to a URL after each change of it (A2A 1.0, section 3.1.7). */
export const createTaskPush = defineCommand({
  name: "create_task_push",
  title: "Have a task pushed",
  description:
    "Send a task to a URL after each change of it, until it has ended. A configuration with the same id is replaced.",
  access: MEMBER,
  scope: "conversations:write",
  input: closed({ conversationId: ConversationId, ...TASK_PUSH_FIELDS }),
  output: TaskPushSchema,
  chains: (_input, { member }) => [member.accountId],
  async run({ conversationId, ...asked }, call) {
    const { version } = await viewerRowOf(call, conversationId);
    const { accountId } = call.member;
    const standing = await standingOf(call.db)(conversationId, accountId);
    const isOver = standing !== undefined && isTerminal(standing.state);
    const task = { conversationId, version, isOver };
    return presentTaskPush(call, await keepTaskPush(call, asked, task));
  },
});
