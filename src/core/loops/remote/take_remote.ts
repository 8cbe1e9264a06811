import type { Static, TSchema } from "typebox";
import type { Caller } from "../../access/context.ts";
import type { Command } from "../../access/operation.ts";
import { foreignRecipient } from "../../addresses/foreign/foreign_member.ts";
import type { ForeignAccount } from "../../addresses/foreign/foreign_store.ts";
import { foreignStore } from "../../addresses/foreign/foreign_store.ts";
import { fetchPart } from "../../agents/remote/calls/fetch_part.ts";
import type {
  RemotePart,
  TaskState,
} from "../../agents/remote/calls/remote_task.ts";
import { LIMITS } from "../../base/limits.ts";
import { firstChars } from "../../base/text.ts";
import { phrase, sayInEnglish } from "../../base/words/say.ts";
import type { TakenRemote } from "../../conversations/acts/delivery/taken_remote.ts";
import {
  headOf,
  isTask,
} from "../../conversations/acts/delivery/taken_remote.ts";
import { rowOf, ServiceError } from "../../errors/errors.ts";
import { foreignCaller } from "../../federation/foreign_caller.ts";
import { addArtifact } from "../../operations/add_artifact.ts";
import type { RemoteBegun } from "../../operations/begin_remote_take.ts";
import { beginRemoteTake } from "../../operations/begin_remote_take.ts";
import { cancelConversation } from "../../operations/cancel_conversation.ts";
import { completeConversation } from "../../operations/complete_conversation.ts";
import { endRemoteTake } from "../../operations/end_remote_take.ts";
import { lookSoon } from "../../operations/look_soon.ts";
import { recordHilDecision } from "../../operations/record_hil_decision.ts";
import { sendMessage } from "../../operations/send_message.ts";
import type { Services } from "../../pipeline/call.ts";
import { outputOf } from "../../pipeline/call.ts";
import { clock } from "../duty.ts";
import { receiptIn } from "./receipt_in.ts";
import type { RemoteArrival } from "./remote_arrivals.ts";
import { arrivalsOf, statusWords } from "./remote_arrivals.ts";
import { asksForPayment, takeUnpaid, unpayableIn } from "./take_unpaid.ts";

/** The result of a snapshot: taken whole, left alone, or to be asked for again. */
export type RemoteTake = "taken" | "later" | NonNullable<RemoteBegun["doubt"]>;

/**
 * Takes what another service says of a task: a push, the answer to a message, the answer to a
 * look (docs/decisions/0036). New messages become calls in the account's name, each under
 * a key of its own, so that the same snapshot again adds nothing.
 */
export async function takeRemote(
  services: Services,
  taken: TakenRemote,
): Promise<RemoteTake> {
  const { conversationId, accountId, by, reopens = false } = taken;
  const place = { conversationId, accountId };
  const account = await foreignStore(services.db).byAccount(accountId);
  if (!account) return "gone";
  const head = headOf(taken);
  const arrivals = arrivalsOf(taken, account);
  const names = arrivals.map(({ name }) => name);
  const asked = { ...place, head, by, reopens, names };
  const begun = await system(services, beginRemoteTake, asked);
  if (begun.doubt !== undefined) return begun.doubt;
  const taking: Taking = {
    services,
    caller: {
      principal: foreignRecipient(account),
      via: "system",
      requestId: `remote-${services.randomBytes(8).toHex()}`,
    },
    ...{ account, taken, begun },
    fetches: { left: LIMITS.remoteFilesAtOnce },
    counts: { added: 0, dropped: isTask(taken.said) ? taken.said.dropped : 0 },
  };
  const isPriced = begun.isFree && asksForPayment(taken, account);
  const takes =
    begun.isUnpaid || isPriced
      ? takeUnpaid(taking, () => cancel(taking))
      : takeAll(taking, arrivals);
  const isWhole = await takes.catch((error) => {
    services.log.error("remote_take.failed", error);
    return false;
  });
  if (isWhole) return "taken";
  // The task is bound, so a look asks for the rest.
  const at = services.clock() + LIMITS.remoteLookAgainMs;
  await system(services, lookSoon, { ...place, at });
  return "later";
}

/** Adds what is new and does what the state says; false if some of it has to wait. */
async function takeAll(
  taking: Taking,
  arrivals: readonly RemoteArrival[],
): Promise<boolean> {
  const { services, taken, begun, counts } = taking;
  const { conversationId, accountId, evidence } = taken;
  const head = headOf(taken);
  const fresh = arrivals.filter(
    ({ name, isReason }) =>
      !begun.known.includes(name) && !(isReason && begun.isOpen),
  );
  let tried = 0;
  for (const it of fresh) {
    const isFull = counts.added >= LIMITS.remoteTakenAtOnce;
    if (isFull || taking.fetches.left <= 0 || waitsForLook(taking, it)) break;
    if (!(await add(taking, it))) return false;
    tried += 1;
  }
  const hasMore = tried < fresh.length;
  if (!hasMore && !(await act(taking, head.state))) return false;
  const ended = { conversationId, accountId, head, hasMore, ...counts };
  const receipt = await receiptIn(taking);
  const ask = hasMore ? undefined : unpayableIn(taking);
  const told = {
    ...{ ...ended, ...(evidence && { evidence }) },
    ...(receipt && { receipt }),
    ...(ask && { ask }),
  };
  await system(services, endRemoteTake, told);
  return true;
}

/** A snapshot while it is taken. */
interface Taking {
  readonly services: Services;
  readonly caller: Caller;
  readonly account: ForeignAccount;
  readonly taken: TakenRemote;
  readonly begun: RemoteBegun;
  /** How many more addresses may be fetched from in this take. */
  readonly fetches: { left: number };
  readonly counts: { added: number; dropped: number; refusal?: string };
}

async function system<I extends TSchema, O extends TSchema>(
  services: Services,
  operation: Command<I, O>,
  input: Static<I>,
): Promise<Static<O>> {
  const caller = clock(services);
  return await outputOf(services, operation, caller, input);
}

/** Makes one call of the account; false if the service could not carry it out now. */
async function attempt<I extends TSchema, O extends TSchema>(
  { services, caller, counts }: Taking,
  operation: Command<I, O>,
  input: Static<I>,
  more: Partial<Caller> = {},
): Promise<Static<O> | "refused" | undefined> {
  try {
    const own = { ...caller, ...more };
    return await outputOf(services, operation, own, input);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { status } = rowOf(error);
    if (status === 429 || status >= 500) return undefined;
    counts.refusal ??= error.code;
    return "refused";
  }
}

/** Adds one message with its files; false if it has to be tried again. */
async function add(taking: Taking, arrival: RemoteArrival): Promise<boolean> {
  const { taken, begun, counts } = taking;
  const { conversationId } = taken;
  const { name, isQuestion } = arrival;
  const isAsking = begun.isOpen && begun.isAddressed;
  // A file would accept what its message does not.
  const asksFirst = !arrival.accepts && begun.isWaitedFor;
  const parts: RemotePart[] = [];
  const artifactIds: string[] = [];
  for (const [index, part] of arrival.parts.entries()) {
    const file = asksFirst ? undefined : await fileIn(taking, part);
    if (!file) {
      parts.push(shown(part));
      continue;
    }
    const key = { idempotencyKey: `${name}:${index}` };
    const added = await attempt(
      taking,
      addArtifact,
      { conversationId, ...file },
      key,
    );
    if (added === undefined) return false;
    if (added === "refused") counts.dropped += 1;
    else artifactIds.push(added.artifactId);
  }
  if (parts.length === 0 && artifactIds.length === 0) return true;
  const input = {
    ...{ conversationId, parts, mode: "reply-all" as const },
    ...(artifactIds.length > 0 && { artifactIds }),
    ...(isQuestion && isAsking && { needsInput: true }),
    ...(asksFirst && { accept: false }),
  };
  const own = { idempotencyKey: name, a2a: { messageId: name } };
  const sent = await attempt(taking, sendMessage, input, own);
  if (sent === undefined) return false;
  counts[sent === "refused" ? "dropped" : "added"] += 1;
  return true;
}

/** True if an answer to a delivery has files to fetch: its lease is too short for them. */
function waitsForLook(
  { taken: { by, said }, account }: Taking,
  { parts }: RemoteArrival,
): boolean {
  const isDelivery = by === "answer" && isTask(said);
  return isDelivery && parts.some((it) => isAtHome(it, account));
}

function isAtHome({ url }: RemotePart, { origin }: ForeignAccount): boolean {
  return url !== undefined && URL.parse(url)?.origin === origin;
}

/**
 * The file that a part is, or that is at its address at the agent's own origin; undefined for
 * words, data and other addresses.
 */
async function fileIn(
  { services, account, fetches }: Taking,
  part: RemotePart,
) {
  const { raw, url = "", filename, mediaType } = part;
  const isFetched = isAtHome(part, account) && fetches.left > 0;
  if (isFetched) fetches.left -= 1;
  const from = { ...foreignCaller(services, account), origin: account.origin };
  const fetched = isFetched ? await fetchPart(from, url) : undefined;
  const bytes =
    fetched?.came === "file"
      ? Buffer.from(fetched.bytes).toString("base64")
      : raw;
  if (bytes === undefined) return undefined;
  const mimeType = mediaType ?? "application/octet-stream";
  return { name: filename || "file", mimeType, bytes };
}

/** A part as a message takes it: an address without TLS is only words. */
function shown(part: RemotePart): RemotePart {
  const { url } = part;
  if (url === undefined || url.startsWith("https:")) return part;
  return { text: url };
}

/** Does to the conversation what the state of its task says; false if it has to be tried again. */
async function act(taking: Taking, state: TaskState | null): Promise<boolean> {
  if (state === null || !taking.begun.isOpen) return true;
  return (await ACTS[state]?.(taking)) ?? true;
}

type StateAct = (taking: Taking) => Promise<boolean>;

const ACTS: Readonly<Partial<Record<TaskState, StateAct>>> = {
  TASK_STATE_WORKING: (taking) => decide(taking, "approve"),
  TASK_STATE_COMPLETED: async (taking) => {
    const { conversationId } = taking.taken;
    return await done(
      attempt(taking, completeConversation, { conversationId }),
    );
  },
  TASK_STATE_REJECTED: async (taking) =>
    taking.begun.acceptId !== undefined && taking.begun.isWaitedFor
      ? await decide(taking, "decline")
      : await cancel(taking),
  TASK_STATE_CANCELED: cancel,
  TASK_STATE_FAILED: cancel,
};

async function decide(
  taking: Taking,
  decision: "approve" | "decline",
): Promise<boolean> {
  const { begun, taken } = taking;
  const { acceptId: checkpointId } = begun;
  if (checkpointId === undefined) return true;
  // A message of the same snapshot has accepted it.
  if (decision === "approve" && taking.counts.added > 0) return true;
  const comment = firstChars(statusWords(taken), LIMITS.commentCharsMax);
  const { conversationId } = taken;
  const answer = { conversationId, checkpointId, decision };
  const given = decision === "decline" && comment !== "" ? { comment } : {};
  return await done(
    attempt(taking, recordHilDecision, { ...answer, ...given }),
  );
}

async function cancel(taking: Taking): Promise<boolean> {
  const { taken } = taking;
  const { conversationId } = taken;
  const words = firstChars(statusWords(taken), LIMITS.reasonCharsMax);
  const reason = words === "" ? sayInEnglish.of(ENDED) : words;
  return await done(
    attempt(taking, cancelConversation, { conversationId, reason }),
  );
}

const ENDED = phrase`The other service ended it without a reason.`;

async function done(attempted: Promise<unknown>): Promise<boolean> {
  return (await attempted) !== undefined;
}
