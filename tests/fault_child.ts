/** Does one act with money and is killed at one point of its commit: see fault_test.ts. */
import { watch } from "node:fs";
import { basename, dirname } from "node:path";
import { readConfig } from "../src/config/config.ts";
import { SYSTEM } from "../src/core/access/principal.ts";
import type { Database } from "../src/core/db/database.ts";
import type { Statement } from "../src/core/db/statement.ts";
import { acceptProposal } from "../src/core/operations/accept_proposal.ts";
import { answerDispute } from "../src/core/operations/answer_dispute.ts";
import { cancelConversation } from "../src/core/operations/cancel_conversation.ts";
import { createConversation } from "../src/core/operations/create_conversation.ts";
import { expireHold } from "../src/core/operations/expire_hold.ts";
import { extendDeadline } from "../src/core/operations/extend_deadline.ts";
import { fundConversation } from "../src/core/operations/fund_conversation.ts";
import { getConversation } from "../src/core/operations/get_conversation.ts";
import { keepDeadline } from "../src/core/operations/keep_deadline.ts";
import { recordHilDecision } from "../src/core/operations/record_hil_decision.ts";
import { refundPayment } from "../src/core/operations/refund_payment.ts";
import { signReceipt } from "../src/core/operations/sign_receipt.ts";
import { callOperation } from "../src/core/pipeline/call.ts";
import type { OpenServices } from "../src/process/open_services.ts";
import { openServices } from "../src/process/open_services.ts";
import type { ChildOrder, People } from "./crash_child.ts";
import { peopleOf, settingsOf } from "./crash_child.ts";

export const ACTS = [
  "hold",
  "release",
  "cancel",
  "decline",
  "expire",
  "extend",
  "refund",
  "raise",
  "approve",
  "agree",
  "order",
  "later",
  "late",
  "split",
] as const;
export type ActName = (typeof ACTS)[number];

/** The target of an act: a conversation, or the title of one to be made. */
export interface Target {
  readonly act: ActName;
  readonly name: string;
}

/** The child's orders. */
export interface FaultOrder
  extends Pick<ChildOrder, "databaseUrl" | "alice" | "bob"> {
  readonly path: string;
  readonly now: number;
  readonly target: Target;
  /**
   * Where it dies: 0 before anything is written, i behind the i-th statement and
   * before the next (or before the end of the transaction), `answered` once all is
   * on disk and nobody has been told.
   */
  readonly point: number | "answered";
}

/** Does the act; the same target asks for the same again. */
export async function perform(
  services: OpenServices,
  { alice, bob }: People,
  { act, name }: Target,
): Promise<void> {
  const options = { idempotencyKey: `${act}-${name}` };
  const conversationId = name;
  switch (act) {
    case "hold": {
      const words = { to: bob.address, title: name, text: "words" };
      const input = { ...words, price: "5", submit: true };
      await alice.run(createConversation, input, options);
      return;
    }
    case "release": {
      const input = { conversationId, confirm: true as const };
      await bob.run(signReceipt, input, options);
      return;
    }
    case "cancel": {
      const input = { conversationId, reason: "no" };
      // An agent would have to ask its person first.
      await bob.asPerson().run(cancelConversation, input, options);
      return;
    }
    case "decline": {
      const input = { conversationId, decision: "decline" as const };
      await bob.run(recordHilDecision, input, options);
      return;
    }
    case "approve": {
      const input = { conversationId, decision: "approve" as const };
      await bob.asPerson().run(recordHilDecision, input, options);
      return;
    }
    case "refund": {
      await bob.run(refundPayment, { conversationId }, options);
      return;
    }
    case "split": {
      const input = { conversationId, take: 1 };
      await bob.asPerson().run(answerDispute, input, options);
      return;
    }
    case "raise": {
      await alice.run(fundConversation, { conversationId }, options);
      return;
    }
    case "agree": {
      const { conversation } = await alice.run(getConversation, {
        conversationId,
      });
      const [proposal] = conversation.terms?.proposals ?? [];
      const { proposalId = "" } = proposal ?? {};
      await alice.run(acceptProposal, { conversationId, proposalId }, options);
      return;
    }
    case "order": {
      const words = { to: bob.address, title: name };
      const input = { ...words, offerId: OFFER_ID, submit: true };
      await alice.run(createConversation, input, options);
      return;
    }
    case "later": {
      const input = { conversationId, dueAt: LATER };
      await alice.run(extendDeadline, input, options);
      return;
    }
    case "late": {
      await callOperation(services, keepDeadline, CLOCK, { conversationId });
      return;
    }
    case "expire":
    case "extend":
      await callOperation(services, expireHold, CLOCK, { conversationId });
  }
}

const CLOCK = { principal: SYSTEM, via: "system", requestId: "c" } as const;

/** The offer of what is ordered, and the time to which a deadline is moved. */
export const OFFER_ID = "logo";
const LATER = "2026-02-20T12:00:00.000Z";

function die(): Promise<never> {
  process.kill(process.pid, "SIGKILL");
  return new Promise(() => {});
}

/** Never ends, so that the transaction stays open where it stands. */
const ENDLESS: Statement = {
  sql: `update welcomes set conversation_id = conversation_id where account_id =
    (with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n)`,
  args: [],
};
/** Makes a file, which tells the other threads that everything before is written. */
function markedBy(marker: string): Statement {
  return { sql: "attach ? as reached", args: [marker] };
}

/** Resolves once a file is made. */
function appearance(path: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  watch(dirname(path), (_, name) => {
    if (name === basename(path)) resolve();
  });
  return promise;
}

/** A database whose next commit kills the process at a point, once it is armed. */
function faulty(
  { path, point }: FaultOrder,
  isArmed: () => boolean,
): (db: Database) => Database {
  return (db) => ({
    ...db,
    async commit(statements) {
      if (!isArmed()) return await db.commit(statements);
      if (point === 0) return await die();
      if (point === "answered") {
        await db.commit(statements);
        return await die();
      }
      const marker = `${path}-reached-${process.pid}`;
      const reached = appearance(marker);
      void db.commit([
        ...statements.slice(0, point),
        markedBy(marker),
        ENDLESS,
        ...statements.slice(point),
      ]);
      await reached;
      return await die();
    },
  });
}

if (import.meta.main) {
  const order: FaultOrder = JSON.parse(process.argv[2] ?? "{}");
  let isArmed = false;
  const services = await openServices(
    readConfig(settingsOf(order.databaseUrl)),
    {
      clock: () => order.now,
      aroundDatabase: faulty(order, () => isArmed),
    },
  );
  await services.agents.idle();
  isArmed = true;
  await perform(services, peopleOf(services, order), order.target);
}
