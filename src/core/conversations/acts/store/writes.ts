import { and, eq, gte, sql } from "drizzle-orm";
import type { Database } from "../../../db/database.ts";
import { perDatabase } from "../../../db/per_database.ts";
import { rowSlots, slots, slotsBut } from "../../../db/slots.ts";
import {
  checkpoints,
  conversations,
  participants,
  payments,
} from "../../../db/tables/conversation_schema.ts";
import {
  artifactWrites,
  contentWrites,
  hiddenWrites,
} from "./content_writes.ts";
import { FLAGS_AFTER, UPDATED_AFTER } from "./viewer_flags_store.ts";
import { VIEWS_AFTER_FLAG, viewsAfter } from "./views_store.ts";

const value = sql.placeholder;

/** The columns that any change may change. */
const PROGRESS = slots(
  conversations,
  "state",
  "stateReason",
  "stateReasonBy",
  "stateAt",
  "previousState",
  "version",
  "receipt",
  "price",
  // Agreed terms change both.
  "release",
  "releaseAction",
  "proposals",
  "milestones",
  // An approval determines anew whether it is the first.
  "firstUse",
  "terms",
  "updatedAt",
  "auditSalt",
  "tally",
);
/** The composed columns: after sending, only names, the title and who claims an order change. */
const COMPOSED = slots(
  conversations,
  "ownerId",
  "title",
  "fromAddress",
  "fromName",
  "contactType",
  "rail",
  "releaseChosen",
  "quoteId",
  "order",
  "sending",
);
const PARTICIPANT = slots(
  participants,
  "accountId",
  "address",
  "displayName",
  "role",
  "kind",
  "deliveryState",
  "deliveryAt",
  "joinedAt",
  "remote",
  "knows",
  "knowsAs",
  "reached",
);
const DECISION = slots(
  checkpoints,
  "status",
  "decidedBy",
  "decidedActor",
  "decidedAt",
  "comment",
  "edited",
  "votes",
  "escalatedAt",
  "told",
  "proposal",
);
/** A claimed order has another payer. */
const MONEY = slotsBut(payments, "id", "conversationId", "rail", "feeBps");

/** All statements that write a conversation, prepared once. */
export const conversationWrites = perDatabase((db) => ({
  ...rowWrites(db),
  ...participantWrites(db),
  ...contentWrites(db),
  ...hiddenWrites(db),
  ...artifactWrites(db),
  ...decisionWrites(db),
}));

function rowWrites({ orm }: Database) {
  const byId = eq(conversations.id, value("id"));
  return {
    insert: orm.insert(conversations).values(rowSlots(conversations)).prepare(),
    progress: orm.update(conversations).set(PROGRESS).where(byId).prepare(),
    compose: orm.update(conversations).set(COMPOSED).where(byId).prepare(),
    remove: orm.delete(conversations).where(byId).prepare(),
  };
}

function participantWrites({ orm }: Database) {
  const here = eq(participants.conversationId, value("conversationId"));
  const at = eq(participants.position, value("position"));
  const touched = {
    ...slots(participants, "version"),
    updatedAt: UPDATED_AFTER,
    ...FLAGS_AFTER,
    views: viewsAfter(FLAGS_AFTER),
  };
  return {
    insertParticipant: orm
      .insert(participants)
      .values(slotsBut(participants, "snoozedUntil", "labels"))
      .prepare(),
    updateParticipant: orm
      .update(participants)
      .set(PARTICIPANT)
      .where(and(here, at))
      .prepare(),
    removeParticipantsFrom: orm
      .delete(participants)
      .where(and(here, gte(participants.position, value("position"))))
      .prepare(),
    touch: orm.update(participants).set(touched).where(here).prepare(),
    touchState: orm
      .update(participants)
      .set({ ...touched, ...slots(participants, "stateAt") })
      .where(here)
      .prepare(),
    flag: orm
      .update(participants)
      .set({
        ...slots(participants, "unread", "archived", "snoozedUntil"),
        views: VIEWS_AFTER_FLAG,
      })
      .where(and(here, at))
      .prepare(),
    wake: orm
      .update(participants)
      .set({
        ...slots(
          participants,
          "unread",
          "archived",
          "snoozedUntil",
          "updatedAt",
        ),
        views: VIEWS_AFTER_FLAG,
      })
      .where(and(here, at))
      .prepare(),
  };
}

function decisionWrites({ orm }: Database) {
  return {
    insertCheckpoint: orm
      .insert(checkpoints)
      .values(rowSlots(checkpoints))
      .prepare(),
    removeCheckpoints: orm
      .delete(checkpoints)
      .where(eq(checkpoints.conversationId, value("conversationId")))
      .prepare(),
    updateCheckpoint: orm
      .update(checkpoints)
      .set({
        ...DECISION,
        ...slots(checkpoints, "title", "summary", "askedBy"),
      })
      .where(eq(checkpoints.id, value("id")))
      .prepare(),
    insertPayment: orm.insert(payments).values(rowSlots(payments)).prepare(),
    updatePayment: orm
      .update(payments)
      .set(MONEY)
      .where(eq(payments.id, value("id")))
      .prepare(),
  };
}
