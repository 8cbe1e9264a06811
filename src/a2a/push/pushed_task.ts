import { LIMITS } from "../../core/base/limits.ts";
import { isTerminal } from "../../core/conversations/model/states.ts";
import { threadOf } from "../../core/conversations/read/projection/present.ts";
import { getConversation } from "../../core/operations/get_conversation.ts";
import type { Services } from "../../core/pipeline/call.ts";
import { callOperation } from "../../core/pipeline/call.ts";
import type { WriteTask } from "../../core/senders/sender.ts";
import { jsonText } from "../../http/json_text.ts";
import { showTask } from "../show_tasks.ts";

const MESSAGES = LIMITS.threadMessagesMax;

/** Writes a task as GetTask shows it, for a push notification (A2A 1.0, section 4.3.3). */
export function taskWriter(services: Services): WriteTask {
  return async (principal, conversationId) => {
    const read = await callOperation(
      services,
      getConversation,
      { principal, via: "a2a", requestId: "push", isCounted: true },
      { conversationId, limit: MESSAGES },
    );
    const conversation = threadOf(read.output);
    const { version, state } = conversation;
    const view = { historyLength: MESSAGES };
    const task = await showTask(services, conversation, view);
    // Another service shows what is said after the end, too (docs/federation.md).
    const isFollowed = state === "completed" && principal.origin !== undefined;
    const isOver = isTerminal(state) && !isFollowed;
    return { body: jsonText({ task }), version, isOver };
  };
}
