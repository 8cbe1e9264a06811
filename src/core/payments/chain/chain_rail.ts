import type { CommandCall } from "../../access/context.ts";
import type { PaymentRail } from "../rail_port.ts";
import { heldParts } from "./begin_movements.ts";
import type { ChainDesk } from "./chain_place.ts";
import { tokensOf } from "./check_hold.ts";
import type { ChainIntent } from "./intent_store.ts";
import { intentStore } from "./intent_store.ts";
import { reconcileChain } from "./reconcile_chain.ts";

/**
 * Money in escrow on a chain. A movement is a row in the batch that decides it;
 * `chainPass` carries it out, and it counts once it is final.
 */
export function chainRail(
  desk: Pick<ChainDesk, "client" | "place">,
): PaymentRail {
  return {
    name: "x402",
    async quote(_call, { wallet, amount }) {
      // Whose wallet it will be is known once somebody has signed.
      const available = wallet === undefined ? 0 : await tokensOf(desk, wallet);
      return { available, missing: Math.max(0, amount - available) };
    },
    hold(call, _approval, { signed, ...intent }) {
      if (!signed || signed.info.maxAmount !== intent.amount) {
        throw new RangeError("A hold on a chain is signed by its payer");
      }
      const { info, signature, hash } = signed;
      add(call, "hold", intent, {
        terms: JSON.stringify(info),
        signature,
        hash,
      });
    },
    release: (call, intent) => add(call, "capture", intent),
    void: (call, intent) => add(call, "void", intent),
    refund: (call, _approval, intent) => add(call, "refund", intent),
    async get(call, paymentId) {
      const all = await intentStore(call.db).ofPayment(paymentId);
      const sum = (act: ChainIntent["act"]) =>
        all
          .filter((it) => it.act === act && isDone(it))
          .reduce((total, { amount }) => total + amount, 0);
      if (!all.some((it) => it.act === "hold" && isDone(it))) return undefined;
      const [released, voided] = [sum("capture"), sum("void")];
      return {
        held: sum("hold") - released - voided,
        released,
        voided,
        refunded: sum("refund"),
      };
    },
    reconcile: (call) =>
      reconcileChain(call, (all, block) => heldParts(desk, all, block), desk),
  };
}

/** True once the chain does not undo it any more. */
function isDone({ state }: ChainIntent): boolean {
  return state === "confirmed" || state === "settled";
}

function add(
  call: CommandCall,
  act: ChainIntent["act"],
  movement: Pick<
    ChainIntent,
    "key" | "paymentId" | "conversationId" | "amount"
  >,
  signed: Pick<ChainIntent, "terms" | "signature" | "hash"> = {
    terms: null,
    signature: null,
    hash: null,
  },
): void {
  const { key, paymentId, conversationId, amount } = movement;
  call.write(
    intentStore(call.db).add({
      id: call.newId("transfer"),
      ...{ key, act, paymentId, conversationId, amount },
      ...signed,
      createdAt: call.now,
    }),
  );
}
