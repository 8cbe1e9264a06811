import { Type } from "typebox";
import { defineCommand, MEMBER } from "../access/operation.ts";
import { ConversationId, closed } from "../base/schemas.ts";
import { viewerRowOf } from "../conversations/acts/store/load.ts";
import { ConfigId, endTaskPush, taskPushesOf } from "../webhooks/task_push.ts";

/** Ends a push configuration of a task; again, it changes nothing (A2A 1.0, section 3.1.10). */
export const deleteTaskPush = defineCommand({
  name: "delete_task_push",
  title: "End a push configuration",
  description: "Delete a push configuration of a task. Nothing more is sent.",
  access: MEMBER,
  scope: "conversations:write",
  input: closed({ conversationId: ConversationId, configId: ConfigId }),
  output: closed({
    deleted: Type.Literal(true, { description: "Always true." }),
  }),
  chains: (_input, { member }) => [member.accountId],
  async run({ conversationId, configId }, call) {
    await viewerRowOf(call, conversationId);
    const own = await taskPushesOf(call, conversationId);
    const found = own.find((it) => it.configId === configId);
    if (found) endTaskPush(call, found);
    return { deleted: true as const };
  },
});
