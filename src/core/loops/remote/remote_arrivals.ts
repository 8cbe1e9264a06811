import type { ForeignAccount } from "../../addresses/foreign/foreign_store.ts";
import type {
  RemoteArtifact,
  RemoteMessage,
  RemotePart,
  RemoteTask,
  TaskState,
} from "../../agents/remote/calls/remote_task.ts";
import { canonicalJson, sha256 } from "../../base/digest.ts";
import { isObject } from "../../base/json.ts";
import { cleanLine } from "../../base/text.ts";
import type { TakenRemote } from "../../conversations/acts/delivery/taken_remote.ts";
import { isTask } from "../../conversations/acts/delivery/taken_remote.ts";

/** One thing that an agent at another service said: a message, or a result. */
export interface RemoteArrival {
  /** Its name here: the same for every repeat, and of this task alone. */
  readonly name: string;
  readonly parts: readonly RemotePart[];
  /** True if the task waits for the sender's answer to it. */
  readonly isQuestion: boolean;
  /** False if it does not accept the request. */
  readonly accepts: boolean;
  /** True if it only says why the task ended. */
  readonly isReason: boolean;
}

/** A name has room for the number of a file behind it. */
const NAME_CHARS = 200;
const DIGEST_CHARS = 16;

/**
 * All that the agent said, in its order, without what is said to be ours. Results come before
 * the last word. Pure.
 */
export function arrivalsOf(
  { said, answers = "" }: TakenRemote,
  from: Pick<ForeignAccount, "address" | "isFederated">,
): readonly RemoteArrival[] {
  if (!isTask(said)) return [messageIn(said, answers, null)];
  const { id, state, message } = said;
  // A service of our kind tells how a payment goes, beside what its people say.
  const stage = message?.metadata["x402.payment.status"];
  const isOfPayment =
    from.isFederated && stage !== undefined && stage !== "payment-required";
  const last = message?.isAgents && !isOfPayment ? message : undefined;
  const told = said.history.filter(
    (it) => it.isAgents && it.messageId !== last?.messageId,
  );
  const all = [
    ...told.map((it) => messageIn(it, id, state)),
    ...resultsOf(said, from),
    ...(last ? [lastIn(said, last)] : []),
  ];
  // An id that comes twice is one message.
  return [...new Map(all.map((it) => [it.name, it])).values()];
}

/**
 * Why a task ended, in the words of whoever ended it there, or those of its status; on one
 * line, "" without any. Pure.
 */
export function statusWords({ said }: Pick<TakenRemote, "said">): string {
  if (!isTask(said)) return "";
  const { svc } = said.metadata;
  const isTold = isObject(svc) && isObject(svc.stateReasonBy);
  if (isTold && typeof svc.stateReason === "string") {
    return cleanLine(svc.stateReason);
  }
  const texts = said.message?.parts.flatMap(({ text }) => text ?? []) ?? [];
  return cleanLine(texts.join(" "));
}

/** True if the agent asks to be paid before it goes on (a2a-x402). Pure. */
function asksForPayment(message: RemoteMessage | null): boolean {
  return isObject(message?.metadata["x402.payment.required"]);
}

/** States in which nobody works on a request yet, or any more. */
const IDLE: ReadonlySet<TaskState> = new Set([
  "TASK_STATE_SUBMITTED",
  "TASK_STATE_REJECTED",
  "TASK_STATE_CANCELED",
  "TASK_STATE_FAILED",
]);

function messageIn(
  { messageId, parts, metadata }: RemoteMessage,
  task: string,
  state: TaskState | null,
): RemoteArrival {
  const { svc } = metadata;
  const asksFirst = isObject(svc) && svc.accept === false;
  return {
    name: nameOf(task, messageId),
    parts,
    isQuestion: false,
    accepts: !asksFirst && (state === null || !IDLE.has(state)),
    isReason: false,
  };
}

function lastIn(task: RemoteTask, message: RemoteMessage): RemoteArrival {
  const { id, state } = task;
  const arrival = messageIn(message, id, state);
  const isWaiting =
    state === "TASK_STATE_INPUT_REQUIRED" ||
    state === "TASK_STATE_AUTH_REQUIRED";
  const isPayment = asksForPayment(message);
  return {
    ...arrival,
    isQuestion: isWaiting && !isPayment,
    accepts: arrival.accepts && !isPayment,
    isReason: IDLE.has(state) && state !== "TASK_STATE_SUBMITTED",
  };
}

/**
 * The results of a task. One that is still being written changes until the agent pauses; a
 * service of our kind adds whole ones, and lists our own beside them.
 */
function resultsOf(
  { id, state, artifacts }: RemoteTask,
  { address, isFederated }: Pick<ForeignAccount, "address" | "isFederated">,
): readonly RemoteArrival[] {
  const isWhole =
    isFederated ||
    (state !== "TASK_STATE_SUBMITTED" && state !== "TASK_STATE_WORKING");
  if (!isWhole) return [];
  return artifacts
    .filter(({ metadata: { svc } }) => {
      const addedBy = isObject(svc) ? svc.addedBy : undefined;
      return !isFederated || addedBy === address;
    })
    .map((it) => resultIn(it, id, state));
}

function resultIn(
  { artifactId, name, parts }: RemoteArtifact,
  task: string,
  state: TaskState,
): RemoteArrival {
  const digest = sha256(canonicalJson(parts)).slice(0, DIGEST_CHARS);
  return {
    name: nameOf(task, `artifact:${artifactId}:${digest}`),
    parts: parts.map((it) => {
      const isFile = it.raw !== undefined || it.url !== undefined;
      const isUnnamed = it.filename === undefined && name !== "";
      return isFile && isUnnamed ? { ...it, filename: name } : it;
    }),
    isQuestion: false,
    accepts: !IDLE.has(state),
    isReason: false,
  };
}

function nameOf(task: string, id: string): string {
  const name = `remote:${task}:${id}`;
  return name.length <= NAME_CHARS
    ? name
    : `remote:${sha256(JSON.stringify([task, id]))}`;
}
