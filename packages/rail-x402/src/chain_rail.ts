import type { CommandCall } from "../../../src/core/access/context.ts";
import type { ChainRail } from "../../../src/core/payments/chain/chain_port.ts";
import type { PaymentRail } from "../../../src/core/payments/rail_port.ts";
import { heldParts } from "./begin_movements.ts";
import { chainBooks } from "./chain_books.ts";
import type { ChainDesk } from "./chain_place.ts";
import { tokensOf } from "./hold/check_hold.ts";
import type { ChainIntent } from "./intent_store.ts";
import { intentStore } from "./intent_store.ts";
import { refundStore } from "./refund/refund_store.ts";
import { reconcileChain } from "./status/reconcile_chain.ts";

/**
 * Money in escrow on a chain. A movement is a row in the batch that decides it; `chainPass`
 * carries it out, and it counts once it is final.
 */
export function chainRail(
  desk: Pick<ChainDesk, "client" | "place">,
): PaymentRail & Pick<ChainRail, "name" | "watch"> {
  return {
    name: "x402",
    async quote(_call, { wallet, amount }) {
      // The wallet is unknown until somebody has signed.
      const available = wallet === undefined ? 0 : await tokensOf(desk, wallet);
      return { available, missing: Math.max(0, amount - available) };
    },
    hold(call, _approval, { signed, ...intent }) {
      if (!signed || signed.info.maxAmount !== intent.amount) {
        throw new RangeError("A hold on a chain is signed by its payer");
      }
      const { info, signature, hash, isElsewhere = false } = signed;
      add(
        call,
        "hold",
        { ...intent, isWatched: isElsewhere },
        { terms: JSON.stringify(info), signature, hash },
      );
    },
    watch(call, movement) {
      add(call, "capture", { ...movement, isWatched: true });
    },
    settlePart(call, { key, released, returned, isElsewhere, ...of }) {
      const isWatched = isElsewhere;
      if (released > 0) {
        add(call, "capture", { ...of, key, amount: released, isWatched });
      }
      const back = released > 0 ? `${key}:void` : key;
      if (returned > 0) {
        add(call, "void", { ...of, key: back, amount: returned, isWatched });
      }
    },
    refund(call, _approval, { signed, ...intent }) {
      if (!signed || signed.authorization.value !== intent.amount) {
        throw new RangeError("A refund on a chain is signed by its payee");
      }
      const id = add(call, "refund", intent);
      call.write(refundStore(call.db).add(id, signed));
    },
    async get(call, paymentId) {
      return chainBooks(await intentStore(call.db).ofPayment(paymentId));
    },
    reconcile: (call) =>
      reconcileChain(call, (all, block) => heldParts(desk, all, block), desk),
  };
}

function add(
  call: CommandCall,
  act: ChainIntent["act"],
  movement: Pick<
    ChainIntent,
    "key" | "paymentId" | "conversationId" | "amount"
  > & { readonly isWatched?: boolean | undefined },
  signed: Pick<ChainIntent, "terms" | "signature" | "hash"> = {
    terms: null,
    signature: null,
    hash: null,
  },
): string {
  const { key, paymentId, conversationId, amount, isWatched } = movement;
  const id = call.newId("transfer");
  call.write(
    intentStore(call.db).add({
      ...{ id, key, act, paymentId, conversationId, amount },
      ...signed,
      isWatched,
      createdAt: call.now,
    }),
  );
  return id;
}
