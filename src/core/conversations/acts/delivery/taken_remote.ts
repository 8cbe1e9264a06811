import type {
  RemotePlace,
  RemoteTaskRow,
} from "../../../addresses/foreign/remote_task_store.ts";
import type {
  RemoteMessage,
  RemoteTask,
  TaskState,
} from "../../../agents/remote/calls/remote_task.ts";
import { isEnded } from "../../../agents/remote/calls/remote_task.ts";
import { isObject } from "../../../base/json.ts";
import { LIMITS } from "../../../base/limits.ts";
import { HOUR_MS, MINUTE_MS } from "../../../base/time.ts";
import type { ForeignParticipant } from "../store/foreign_queue.ts";

/** The words of another service about a conversation. */
export interface TakenRemote extends RemotePlace {
  /** A task, or an answer without one. */
  readonly said: RemoteTask | RemoteMessage;
  /** How it came. Only the answer to a message of ours may name a new task. */
  readonly by: "answer" | "look" | "push";
  /** The message of ours that it answers. */
  readonly answers?: string;
  /** True if the task that was known is no longer there. */
  readonly reopens?: boolean;
  /** The version that was known before it was asked for; absent of a push. */
  readonly knownBefore?: number;
  /** The signature of a push, for the record. */
  readonly evidence?: Readonly<Record<"digest" | "keyId" | "origin", string>>;
}

/** The part of it that is judged and kept: no words. */
export interface RemoteHead {
  readonly taskId: string | null;
  readonly contextId: string | null;
  readonly state: TaskState | null;
  /** The version of the conversation there; null from a service that tells none. */
  readonly version: number | null;
  /** An answer below this version is not late: that service has gone back to a backup. */
  readonly knownBefore: number;
}

/** True for a task, false for an answer without one. */
export function isTask(said: RemoteTask | RemoteMessage): said is RemoteTask {
  return "state" in said;
}

/** The head of what was said. Pure. */
export function headOf({
  said,
  knownBefore = 0,
}: Pick<TakenRemote, "said" | "knownBefore">): RemoteHead {
  if (!isTask(said)) {
    const none = { taskId: null, contextId: null, state: null, version: null };
    return { ...none, knownBefore };
  }
  const { id: taskId, contextId, state, metadata } = said;
  const { svc } = metadata;
  const version = isObject(svc) ? svc.version : undefined;
  const isCount = Number.isSafeInteger(version) && Number(version) >= 0;
  return {
    taskId,
    contextId,
    state,
    version: isCount ? Number(version) : null,
    knownBefore,
  };
}

/** Why a snapshot is left alone: it is of another task, or older than what is known. */
export type NotBelieved = "another_task" | "older";

/**
 * Judges a snapshot by what is known of the task (docs/decisions/0036): it has to be of this
 * task, its version may not go back, and a task that has ended stays so. Pure.
 */
export function doubtOf(
  row: RemoteTaskRow,
  { remote }: ForeignParticipant,
  head: RemoteHead,
  { by, reopens }: Pick<TakenRemote, "by" | "reopens">,
): NotBelieved | undefined {
  const { taskId, version, state, knownBefore } = head;
  if (taskId === null) return undefined;
  const hasEnded = hasEndedAt(row, remote);
  if (taskId !== row.taskId) {
    const isOpen = row.taskId === null || hasEnded || reopens === true;
    return by === "answer" && isOpen ? undefined : "another_task";
  }
  const isLower = version !== null && version < (row.version ?? 0);
  if (isLower && version >= knownBefore) return "older";
  return hasEnded && state !== null && state !== remote.state
    ? "older"
    : undefined;
}

/**
 * True for an earlier task of the conversation that its service pushes again: people there may
 * write after its end, while a follow-up of ours has opened another. Pure.
 */
export function isEarlier(
  row: RemoteTaskRow,
  { remote }: ForeignParticipant,
  { taskId, contextId, state }: RemoteHead,
  by: TakenRemote["by"],
): boolean {
  const isOther =
    taskId !== null && row.taskId !== null && taskId !== row.taskId;
  const isSame = contextId !== null && contextId === remote.contextId;
  return by === "push" && isOther && isSame && state === "TASK_STATE_COMPLETED";
}

/** True if the task that is followed has ended, so that a message opens another. Pure. */
export function hasEndedAt(
  { taskId }: Pick<RemoteTaskRow, "taskId">,
  { taskId: shownId, state }: ForeignParticipant["remote"],
): boolean {
  if (taskId === null || taskId !== shownId || state === null) return false;
  return isEnded(state as TaskState);
}

/** The pauses between looks at a task of which nothing new is heard. */
const LOOKS = [
  5_000,
  30_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
] as const;

/** When a task is asked for next, after so many looks; null after a month without news. */
export function nextLook(now: number, looks: number): number | null {
  if (looks > LIMITS.remoteLooksMax) return null;
  return now + (LOOKS[looks] ?? 6 * HOUR_MS);
}
