import type {
  CommandCall,
  QueryCall,
} from "../../../../src/core/access/context.ts";
import type { MicroUsdc } from "../../../../src/core/base/money.ts";
import type { ChainPlace } from "../../../../src/core/base/rails/chain.ts";
import type { EndedMovement } from "../../../../src/core/payments/chain/chain_port.ts";
import type { Settlement } from "../../../../src/core/payments/model.ts";
import type { PaymentInfo } from "../../../../src/core/payments/terms/payment_info.ts";
import { capturedBy, chainBooks, decidedEnds, isPart } from "../chain_books.ts";
import type { ChainIntent } from "../intent_store.ts";
import { intentStore } from "../intent_store.ts";
import { refundStore } from "../refund/refund_store.ts";
import { transactionStore } from "../transaction_store.ts";

/**
 * Applies a payment's movements that are final on the chain, once each, and returns what the
 * payment stores of them.
 */
export async function settleEnded(
  place: Pick<ChainPlace, "chainId">,
  call: CommandCall,
  paymentId: string,
) {
  const store = intentStore(call.db);
  const all = await store.ofPayment(paymentId);
  const ended = all.filter(isEnded);
  for (const it of ended) {
    const to = it.state === "refused" ? "dropped" : "settled";
    const { problem } = it;
    call.write(store.settle(it, to, { problem, settledAt: call.now }));
  }
  const movements = ended.map(
    ({ act, state, amount, problem, captured }): EndedMovement => ({
      ...{ act, isRefused: state === "refused" },
      ...{ amount, problem, captured },
    }),
  );
  const settlements = await settlementsOf(place, call, ended);
  return { movements, settlements, ends: decidedEnds(all) };
}

/** True once it has ended; a refused act of the service itself still needs the operator. */
function isEnded({ act, state }: ChainIntent): boolean {
  const isSigned = act === "hold" || act === "refund";
  return state === "confirmed" || (state === "refused" && isSigned);
}

/** The final settlements of a payment's movements, as the payment stores them. */
async function settlementsOf(
  { chainId }: Pick<ChainPlace, "chainId">,
  call: QueryCall,
  ended: readonly ChainIntent[],
): Promise<readonly Settlement[]> {
  const settlements: Settlement[] = [];
  for (const intent of ended) {
    const { act, state, problem, captured } = intent;
    const amount = await amountOf(call, intent);
    const sent = await transactionStore(call.db).ofIntent(intent.id);
    const final = sent.filter((it) => it.state === "final");
    const told = {
      ...{ at: call.now, network: `eip155:${chainId}` },
      wallet: await walletOf(call, intent),
      transactions: final.map(({ hash }) => hash),
    };
    if (captured === null) {
      const refused = state === "refused" ? (problem ?? "") : null;
      settlements.push({ ...told, act, amount, problem: refused });
      continue;
    }
    // It failed, and ended like this instead, or it is a part.
    const rest = isPart(intent) ? 0 : await restOf(call, intent);
    if (!intent.isWatched) {
      const failed = { act, amount: intent.amount, problem: problem ?? "" };
      settlements.push({ ...told, ...failed });
    }
    settlements.push(
      { ...told, act: "capture", amount: captured, problem: null },
      { ...told, act: "void", amount: rest, problem: null },
    );
  }
  return settlements.filter(({ amount }) => amount > 0);
}

/**
 * The amount moved. A return decided while a hold was pending gives back what was taken,
 * which is nothing if the chain refused the hold.
 */
async function amountOf(
  call: QueryCall,
  intent: ChainIntent,
): Promise<MicroUsdc> {
  return intent.act === "void" ? await restOf(call, intent) : intent.amount;
}

/** The amount returned by a movement that ended a hold: all that no other one says. */
async function restOf(
  { db }: QueryCall,
  { id, paymentId }: ChainIntent,
): Promise<MicroUsdc> {
  const all = await intentStore(db).ofPayment(paymentId);
  const last = all.findLast(({ act }) => act === "void" || act === "capture");
  const others = all.filter(
    (it) => it.captured !== null && it.id !== last?.id && !isPart(it),
  );
  const told = (it: ChainIntent) => Math.max(0, it.amount - capturedBy(it));
  const mine = others.find((it) => it.id === id);
  if (mine) return told(mine);
  const voided = chainBooks(all)?.voided ?? 0;
  return others.reduce((rest, it) => rest - told(it), voided);
}

/** The wallet that signed: the payer's; for a refund, the payee's. */
async function walletOf(
  { db }: QueryCall,
  { id, act, paymentId }: ChainIntent,
): Promise<string | null> {
  if (act === "refund") {
    return (await refundStore(db).ofIntent(id))?.payee ?? null;
  }
  const all = await intentStore(db).ofPayment(paymentId);
  const terms = all.findLast((it) => it.terms !== null && it.id <= id)?.terms;
  if (!terms) return null;
  const { payer }: PaymentInfo = JSON.parse(terms);
  return payer;
}
