import type { AccountChange, CommandCall } from "../../../access/context.ts";
import type { Statement } from "../../../db/statement.ts";
import { statementOf } from "../../../db/statement.ts";
import { queueOf } from "../../../events/bus.ts";
import type { Announced } from "../../model/acting.ts";
import { verbsOf } from "../../model/acting.ts";
import type {
  Checkpoint,
  Conversation,
  Participant,
  ViewerState,
} from "../../model/model.ts";
import { assertPriceMoves } from "../../model/price_moves.ts";
import { stretchesHidden } from "../../model/tally.ts";
import { withNext } from "../../model/terms/deadlines.ts";
import type { Filed } from "../../model/turn/filed.ts";
import { labelStore } from "../labels/label_store.ts";
import { coveredRows } from "./covered.ts";
import { noticesForDevices } from "./notices_for_devices.ts";
import { orderStatements } from "./order_end.ts";
import { conversationStore } from "./store.ts";
import { withAsked } from "./thread/checkpoints_at_hand.ts";
import { stateAfter, toldValues } from "./viewer_flags_store.ts";
import { placedValues, viewBitsOf } from "./views_store.ts";
import { forgetStatements } from "./words/word_store.ts";
import { conversationWrites } from "./writes.ts";

/**
 * Writes the difference between the loaded and the changed value, and commits the chain to
 * it. Lists only grow, except for a draft's files; an element that is another object has
 * changed.
 * @throws as {@linkcode assertPriceMoves}: money moves only by the verbs of the act
 */
export function save(
  call: CommandCall,
  before: Conversation | null,
  { filed = [], ...changed }: Conversation,
  told: Announced = {},
): void {
  assertPriceMoves(verbsOf(call), before, changed);
  const after: Conversation = {
    ...changed,
    tally: withAsked(changed),
    terms: withNext(changed),
    ...(told.isOwn && before && { updatedAt: before.updatedAt }),
  };
  call.cover(after.id, coveredRows(before, after, after.auditSalt));
  call.write(
    ...rowStatements(call, before, after),
    ...participantStatements(call, before, after, told),
    ...contentStatements(call, before, after),
    ...checkpointStatements(call, before, after),
    ...paymentStatements(call, before, after),
    ...orderStatements(call, before, after),
    ...filed.flatMap((it) => filedStatements(call, after.id, it)),
  );
  call.tellDevices(...noticesForDevices(before, { ...after, filed }, told));
  call.changed(...changesOf(before, after, told));
  for (const position of told.notify ?? []) {
    const { kind, reached, accountId } = after.participants[position] ?? {};
    if (kind === "service" && reached && typeof accountId === "string") {
      call.wake(queueOf(accountId));
    }
  }
  const store = conversationStore(call.db);
  // Rows that a rule has changed are read again.
  call.committed(
    filed.length > 0
      ? () => store.keep(after)
      : store.afterAct(before, after, told),
  );
}

/** Marks a filed conversation as new to its viewer. */
function filedStatements(
  { db }: CommandCall,
  conversationId: string,
  { position, archived, ...labels }: Filed,
): Statement[] {
  const row = { conversationId, position };
  const flags = { ...row, unread: true, archived, snoozedUntil: null };
  const { flag } = conversationWrites(db);
  const filed = labelStore(db).file(row, labels);
  return archived ? [...filed, statementOf(flag, flags)] : filed;
}

/** The changes for each account that it has reached. */
function changesOf(
  before: Conversation | null,
  { id, version, participants }: Conversation,
  { isOwn, actor }: Announced,
): readonly AccountChange[] {
  return participants.flatMap(({ accountId, position, reached }) => {
    if (!reached || accountId === null) return [];
    if (isOwn && position !== actor) return [];
    const old = before?.participants[position];
    const isNew = !old?.reached || old.accountId !== accountId;
    const what = isNew ? "created" : "changed";
    return [{ accountId, kind: "conversation", objectId: id, what, version }];
  });
}

function rowStatements(
  { db }: CommandCall,
  before: Conversation | null,
  after: Conversation,
): Statement[] {
  const writes = conversationWrites(db);
  if (!before) return [statementOf(writes.insert, after)];
  const statements = [statementOf(writes.progress, after)];
  // A person may change the title of what they approve.
  const isRenamed =
    before.fromName !== after.fromName ||
    before.title !== after.title ||
    before.ownerId !== after.ownerId;
  if (before.state === "draft" || isRenamed) {
    statements.push(statementOf(writes.compose, after));
  }
  return statements;
}

function participantStatements(
  { db, now }: CommandCall,
  before: Conversation | null,
  after: Conversation,
  told: Announced,
): Statement[] {
  const writes = conversationWrites(db);
  const conversationId = after.id;
  const statements: Statement[] = [];
  const known = before?.participants ?? [];
  for (const participant of after.participants) {
    const old = known[participant.position];
    if (old === participant) continue;
    statements.push(
      old
        ? statementOf(writes.updateParticipant, {
            ...participant,
            conversationId,
          })
        : statementOf(
            writes.insertParticipant,
            newParticipant(after, participant, told),
          ),
    );
  }
  if (known.length > after.participants.length) {
    const position = after.participants.length;
    statements.push(
      statementOf(writes.removeParticipantsFrom, { conversationId, position }),
    );
  }
  // A new conversation was already written in its changed form.
  if (!before) return statements;
  const { version, stateAt } = after;
  // Keep the index on the state's time untouched while the time stays the same.
  const touch = before.stateAt === stateAt ? writes.touch : writes.touchState;
  statements.push(
    statementOf(touch, {
      conversationId,
      version,
      updatedAt: told.isOwn ? now : after.updatedAt,
      stateAt,
      ...toldValues(told),
      ...placedValues(after),
    }),
  );
  return statements;
}

function newParticipant(
  after: Conversation,
  participant: Participant,
  told: Announced,
) {
  const { position } = participant;
  const fresh = { position, unread: false, archived: false };
  const state = stateAfter<ViewerState>(fresh, told);
  return {
    ...participant,
    ...state,
    snoozedUntil: null,
    conversationId: after.id,
    views: viewBitsOf({ conversation: after, viewer: participant, state }),
    version: after.version,
    updatedAt: after.updatedAt,
    stateAt: after.stateAt,
  };
}

function contentStatements(
  { db }: CommandCall,
  before: Conversation | null,
  after: Conversation,
): Statement[] {
  const writes = conversationWrites(db);
  const conversationId = after.id;
  const statements: Statement[] = [];
  for (const [index, message] of after.messages.entries()) {
    const old = before?.messages[index];
    if (old === message) continue;
    statements.push(
      old
        ? statementOf(writes.updateMessage, { ...message, conversationId })
        : statementOf(writes.insertMessage, { ...message, conversationId }),
    );
  }
  const hidden = stretchesHidden(before, after).map((it) =>
    statementOf(writes.hide, { ...it, conversationId }),
  );
  return [...statements, ...hidden, ...fileStatements(writes, before, after)];
}

/** True if a file is new, removed, or moved because its readers changed. */
function fileStatements(
  writes: ReturnType<typeof conversationWrites>,
  before: Conversation | null,
  after: Conversation,
): Statement[] {
  const conversationId = after.id;
  const known = new Set(before?.artifacts);
  const kept = new Set(after.artifacts);
  const ids = new Set(after.artifacts.map(({ id }) => id));
  const lost = before?.artifacts.filter((it) => !kept.has(it)) ?? [];
  const added = after.artifacts.filter((it) => !known.has(it));
  return [
    ...lost.map(({ seq }) =>
      statementOf(writes.removeArtifact, { conversationId, seq }),
    ),
    ...lost
      .filter(({ id }) => !ids.has(id))
      .map(({ id }) => statementOf(writes.removeBytesOf, { artifactId: id })),
    ...added.map((it) =>
      statementOf(writes.insertArtifact, { ...it, conversationId }),
    ),
  ];
}

function checkpointStatements(
  { db }: CommandCall,
  before: Conversation | null,
  after: Conversation,
): Statement[] {
  const writes = conversationWrites(db);
  const known = new Map(before?.checkpoints.map((it) => [it.id, it]));
  const statements: Statement[] = [];
  for (const checkpoint of after.checkpoints) {
    const old = known.get(checkpoint.id);
    if (old === checkpoint) continue;
    statements.push(checkpointStatement(writes, after.id, checkpoint, old));
  }
  return statements;
}

function checkpointStatement(
  writes: ReturnType<typeof conversationWrites>,
  conversationId: string,
  checkpoint: Checkpoint,
  old: Checkpoint | undefined,
): Statement {
  const { pendingMessage: proposal } = checkpoint;
  const write = old ? writes.updateCheckpoint : writes.insertCheckpoint;
  return statementOf(write, { ...checkpoint, conversationId, proposal });
}

function paymentStatements(
  { db }: CommandCall,
  before: Conversation | null,
  after: Conversation,
): Statement[] {
  const { payment } = after;
  if (!payment || payment === before?.payment) return [];
  const { updatePayment, insertPayment } = conversationWrites(db);
  const write = before?.payment ? updatePayment : insertPayment;
  return [statementOf(write, { ...payment, conversationId: after.id })];
}

/** Deletes a draft with everything in it; its audit chain stays. */
export function remove(call: CommandCall, draft: Conversation): void {
  const writes = conversationWrites(call.db);
  const conversationId = draft.id;
  call.write(
    ...forgetStatements(call.db, conversationId),
    statementOf(writes.removeBytes, { conversationId }),
    statementOf(writes.removeArtifacts, { conversationId }),
    statementOf(writes.removeMessages, { conversationId }),
    statementOf(writes.unhide, { conversationId }),
    statementOf(writes.removeCheckpoints, { conversationId }),
    statementOf(writes.removeParticipantsFrom, { conversationId, position: 0 }),
    statementOf(writes.remove, { id: conversationId }),
  );
  call.changed({
    accountId: draft.ownerId,
    kind: "conversation",
    objectId: conversationId,
    what: "gone",
  });
}
