import type { CommandCall } from "../access/context.ts";
import type { Member } from "../access/principal.ts";
import { deliveryStore } from "../delivery/delivery_store.ts";
import { ServiceError } from "../errors/errors.ts";
import { attempt } from "../webhooks/target.ts";
import type { TaskPush } from "../webhooks/task_push.ts";
import {
  endTaskPush,
  isTaskPush,
  pushHeadersFor,
  readerOf,
} from "../webhooks/task_push.ts";
import { taskPushStore } from "../webhooks/task_push_store.ts";
import type { Webhook } from "../webhooks/webhook_store.ts";
import type { WriteTask } from "./sender.ts";
import type { WebhookFormat } from "./webhook_format.ts";
import { webhookOutcome } from "./webhook_format.ts";

/**
 * The form of a push notification (A2A 1.0, section 4.3.3): the whole task as it is when it
 * leaves. So one delivery waits at most, whatever has changed, and nobody could resume a
 * configuration that stopped: it is removed.
 */
export const TASK: WebhookFormat = {
  async begin(call, webhook) {
    const push = pushOf(webhook);
    if (await readerOf(call, push)) await beginPush(call, push);
    else endTaskPush(call, push);
    return false;
  },
  async compose(call, webhook) {
    const push = pushOf(webhook);
    const reader = await readerOf(call, push);
    if (!reader) return { came: "later" };
    return async ({ writeTask }) =>
      writeTask
        ? await sendTask(call, { push, reader }, writeTask)
        : { came: "later" };
  },
  settled(call, webhook, { delivery, outcome }) {
    const push = pushOf(webhook);
    const { came, isEnd, sent } = outcome;
    if (came === "dropped") {
      endTaskPush(call, push);
      return true;
    }
    if (!isEnd || came === "gone") return false;
    const version = Math.max(sent?.version ?? 0, delivery.number ?? 0);
    const store = taskPushStore(call.db);
    call.write(store.pushed(push.id, version));
    if (sent?.isOver) call.write(store.removeDone(push.id));
    return false;
  },
  stop: (call, webhook) => endTaskPush(call, pushOf(webhook)),
};

function pushOf(webhook: Webhook): TaskPush {
  if (isTaskPush(webhook)) return webhook;
  throw new TypeError("A push is for a task");
}

/** Makes a delivery of the newest version in place of those that wait. */
async function beginPush(call: CommandCall, push: TaskPush): Promise<void> {
  const { id, accountId, conversationId, readTo } = push;
  const store = taskPushStore(call.db);
  const number = push.changedTo ?? 0;
  if (number <= Math.max(readTo, await store.begun(id))) return;
  call.write(
    store.dropWaiting(id),
    deliveryStore(call.db).insert({
      id: call.newId("webhookMessage"),
      sender: "webhook",
      kind: "task",
      ...{ accountId, recipient: id, conversationId },
      body: "",
      createdAt: call.now,
      // Two nodes that see the same change make one delivery of it.
      ...{ series: `${id}/task`, number },
    }),
  );
}

/** Writes the task and sends it once. */
async function sendTask(
  call: CommandCall,
  { push, reader }: { readonly push: TaskPush; readonly reader: Member },
  writeTask: WriteTask,
) {
  const at = call.clock();
  try {
    const { body, ...sent } = await writeTask(reader, push.conversationId);
    const headers = await pushHeadersFor(call, push, body);
    const answer = await attempt(call, push.url, { headers, body });
    // An answer may repeat the headers, so none of it is stored.
    const told = { ...answer, response: null };
    return { ...webhookOutcome(told, at, call.clock()), sent };
  } catch (error) {
    if (isHidden(error)) return { came: "dropped" } as const;
    throw error;
  }
}

/** True if the reader may not read the task any more, or it is gone. */
function isHidden(error: unknown): boolean {
  return error instanceof ServiceError && HIDDEN.includes(error.code);
}

const HIDDEN: readonly string[] = [
  "conversation_not_found",
  "insufficient_scope",
];
