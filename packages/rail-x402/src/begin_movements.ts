import { LIMITS } from "../../../src/core/base/limits.ts";
import type { Hex } from "../../../src/core/base/rails/chain.ts";
import type { Database } from "../../../src/core/db/database.ts";
import { perDatabase } from "../../../src/core/db/per_database.ts";
import type { PaymentInfo } from "../../../src/core/payments/terms/payment_info.ts";
import { buildTransaction, feesNow } from "./build_transaction.ts";
import type { ChainDesk } from "./chain_place.ts";
import { alone } from "./chain_place.ts";
import { escrowState } from "./escrow_calls.ts";
import type { ChainIntent } from "./intent_store.ts";
import { intentStore } from "./intent_store.ts";
import type { HeldPart, Step } from "./movement_step.ts";
import { movementStep } from "./movement_step.ts";
import { isRevert, revertName } from "./node/revert_name.ts";
import type { ChainBlock } from "./node/rpc.ts";
import { ChainRefusal } from "./node/rpc.ts";
import { refundFacts } from "./refund/refund_done.ts";
import { stopsStore } from "./stops/stops_store.ts";
import { transactionStore } from "./transaction_store.ts";

/**
 * Decides what each open movement needs, by the escrow's final state, and stores the
 * transactions of those that need one: what is owed before what is new. Sends nothing.
 */
export async function beginMovements(
  desk: ChainDesk,
  finalized: ChainBlock,
): Promise<void> {
  const busy = new Set(
    (await transactionStore(desk.db).open()).map(({ intentId }) => intentId),
  );
  await beginSome(desk, finalized, { busy, isHold: false });
  await beginSome(desk, finalized, { busy, isHold: true });
  await lookAtWatched(desk, finalized);
}

/** Where the next look at movements of other services begins. */
const watchedFrom = perDatabase((_db: Database) => ({ after: "" }));

/** Looks at some of what other services do, the next ones each time: there may be many. */
async function lookAtWatched(
  desk: ChainDesk,
  finalized: ChainBlock,
): Promise<void> {
  const from = watchedFrom(desk.db);
  const page = await intentStore(desk.db).openPage(from.after, true);
  const isLast = page.length < LIMITS.chainIntentsPageMax;
  from.after = isLast ? "" : (page.at(-1)?.id ?? "");
  for (const intent of page) {
    await alone(desk, () => begin(desk, intent, finalized));
  }
}

/** Others' tiny holds must not delay what is owed. */
async function beginSome(
  desk: ChainDesk,
  finalized: ChainBlock,
  { busy, isHold }: { readonly busy: Set<string>; readonly isHold: boolean },
): Promise<void> {
  const most = isHold
    ? LIMITS.chainHoldsOpenMax
    : LIMITS.chainTransactionsOpenMax;
  let after = "";
  while (busy.size < most) {
    const page = await intentStore(desk.db).openPage(after, false);
    for (const intent of page) {
      if (busy.size >= most) return;
      if (busy.has(intent.id) || (intent.act === "hold") !== isHold) continue;
      const failed = await alone(desk, async () => {
        if (await begin(desk, intent, finalized)) busy.add(intent.id);
      });
      if (failed) await note(desk, intent, failed.message);
    }
    const last = page.at(-1);
    if (!last || page.length < LIMITS.chainIntentsPageMax) return;
    after = last.id;
  }
}

/** True if it has a transaction now. */
async function begin(
  desk: ChainDesk,
  intent: ChainIntent,
  finalized: ChainBlock,
): Promise<boolean> {
  const all = await intentStore(desk.db).ofPayment(intent.paymentId);
  const parts = await heldParts(desk, all, finalized);
  const { timestamp } = finalized;
  const stops = await stopsStore(desk.db).openIn(intent.conversationId);
  const step = movementStep({
    ...{ ...desk.place, intent, all, parts, timestamp },
    isStopped: stops.length > 0,
    refund:
      intent.act === "refund"
        ? await refundFacts(desk, intent, finalized)
        : undefined,
  });
  const isEnd = step.do === "confirm" || step.do === "refuse";
  const isBelieved = await foundTwice(desk, intent, isEnd, finalized);
  return isEnd && !isBelieved ? false : await take(desk, intent, step);
}

/**
 * Believes an end that no transaction of the service made only once a later final block
 * confirms it: one wrong answer of a node ends nothing.
 */
async function foundTwice(
  { db }: ChainDesk,
  intent: ChainIntent,
  isEnd: boolean,
  { number }: ChainBlock,
): Promise<boolean> {
  const { foundEnded, problem } = intent;
  const sent = isEnd ? await transactionStore(db).ofIntent(intent.id) : [];
  if (sent.some(({ state }) => state === "final")) return true;
  const isFirst = isEnd && foundEnded === null;
  if (isFirst || (!isEnd && foundEnded !== null)) {
    const found = { problem, foundEnded: isEnd ? number : null };
    await db.commit([intentStore(db).settle(intent, "open", found)]);
  }
  return foundEnded !== null && number > foundEnded;
}

/** The holds that were not refused, with the escrow's state of them at that block. */
export async function heldParts(
  { client, place }: Pick<ChainDesk, "client" | "place">,
  all: readonly ChainIntent[],
  { number }: Pick<ChainBlock, "number">,
): Promise<readonly HeldPart[]> {
  const parts: HeldPart[] = [];
  for (const intent of all) {
    const { terms, signature, hash } = intent;
    if (terms === null || signature === null || hash === null) continue;
    if (intent.state === "refused" || intent.state === "dropped") continue;
    parts.push({
      intent,
      info: JSON.parse(terms) as PaymentInfo,
      signature: signature as Hex,
      state: await escrowState(client, place.escrow, hash as Hex, number),
    });
  }
  return parts;
}

async function take(
  desk: ChainDesk,
  intent: ChainIntent,
  step: Step,
): Promise<boolean> {
  const { db, log } = desk;
  const store = intentStore(db);
  switch (step.do) {
    case "wait":
      return false;
    case "confirm":
      await db.commit([store.settle(intent, "confirmed", endOf(step))]);
      return false;
    case "refuse": {
      const { problem } = step;
      log.error(`chain.${intent.act}_refused`, new Error(problem), intent.id);
      await db.commit([store.settle(intent, "refused", { problem })]);
      return false;
    }
    case "send":
      return await tryToSend(desk, intent, step);
  }
}

/** The end to record; a movement that was given up and then done anyway ends as decided. */
function endOf({ captured, problem }: Confirm) {
  return { captured: captured ?? null, problem: problem ?? null };
}

type Confirm = Extract<Step, { readonly do: "confirm" }>;

/** Tries the call without sending it; does not send what the escrow would refuse. */
async function tryToSend(
  desk: ChainDesk,
  intent: ChainIntent,
  step: Extract<Step, { readonly do: "send" }>,
): Promise<boolean> {
  const { client, place, key, db } = desk;
  const { data } = step;
  const to = step.to === "token" ? place.token : place.escrow;
  try {
    const call = { from: key.address, to, data };
    const gas = ((await client.estimateGas(call)) * 6n) / 5n;
    if (intent.act === "hold" && gas > LIMITS.chainGasOfHoldMax) {
      const problem = "The payer's wallet needs too much gas";
      return await take(desk, intent, { do: "refuse", problem });
    }
    const fees = await feesNow(desk);
    if (!fees) return await note(desk, intent, "Gas costs too much");
    const failed = (await transactionStore(db).ofIntent(intent.id)).filter(
      ({ state, settledAt }) =>
        state === "failed" && (settledAt ?? 0) > (intent.retriedAt ?? 0),
    );
    if (failed.length >= LIMITS.chainFailuresMax) {
      return await note(desk, intent, "The escrow refused it too often");
    }
    const nonce = Math.max(
      await client.transactionCount(key.address, "latest"),
      (await transactionStore(db).lastNonce(key.address)) + 1,
    );
    const next = { intentId: intent.id, nonce, to, data, gas };
    await db.commit([
      await buildTransaction(desk, next, fees),
      ...(intent.problem === null
        ? []
        : [intentStore(db).settle(intent, "open")]),
    ]);
    return true;
  } catch (error) {
    if (!(error instanceof ChainRefusal)) throw error;
    const reason = revertName(error);
    // A hold or a refund that was never sent takes nothing; all others are owed, and wait.
    const isSigned = intent.act === "hold" || intent.act === "refund";
    const isOwed = !isSigned || ALREADY.has(reason);
    if (isOwed || !isRevert(error)) {
      return await note(desk, intent, reason);
    }
    return await take(desk, intent, { do: "refuse", problem: reason });
  }
}

/**
 * Errors of escrow and token for an act that is already done, in a block that is not final
 * yet.
 */
const ALREADY: ReadonlySet<string> = new Set([
  "PaymentAlreadyCollected",
  "FiatTokenV2: authorization is used or canceled",
]);

/** Records once why a movement is stuck; it is retried. */
async function note(
  { db, log }: ChainDesk,
  intent: ChainIntent,
  problem: string,
): Promise<false> {
  if (intent.problem === problem) return false;
  log.error(`chain.${intent.act}_waits`, new Error(problem), intent.id);
  await db.commit([intentStore(db).settle(intent, "open", { problem })]);
  return false;
}
