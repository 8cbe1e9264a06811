import { sql } from "drizzle-orm";
import { unfoldRecords } from "../records.ts";
import type { World } from "./world.ts";

/** A conversation as its tables hold it, read without the service's own code. */
export interface Facts {
  readonly id: string;
  readonly state: string;
  readonly previousState: string | null;
  readonly version: number;
  readonly updatedAt: number;
  readonly receiptBy: string | null;
  readonly receipt: ReceiptFacts | null;
  readonly release: string;
  readonly releaseAction: {
    readonly type: string;
    readonly mimeType?: string;
  } | null;
  readonly participants: readonly ParticipantFacts[];
  readonly messages: readonly MessageFacts[];
  readonly artifacts: readonly ArtifactFacts[];
  readonly checkpoints: readonly CheckpointFacts[];
  readonly payment: PaymentFacts | null;
}

export interface ReceiptFacts {
  readonly condition: string | null;
  readonly signer: { readonly accountId: string };
  readonly evidence: {
    readonly messageIds: readonly string[];
    readonly artifactIds: readonly string[];
    readonly decisionId?: string;
    readonly statement?: string;
  };
}

export interface ParticipantFacts {
  readonly position: number;
  readonly accountId: string | null;
  readonly address: string;
  readonly role: string;
  readonly kind: string;
  /** Positions of those who were among its contacts. */
  readonly knows: readonly number[];
  readonly reached: boolean;
  readonly deliveryState: string;
  readonly unread: boolean;
  readonly archived: boolean;
  readonly snoozed: boolean;
  /** The views that its row says it is in. */
  readonly views: readonly string[];
  readonly updatedAt: number;
  readonly stateAt: number;
}

export interface MessageFacts {
  readonly id: string;
  readonly seq: number;
  readonly author: number;
  readonly mode: string;
  readonly inReplyTo: string | null;
  readonly text: string;
  readonly artifactIds: readonly string[];
  readonly asksFirst: boolean;
  readonly byService: boolean;
  /** Written by a decision, as the refusal of another message. */
  readonly isRefusal: boolean;
}

export interface ArtifactFacts {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly addedBy: number;
}

export interface CheckpointFacts {
  readonly id: string;
  readonly kind: string;
  readonly act: string;
  readonly forAccountId: string;
  readonly status: string;
  /** The message that waits, or the private question. */
  readonly messageId: string | null;
  /** The file that waits. */
  readonly artifactId: string | null;
  /** The text of what waits to be sent. */
  readonly waits: string | null;
}

export interface PaymentFacts {
  readonly id: string;
  readonly status: string;
  readonly price: number;
  readonly payeeId: string | null;
  readonly escrow: number;
  readonly asked: number | null;
  readonly refunded: number;
  /** The sum that the ledger gave back of it. */
  readonly givenBack: number;
}

/** Rows of a query, one object each. */
async function objects<T>(
  { core }: World,
  query: ReturnType<typeof sql>,
): Promise<readonly T[]> {
  const rows = await core.services.db.orm.values<[string]>(query);
  return rows.map(([text]) => JSON.parse(text) as T);
}

interface Row {
  readonly id: string;
  readonly state: string;
  readonly previousState: string | null;
  readonly version: number;
  readonly updatedAt: number;
  readonly receiptBy: string | null;
  readonly receipt: ReceiptFacts | null;
  readonly release: string;
  readonly releaseAction: {
    readonly type: string;
    readonly mimeType?: string;
  } | null;
}

const flag = (column: string) =>
  sql.raw(`json(iif(${column}, 'true', 'false'))`);

/** Written anew, not the service's: the bits of a row by their names. */
const VIEW_NAMES = sql.raw(
  `(select json_group_array(name) from (select 1 as bit, 'inbox' as name union select 2, 'sent' union select 4, 'drafts' union select 8, 'archive' union select 16, 'needs_you' union select 32, 'payments' union select 128, 'requests' union select 256, 'waiting' union select 16384, 'snoozed' union select 528, 'money' union select 1040, 'approvals' union select 2064, 'replies') where views & bit = bit)`,
);

/** A refusal follows the record of the decision that declines what would be sent. */
const REFUSED = `exists (select 1 from unfolded_records a join unfolded_records d on d.chain_id = a.chain_id and d.seq = a.seq - 1 join checkpoints k on k.id = d.body ->> '$.checkpointId' where a.chain_id = messages.conversation_id and a.body ->> '$.refs.messageId' = messages.id and a.body ->> '$.type' = 'message.appended' and d.body ->> '$.type' = 'checkpoint.declined' and k.action ->> '$.act' in ('outward', 'reply', 'artifact', 'complete', 'receipt'))`;

/** Reads everything of one conversation; undefined once a draft is deleted. */
export async function factsOf(
  world: World,
  id: string,
): Promise<Facts | undefined> {
  const [row] = await objects<Row>(
    world,
    sql`select json_object('id', id, 'state', state, 'previousState', previous_state, 'version', version, 'updatedAt', updated_at, 'receiptBy', receipt ->> '$.signer.accountId', 'receipt', json(receipt), 'release', release, 'releaseAction', json(release_action)) from conversations where id = ${id}`,
  );
  if (!row) return undefined;
  await unfoldRecords(world.core.services.db);
  const [payment = null] = await objects<PaymentFacts>(
    world,
    sql`select json_object('id', y.id, 'status', y.status, 'price', y.price, 'payeeId', y.payee_id, 'escrow', coalesce(a.balance, 0), 'asked', y.asked, 'refunded', y.refunded, 'givenBack', (select coalesce(sum(e.amount), 0) from ledger_transfers t join ledger_entries e on e.transfer_id = t.id where t.payment_id = y.id and t.kind = 'refund' and e.amount > 0)) from payments y left join ledger_accounts a on a.id = 'escrow:' || y.id where y.conversation_id = ${id}`,
  );
  return {
    ...row,
    payment,
    participants: await objects(
      world,
      sql`select json_object('position', position, 'accountId', account_id, 'address', address, 'role', role, 'kind', kind, 'knows', json(knows), 'reached', ${flag("reached")}, 'deliveryState', delivery_state, 'unread', ${flag("unread")}, 'archived', ${flag("archived")}, 'snoozed', ${flag("snoozed_until is not null")}, 'views', json(${VIEW_NAMES}), 'updatedAt', updated_at, 'stateAt', state_at) from participants where conversation_id = ${id} order by position`,
    ),
    messages: await objects(
      world,
      sql`select json_object('id', id, 'seq', seq, 'author', author, 'mode', mode, 'inReplyTo', in_reply_to, 'text', parts ->> '$[0].text', 'artifactIds', json(artifact_ids), 'asksFirst', ${flag("asks_first")}, 'byService', ${flag("author_kind = 'service'")}, 'isRefusal', ${flag(REFUSED)}) from messages where conversation_id = ${id} order by seq`,
    ),
    artifacts: await objects(
      world,
      sql`select json_object('id', id, 'name', name, 'mimeType', mime_type, 'addedBy', added_by) from artifacts where conversation_id = ${id} order by seq`,
    ),
    checkpoints: await objects(
      world,
      sql`select json_object('id', id, 'kind', kind, 'act', action ->> '$.act', 'forAccountId', for_account_id, 'status', status, 'messageId', action ->> '$.messageId', 'artifactId', action ->> '$.artifactId', 'waits', proposal ->> '$.parts[0].text') from checkpoints where conversation_id = ${id}`,
    ),
  };
}

/** Accounts that a conversation has reached. */
export async function insidersOf(
  world: World,
  id: string,
): Promise<readonly string[]> {
  const rows = await world.core.services.db.orm.values<[string]>(
    sql`select account_id from participants where conversation_id = ${id} and reached = 1 and account_id is not null`,
  );
  return rows.map(([accountId]) => accountId);
}

/** The things in a conversation that can be referred to, whoever may see them. */
export interface Ids {
  readonly contextId: string;
  readonly messageIds: readonly string[];
  readonly artifactIds: readonly string[];
  readonly checkpointIds: readonly string[];
}

export async function idsOf(
  world: World,
  id: string,
): Promise<Ids | undefined> {
  const [ids] = await objects<Ids>(
    world,
    sql`select json_object('contextId', context_id, 'messageIds', (select json_group_array(id) from messages where conversation_id = c.id), 'artifactIds', (select json_group_array(id) from artifacts where conversation_id = c.id), 'checkpointIds', (select json_group_array(id) from checkpoints where conversation_id = c.id)) from conversations c where id = ${id}`,
  );
  return ids;
}

/** Roles that the test decides visibility by: written anew, not the service's. */
function roleAt({ participants }: Facts, position: number): string {
  return participants[position]?.role ?? "nobody";
}

/** True for what an account says to itself: a question, a refusal, an answer to one. */
function isToSelf(facts: Facts, message: MessageFacts): boolean {
  const { id, author, mode, inReplyTo, isRefusal } = message;
  const asked = facts.checkpoints.some(
    (it) => it.act === "ask" && it.messageId === id,
  );
  if (asked || isRefusal) return true;
  const answered = facts.messages.find((it) => it.id === inReplyTo);
  return (
    mode === "reply" && answered?.author === author && isToSelf(facts, answered)
  );
}

/** True if the participant at this position may read the message. */
export function mayRead(
  facts: Facts,
  message: MessageFacts,
  position: number,
): boolean {
  const { author, mode } = message;
  if (position === author || mode === "initial") return true;
  if (isToSelf(facts, message)) return false;
  const reader = roleAt(facts, position);
  const writer = roleAt(facts, author);
  if (writer === "bcc") return reader === "sender";
  if (mode === "reply-all") return writer === "sender" || reader !== "bcc";
  const answered = facts.messages.find(({ id }) => id === message.inReplyTo);
  if (answered && answered.author !== author) {
    return position === answered.author;
  }
  return writer === "sender" ? reader === "to" : reader === "sender";
}

/** True if the participant at this position may see the file. */
export function maySeeFile(
  facts: Facts,
  file: ArtifactFacts,
  position: number,
): boolean {
  if (position === file.addedBy) return true;
  const waiting = facts.checkpoints.find(
    ({ artifactId }) => artifactId === file.id,
  );
  if (waiting && waiting.status !== "approved") {
    // Its person may have sent it with a message of their own all the same.
    return facts.messages.some(
      (it) =>
        it.author === file.addedBy &&
        it.artifactIds.includes(file.id) &&
        mayRead(facts, it, position),
    );
  }
  const reader = roleAt(facts, position);
  const writer = roleAt(facts, file.addedBy);
  if (writer === "sender") return true;
  if (writer === "bcc") return reader === "sender";
  return reader !== "bcc";
}

const CLOSED = ["completed", "canceled", "failed", "rejected"];

export function isClosed(state: string): boolean {
  return CLOSED.includes(state);
}

const MONEY_ACTS = ["refund", "raise_price"];

function isSentOut({ participants, state }: Facts): boolean {
  return state !== "draft" && participants[1]?.deliveryState !== "pending";
}

/** The need of a participant, by the words of docs/messages.md, Needs you. */
function needOf(facts: Facts, me: ParticipantFacts) {
  const { state, previousState, payment } = facts;
  const open = facts.checkpoints.filter(({ status }) => status === "open");
  const mine = open.filter((it) => it.forAccountId === me.accountId);
  const isFree = (it: CheckpointFacts) =>
    it.act === "accept" &&
    !(payment?.payeeId === me.accountId && payment.price > 0);
  const isRequest =
    mine.length > 0 && mine.every(isFree) && !me.knows.includes(0);
  const isPayee = payeeIn(facts) === me;
  const isGoing = state === "submitted" || state === "working";
  const isPaid = isGoing && isPayee && payment?.status === "held";
  const newest = facts.messages.findLast((it) =>
    mayRead(facts, it, me.position),
  );
  // An act that waits for its person accepts nothing: a question goes on.
  const isBefore =
    state === "submitted" ||
    (state === "input-required" && previousState === "submitted");
  const isAsked =
    isBefore &&
    me.role === "sender" &&
    newest?.asksFirst === true &&
    newest.author !== me.position;
  const isAbout = (acts: readonly string[]) =>
    mine.some(({ act }) => acts.includes(act));
  const isMoney =
    isAbout(MONEY_ACTS) ||
    mine.some((it) => it.act === "accept" && !isFree(it)) ||
    (isPaid && isEarned(facts, me));
  const isApproval = mine.some(
    (it) => isFree(it) || ![...MONEY_ACTS, "ask", "accept"].includes(it.act),
  );
  const isReply = isAbout(["ask"]) || isPaid || isAsked;
  let section: string | null = null;
  if (isMoney) section = "money";
  else if (isApproval && !isRequest) section = "approvals";
  else if (isReply) section = "replies";
  const isBehind = me.role === "sender" || isPayee;
  const isWaited = isBehind && section === null && !isRequest;
  return {
    section,
    isRequest,
    waits: isWaited && othersAct(facts, me, open),
  };
}

function othersAct(
  { state }: Facts,
  me: ParticipantFacts,
  open: readonly CheckpointFacts[],
): boolean {
  if (me.role !== "sender") {
    return state === "auth-required" || state === "input-required";
  }
  return !isClosed(state) || open.some(({ act }) => act === "refund");
}

function payeeIn({ participants }: Facts): ParticipantFacts | undefined {
  return participants.find(
    (it) =>
      it.role === "to" &&
      it.accountId !== null &&
      (it.kind === "person" || it.kind === "agent"),
  );
}

/** True once the payee could sign: what they say when they sign is not there yet. */
function isEarned(facts: Facts, { position }: ParticipantFacts): boolean {
  const { release, releaseAction, receipt, state } = facts;
  if (receipt !== null) return true;
  if (release === "accepted") return state === "working";
  if (release === "replied") {
    return facts.messages.some(
      (it) =>
        it.author === position &&
        !it.asksFirst &&
        !it.byService &&
        mayRead(facts, it, 0),
    );
  }
  const wanted = releaseAction?.mimeType;
  return (
    releaseAction?.type === "artifact" &&
    facts.artifacts.some(
      (it) =>
        it.addedBy === position &&
        maySeeFile(facts, it, 0) &&
        (wanted === undefined || it.mimeType === wanted),
    )
  );
}

/** The views that a participant finds it in, by the words of docs/messages.md, Views. */
export function foldersOf(
  facts: Facts,
  participant: ParticipantFacts,
): readonly string[] {
  const isSender = participant.role === "sender";
  const isSent = facts.participants.some(
    (it) => it.role !== "sender" && it.deliveryState !== "pending",
  );
  const { section, isRequest, waits } = needOf(facts, participant);
  const isAside = participant.archived || participant.snoozed;
  const needs = participant.snoozed ? null : section;
  const views: Readonly<Record<string, boolean>> = {
    drafts:
      isSender && !isSent && (facts.state === "draft" || !participant.archived),
    sent: isSender && facts.state !== "draft",
    inbox: !isSender && !isAside,
    archive: participant.archived,
    needs_you: needs !== null,
    payments: facts.payment !== null,
    requests: isRequest && !isAside,
    waiting: waits && isSentOut(facts) && !isAside,
    snoozed: participant.snoozed,
    money: needs === "money",
    approvals: needs === "approvals",
    replies: needs === "replies",
  };
  return Object.keys(views).filter((name) => views[name]);
}
