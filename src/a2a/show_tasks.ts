import { LIMITS } from "../core/base/limits.ts";
import { smallFiles } from "../core/conversations/acts/thread/small_files.ts";
import type { ConversationView } from "../core/conversations/read/projection/present.ts";
import type { Services } from "../core/pipeline/call.ts";
import type { Task, TaskView } from "./shapes.ts";
import { toTask } from "./shapes.ts";

/** A task with all the messages that an answer holds. */
export const WHOLE_TASK: TaskView = { historyLength: LIMITS.threadMessagesMax };

/** Conversations as shown to a viewer, as tasks with their small files. */
export async function showTasks(
  { db }: Services,
  conversations: readonly ConversationView[],
  view: TaskView,
): Promise<Task[]> {
  const files =
    view.artifacts === "never"
      ? []
      : conversations.flatMap(({ artifacts }) => artifacts);
  const contents = await smallFiles(db, files);
  return conversations.map((it) => toTask(it, view, contents));
}

/** One conversation as a task. */
export async function showTask(
  services: Services,
  conversation: ConversationView,
  view: TaskView,
): Promise<Task> {
  const [task] = await showTasks(services, [conversation], view);
  if (!task) throw new RangeError("A conversation is a task");
  return task;
}

/** The answer of an operation about one conversation, in the requested view. */
export function showTaskOf(
  { conversation }: { readonly conversation: ConversationView },
  { services }: { readonly services: Services },
  { view }: { readonly view: TaskView },
): Promise<Task> {
  return showTask(services, conversation, view);
}
