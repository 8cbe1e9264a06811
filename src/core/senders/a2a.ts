import type { CommandCall } from "../access/context.ts";
import { remoteTaskStore } from "../addresses/foreign/remote_task_store.ts";
import type { RemoteOutcome } from "../agents/remote/calls/a2a_client.ts";
import {
  cancelRemoteTask,
  getRemoteTask,
  sendRemoteMessage,
} from "../agents/remote/calls/a2a_client.ts";
import { errorOfCall, mayBeThere } from "../agents/remote/calls/refusal.ts";
import type { RemoteTask } from "../agents/remote/calls/remote_task.ts";
import { isEnded } from "../agents/remote/calls/remote_task.ts";
import { sha256 } from "../base/digest.ts";
import type { JsonObject } from "../base/json.ts";
import { isObject } from "../base/json.ts";
import { LIMITS } from "../base/limits.ts";
import {
  loadForeign,
  settleForeign,
} from "../conversations/acts/delivery/foreign.ts";
import type { TakenRemote } from "../conversations/acts/delivery/taken_remote.ts";
import { remotePlaceOf } from "../conversations/acts/store/foreign_queue.ts";
import { retryAfterMs, THREE_DAYS } from "../delivery/back_off.ts";
import type { Delivery } from "../delivery/delivery_store.ts";
import { deliveryStore } from "../delivery/delivery_store.ts";
import type { DeliveryOutcome } from "../delivery/outcome.ts";
import { foreignCaller } from "../federation/foreign_caller.ts";
import type { ForeignTarget } from "./composed_message.ts";
import {
  asOpening,
  composedMessage,
  composedPayment,
  targetOf,
} from "./composed_message.ts";
import { meansGone, noteAnswer, shutOut, silence } from "./held_back.ts";
import type { Carriers, HandOver, Sender } from "./sender.ts";

/**
 * Sends messages and cancels to agents at other services (docs/a2a.md). Those of one
 * conversation leave one after the other, since the answer to the first names the task.
 */
export const A2A: Sender = {
  name: "a2a",
  shares: {
    all: LIMITS.remoteSendsAtOnceMax,
    ofAccount: LIMITS.remoteSendsAtOnceOfAccount,
    ofHost: LIMITS.remoteSendsAtOnceOfHost,
    failing: LIMITS.remoteSendsAtOnceFailing,
  },
  schedule: THREE_DAYS,
  keptMs: LIMITS.remoteKeptMs,
  isKept: false,
  canLeave: () => true,
  async busy({ db, clock }) {
    const due = await deliveryStore(db).due("a2a", clock());
    const ids = due.map(({ id }) => remotePlaceOf(id).accountId);
    const origins = await remoteTaskStore(db).origins(ids);
    return due.map((it) => ({
      ...it,
      host: () => origins.get(remotePlaceOf(it.id).accountId) ?? "",
    }));
  },
  async compose(call, delivery) {
    const earlier = await deliveryStore(call.db).earlier(delivery);
    if (earlier) return after(earlier, call.now);
    const held =
      (await shutOut(call, delivery)) ?? (await silence(call, delivery));
    if (held) return held;
    const body: JsonObject = JSON.parse(delivery.body);
    if (delivery.kind === "cancel") {
      return await composeCancel(call, delivery, String(body.reason));
    }
    return delivery.kind === "payment"
      ? await composePayment(call, delivery, body.payload)
      : await composeMessage(call, delivery, String(body.messageId));
  },
  chainOf: ({ conversationId }, { came }) =>
    came === "later" ? null : conversationId,
  async settled(call, delivery, { came, isEnd, attempt, refs, refusal }) {
    if (attempt) await noteAnswer(call, delivery, attempt);
    if (!isEnd) return;
    const isSent = came === "delivered";
    // A cancel that came to nothing changes nothing here, and of a payment the chain decides.
    if (!isSent && delivery.kind !== "message") return;
    const found = await loadForeign(call, remotePlaceOf(delivery.recipient));
    if (!found) return;
    const { messageId } = JSON.parse(delivery.body);
    const error = isSent ? null : (attempt?.error ?? null);
    const told = {
      ...(messageId !== undefined && { messageId }),
      ...(error !== null && { code: error }),
      ...refs,
    };
    const isGone = error !== null && meansGone(error);
    const state = isSent ? "remote_delivered" : "undelivered";
    settleForeign(call, found, state, told, { isGone, refusal });
  },
};

const DROPPED: DeliveryOutcome = { came: "dropped" };

/** Waits for an earlier one: until it has left, or is tried again. */
function after(
  { status, dueAt }: Pick<Delivery, "status" | "dueAt">,
  now: number,
): DeliveryOutcome {
  const waitMs = status === "sending" ? 0 : dueAt - now;
  return { came: "later", afterMs: Math.max(LIMITS.deliverPassMs, waitMs) };
}

async function composeMessage(
  call: CommandCall,
  delivery: Delivery,
  messageId: string,
): Promise<HandOver | DeliveryOutcome> {
  const target = await targetOf(call, delivery, [messageId]);
  const isRepeat = target?.taskId === null && leftUnanswered(delivery);
  const params =
    target && (await composedMessage(call, target, messageId, isRepeat));
  if (!params) return DROPPED;
  const sending = { call, target, answers: messageId };
  return (carriers) => sendMessage({ ...sending, carriers }, params);
}

/** True if it left before, and nothing says that it did not arrive. */
function leftUnanswered({ attempts, log }: Delivery): boolean {
  // This attempt is counted, and has no line yet.
  const hasDied = attempts - 1 > log.length;
  return hasDied || log.some(({ error }) => mayBeThere(error));
}

async function composePayment(
  call: CommandCall,
  delivery: Delivery,
  payload: unknown,
): Promise<HandOver | DeliveryOutcome> {
  const target = await targetOf(call, delivery);
  const { id } = delivery;
  const params = target && composedPayment(target, { id, payload });
  if (!params) return DROPPED;
  return async (carriers) => {
    const at = call.clock();
    const sending = { call, target, carriers, answers: id };
    const { caller, refs } = signing(sending);
    const came = await sendRemoteMessage(caller, params);
    await take(sending, came, "answer");
    return { ...outcomeOf(call, came, at), refs };
  };
}

async function composeCancel(
  call: CommandCall,
  delivery: Delivery,
  reason: string,
): Promise<HandOver | DeliveryOutcome> {
  const target = await targetOf(call, delivery);
  const taskId = target?.taskId;
  if (!target || !taskId) return DROPPED;
  const { isFederated } = target.account;
  const metadata = isFederated ? { svc: { reason } } : {};
  return async (carriers) => {
    const at = call.clock();
    const sending = { call, target, carriers, answers: "" };
    const { caller, refs } = signing(sending);
    const came = await cancelRemoteTask(caller, taskId, metadata);
    // One that cannot be canceled any more has ended by itself.
    const now = isRefused(came) ? await getRemoteTask(caller, taskId) : came;
    if (now.came === "task") await take(sending, now, "look");
    return { ...outcomeOf(call, came, at), refs };
  };
}

/** One delivery while it is handed over. */
interface Sending {
  readonly call: CommandCall;
  readonly target: ForeignTarget;
  readonly carriers: Carriers;
  /** The message that is sent. */
  readonly answers: string;
}

async function sendMessage(
  sending: Sending,
  params: JsonObject,
): Promise<DeliveryOutcome> {
  const { call, target } = sending;
  const at = call.clock();
  const { caller, refs } = signing(sending);
  let came = await sendRemoteMessage(caller, params);
  if (isRefused(came) && target.taskId !== null) {
    const { taskId } = target;
    const found = await getRemoteTask(caller, taskId);
    if (found.came === "task" && hasMessage(found.task, params)) {
      // It came before, and only its answer was lost.
      await take(sending, found, "look");
      return { ...outcomeOf(call, found, at), refs };
    }
    if (found.came === "task" && isEnded(found.task.state)) {
      // It ended before we heard of it: the next attempt opens another.
      await take(sending, found, "look");
      return { ...outcomeOf(call, came, at), came: "retry" };
    }
    if (isRefused(found)) {
      came = await sendRemoteMessage(caller, asOpening(params, taskId));
      await take(sending, came, "answer", { reopens: true });
      return { ...outcomeOf(call, came, at), refs };
    }
  }
  const taken = await take(sending, came, "answer");
  const outcome = { ...outcomeOf(call, came, at), refs };
  // A task is asked for again; an answer without one comes only with the next attempt.
  const isLost = came.came === "message" && taken === "later";
  return isLost ? { ...outcome, came: "retry" } : outcome;
}

/** True if the task has the message of these params already. */
function hasMessage({ history }: RemoteTask, { message }: JsonObject): boolean {
  const sent = isObject(message) ? message.messageId : undefined;
  return history.some(({ messageId }) => messageId === sent);
}

/** The caller of the other service, and the digest of the last body that it signed. */
function signing({ call, target }: Sending) {
  const refs: Record<string, string> = {};
  const caller = foreignCaller(call, target.account, (body) => {
    refs.digest = sha256(body);
  });
  return { caller, refs };
}

function isRefused(came: RemoteOutcome): boolean {
  return came.came === "refused" && came.isFinal;
}

/** Takes what was answered; what fails here is asked for again by a look. */
async function take(
  { target, carriers, answers }: Sending,
  came: RemoteOutcome,
  by: TakenRemote["by"],
  more: Pick<TakenRemote, "reopens"> = {},
): Promise<string | undefined> {
  const said = came.came === "task" ? came.task : undefined;
  const alone = came.came === "message" ? came.message : undefined;
  const { conversationId, accountId } = target.row;
  const taken = said ?? alone;
  if (!taken) return undefined;
  const place = { conversationId, accountId };
  const knownBefore = target.row.version ?? 0;
  const told = { ...place, said: taken, by, answers, knownBefore, ...more };
  return await carriers.takeRemote(told);
}

function outcomeOf(
  { clock }: CommandCall,
  came: RemoteOutcome,
  at: number,
): DeliveryOutcome {
  const now = clock();
  const tooks = { at, tookMs: Math.max(0, now - at) };
  if (came.came === "task" || came.came === "message") {
    const attempt = { ...tooks, status: 200, error: null, response: null };
    return { came: "delivered", attempt };
  }
  const isRefusal = came.came === "refused";
  return {
    came: isRefusal && came.isFinal ? "failed" : "retry",
    attempt: {
      ...tooks,
      status: null,
      error: errorOfCall(came),
      response: null,
    },
    afterMs: isRefusal ? retryAfterMs(came.retryAfter, now) : 0,
    ...(isRefusal && came.detail !== "" && { refusal: came.detail }),
  };
}
