import { Type } from "typebox";
import type { Operation } from "../core/access/operation.ts";
import type { JsonObject } from "../core/base/json.ts";
import { fitting, sizeOf } from "../core/base/json.ts";
import { LIMITS } from "../core/base/limits.ts";
import { Word } from "../core/base/own_words.ts";
import { closed } from "../core/base/schemas.ts";
import { cursorAfter } from "../core/conversations/read/lists/cursor.ts";
import type { ConversationView } from "../core/conversations/read/projection/present.ts";
import type { MessagePage } from "../core/conversations/read/projection/shown_thread.ts";
import { newestThatFit } from "../core/conversations/read/projection/shown_thread.ts";
import type { ObjectSchema } from "./mappings.ts";
import { objectSchema } from "./mappings.ts";
import { withoutBytes } from "./message_bytes.ts";
import type { Names } from "./names.ts";
import { inNames } from "./names.ts";
import type { Rest, ThreadOutput } from "./outputs.ts";
import {
  cut,
  MESSAGE_BYTES_MIN,
  restOf,
  shortProposals,
} from "./results/cut.ts";

type Message = ConversationView["messages"][number];

/** The members added to a shortened output. */
const CUT = {
  truncated: Type.Boolean(),
  rest: Type.Array(
    closed({
      tool: Word("code"),
      arguments: closed({
        conversationId: Word("id"),
        before: Word("id"),
        messageId: Word("id"),
        checkpointId: Word("id"),
        offset: Type.Integer(),
        after: Word("digest"),
        cursor: Word("digest"),
        view: Word("code"),
        limit: Type.Number(),
        detail: Word("code"),
        fields: Word("code"),
      }),
    }),
  ),
};

/** The form of a whole output: the operation's own, and what was left out. */
export function wholeSchemaOf({ name, output }: Operation): ObjectSchema {
  const own = objectSchema(name, output);
  return { ...own, properties: { ...own.properties, ...CUT } };
}

/**
 * Keeps a whole output within `LIMITS.toolResultBytesMax`: the newest messages, the first
 * items of a list. Bytes in messages are named, never inlined.
 */
export function bound(
  input: JsonObject,
  whole: ThreadOutput,
  names: Names,
): ThreadOutput {
  const output = withoutBytes(whole);
  const { messages, conversation } = output;
  const { messagesOmitted = 0 } = messages ? output : (conversation ?? {});
  if (messagesOmitted === 0 && fits(JSON.stringify(output))) return output;
  const { rest = [], ...short } = shortened(input, output);
  const calls = rest.map((call) => ({
    tool: inNames(call.tool, names),
    // A text that was cut is continued in short form.
    arguments:
      "offset" in call.arguments
        ? call.arguments
        : { ...call.arguments, detail: "full" },
  }));
  return { ...short, rest: calls };
}

/** True before fences are added; for most results the length alone shows it. */
function fits(json: string): boolean {
  return json.length * 3 <= ROOM_BYTES || Buffer.byteLength(json) <= ROOM_BYTES;
}

/** The room for the items of a shortened result; the rest says how to go on. */
const ROOM_BYTES = LIMITS.toolResultBytesMax - 3_000;

function shortened(input: JsonObject, output: ThreadOutput): ThreadOutput {
  if (output.conversations) return shortList(input, output);
  if (output.records) return shortAudit(input, output);
  if (output.items) return shortDirectory(output);
  return shortThread(output);
}

/** As many conversations as fit, at least one; the cursor continues after them. */
function shortList(input: JsonObject, output: ThreadOutput): ThreadOutput {
  const { conversations: all = [] } = output;
  let left = ROOM_BYTES;
  const kept: ConversationView[] = [];
  const rest: Rest[] = [];
  for (const whole of all) {
    const size = sizeOf(whole) + 1;
    if (size > left && kept.length > 0) break;
    const short = size > left ? shortView(whole, left, 1) : undefined;
    rest.push(...(short?.rest ?? []));
    kept.push(short?.view ?? whole);
    left -= size;
  }
  const last = kept.at(-1);
  const short = { ...output, conversations: kept, truncated: true };
  if (!last || kept.length === all.length) return { ...short, rest };
  const nextCursor = cursorAfter(last);
  const next = { ...input, cursor: nextCursor };
  rest.push({ tool: "svc.list_conversations", arguments: next });
  return { ...short, nextCursor, hasMore: true, rest };
}

/** The best results that fit; others need another search. */
function shortDirectory(output: ThreadOutput): ThreadOutput {
  const items = fitting(output.items ?? [], ROOM_BYTES);
  return { ...output, items, truncated: true, rest: [] };
}

function shortAudit(input: JsonObject, output: ThreadOutput): ThreadOutput {
  const { records: all = [], actors: of = [] } = output;
  const { records, actors } = fittingRecords(all, of, ROOM_BYTES);
  const after = records.at(-1)?.hash;
  return {
    ...output,
    records,
    actors,
    nextAfter: after,
    hasMore: true,
    truncated: true,
    rest: [{ tool: "svc.read_audit", arguments: { ...input, after } }],
  };
}

/**
 * Keeps a thread's newest messages, and the first records of its audit chain. A page gets the
 * room that the thread leaves, at least half.
 */
function shortThread(output: ThreadOutput): ThreadOutput {
  const { conversation: whole, messages, before, ...more } = output;
  if (!whole) return output;
  const { audit, messagesOmitted = 0, ...others } = more;
  const kept =
    audit && fittingRecords(audit.records, audit.actors, AUDIT_BYTES_MAX);
  const room = ROOM_BYTES - sizeOf({ ...others, ...kept });
  const { conversationId } = whole;
  const { view, rest: own } = shortView(whole, room, messages ? 2 : 1);
  const older = before === undefined ? {} : { before };
  const page =
    messages &&
    shortMessages(
      { conversationId, messages, messagesOmitted, ...older },
      room - weightOfThread(view),
    );
  const rest = page ? [...page.rest, ...restBeside(page, own)] : [...own];
  if (kept && kept.records.length < audit.records.length) {
    const after = kept.records.at(-1)?.hash;
    rest.push({ tool: "svc.read_audit", arguments: { conversationId, after } });
  }
  return {
    ...others,
    conversation: view,
    ...page?.view,
    ...(kept && { audit: { ...audit, ...kept } }),
    // The page's own `before` tells what is older.
    truncated: rest.length > 0,
    rest,
  };
}

/** The calls for the rest of a thread, except those that its page makes unnecessary. */
function restBeside({ view }: Short<Thread>, own: readonly Rest[]) {
  const inPage: readonly unknown[] = view.messages.map((it) => it.messageId);
  return own.filter(
    ({ arguments: { before, messageId } }) =>
      before === undefined && !inPage.includes(messageId),
  );
}

interface Numbered {
  readonly seq: number;
}

/** The first records that fit, with their actors; at least one. */
function fittingRecords<R extends Numbered, A extends Numbered>(
  all: readonly R[],
  actors: readonly A[],
  budget: number,
): { readonly records: R[]; readonly actors: A[] } {
  const by = new Map(actors.map((it) => [it.seq, it]));
  const pairs = all.map((record) => ({ record, actor: by.get(record.seq) }));
  const kept = fitting(pairs, budget);
  return {
    records: kept.map(({ record }) => record),
    actors: kept.flatMap(({ actor }) => actor ?? []),
  };
}

/** The share of a result that an audit chain may take from its messages. */
const AUDIT_BYTES_MAX = LIMITS.toolResultBytesMax / 3;

interface Thread extends MessagePage {
  readonly conversationId: string;
}

/** A short form, and the calls for what it leaves out. */
interface Short<T extends Thread> {
  readonly view: T;
  readonly rest: readonly Rest[];
}

/** A conversation whose messages get a share of the room. */
function shortView(
  whole: ConversationView,
  budget: number,
  shares: number,
): Short<ConversationView> {
  const { checkpoints, rest } = shortProposals(whole);
  const room = budget - sizeOf({ ...whole, checkpoints, messages: [] });
  const short = shortMessages({ ...whole, checkpoints }, room / shares);
  return { ...short, rest: [...short.rest, ...rest] };
}

/** The newest messages that fit, at least a part of one. */
function shortMessages<T extends Thread>(whole: T, room: number): Short<T> {
  const each = Math.max(room, MESSAGE_BYTES_MIN);
  const view = newestThatFit(whole, each, weightOf);
  const [only, ...others] = view.messages;
  const rest = olderMessages(view);
  if (!only || others.length > 0 || weightOf(only) <= each) {
    return { view, rest };
  }
  const message = cut(only, each);
  return {
    view: { ...view, messages: [message] },
    rest: [...rest, ...restOf(view, only, message)],
  };
}

/** The bytes that a fence adds. */
const FENCE_BYTES = "<000></000>".length;

/** The bytes of a message with fences around its texts. */
function weightOf(message: Message): number {
  return sizeOf(message) + FENCE_BYTES * 4 * (1 + message.parts.length);
}

function weightOfThread(view: ConversationView): number {
  const { messages } = view;
  const frame = sizeOf({ ...view, messages: [] });
  return messages.reduce((sum, it) => sum + weightOf(it) + 1, frame);
}

/** The room for messages beside a result's other members. */
export function roomBeside(others: object): number {
  return Math.max(ROOM_BYTES - sizeOf(others), MESSAGE_BYTES_MIN);
}

function olderMessages({ conversationId, before }: Thread) {
  return before === undefined
    ? []
    : [{ tool: "svc.get_conversation", arguments: { conversationId, before } }];
}
