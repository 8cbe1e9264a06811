import { sql } from "drizzle-orm";
import { unfoldRecords } from "../records.ts";
import type { World } from "./world.ts";

/** A conversation as its tables hold it, read without the service's own code. */
export interface Facts {
  readonly id: string;
  readonly state: string;
  readonly previousState: string | null;
  /** The account that gave the reason of the state. */
  readonly reasonBy: string | null;
  readonly version: number;
  readonly updatedAt: number;
  readonly receiptBy: string | null;
  /** The signer of it, or of a step. */
  readonly signedBy: string | null;
  /** The sum of the steps of its price, and of those that were signed; null without steps. */
  readonly inSteps: number | null;
  readonly signed: number | null;
  readonly receipt: ReceiptFacts | null;
  readonly release: string;
  readonly releaseAction: {
    readonly type: string;
    readonly mimeType?: string;
  } | null;
  /** Numbers of the newest message and file when a proposal was accepted. */
  /** The open dispute, or the last one. */
  readonly dispute: {
    readonly status: string;
    readonly about: string;
    readonly outcome?: { readonly released: number; readonly returned: number };
  } | null;
  readonly agreed: { readonly message: number; readonly file: number } | null;
  /** The step of a price that is signed next, and what came before it; null without steps. */
  readonly step: {
    readonly release: string;
    readonly message: number;
    readonly file: number;
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
  readonly seq: number;
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
  readonly released: number;
  readonly returned: number;
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
  /** The account that gave the reason of the state. */
  readonly reasonBy: string | null;
  readonly version: number;
  readonly updatedAt: number;
  readonly receiptBy: string | null;
  /** The signer of it, or of a step. */
  readonly signedBy: string | null;
  /** The sum of the steps of its price, and of those that were signed; null without steps. */
  readonly inSteps: number | null;
  readonly signed: number | null;
  readonly receipt: ReceiptFacts | null;
  readonly release: string;
  readonly releaseAction: {
    readonly type: string;
    readonly mimeType?: string;
  } | null;
  readonly agreed: Facts["agreed"];
  readonly step: Facts["step"];
  readonly dispute: Facts["dispute"];
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
    sql`select json_object('id', id, 'state', state, 'previousState', previous_state, 'reasonBy', state_reason_by ->> '$.accountId', 'version', version, 'updatedAt', updated_at, 'receiptBy', receipt ->> '$.signer.accountId', 'signedBy', coalesce(receipt ->> '$.signer.accountId', (select value ->> '$.receipt.signer.accountId' from json_each(milestones) where value ->> '$.receipt' is not null limit 1)), 'signed', (select sum(iif(value ->> '$.receipt' is null, 0, value ->> '$.amount')) from json_each(milestones)), 'inSteps', (select sum(value ->> '$.amount') from json_each(milestones)), 'dispute', json(terms -> '$.dispute'), 'receipt', json(receipt), 'release', release, 'releaseAction', json(release_action), 'agreed', (select json(value ->> '$.since') from json_each(proposals) where value ->> '$.status' = 'accepted'), 'step', (select json_object('release', value ->> '$.release', 'message', coalesce(lag ->> '$.message', 0), 'file', coalesce(lag ->> '$.file', 0)) from (select value, lag(value -> '$.until') over (order by key) as lag from json_each(milestones)) where value ->> '$.receipt' is null limit 1)) from conversations where id = ${id}`,
  );
  if (!row) return undefined;
  await unfoldRecords(world.core.services.db);
  const [payment = null] = await objects<PaymentFacts>(
    world,
    sql`select json_object('id', y.id, 'status', y.status, 'price', y.price, 'released', y.released, 'returned', y.returned, 'payeeId', y.payee_id, 'escrow', coalesce(a.balance, 0), 'asked', y.asked, 'refunded', y.refunded, 'givenBack', (select coalesce(sum(e.amount), 0) from ledger_transfers t join ledger_entries e on e.transfer_id = t.id where t.payment_id = y.id and t.kind = 'refund' and e.amount > 0)) from payments y left join ledger_accounts a on a.id = 'escrow:' || y.id where y.conversation_id = ${id}`,
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
      sql`select json_object('id', id, 'seq', seq, 'name', name, 'mimeType', mime_type, 'addedBy', added_by) from artifacts where conversation_id = ${id} order by seq`,
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
