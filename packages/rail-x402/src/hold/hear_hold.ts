import type { QueryCall } from "../../../../src/core/access/context.ts";
import { phrase } from "../../../../src/core/base/words/say.ts";
import { told } from "../../../../src/core/base/words/sentence.ts";
import { ServiceError } from "../../../../src/core/errors/errors.ts";
import type { HoldSigning } from "../../../../src/core/payments/chain/chain_port.ts";
import type { Payment } from "../../../../src/core/payments/model.ts";
import type {
  BadPayload,
  HeardHold,
  SignedHold,
} from "../../../../src/core/payments/terms/signed.ts";
import type { PaymentRequired } from "../../../../src/core/payments/x402.ts";
import { hear } from "../chain_place.ts";
import { eventsStore } from "../events_store.ts";
import { USED } from "../payload_parts.ts";
import { refuseManyOpen, refuseManySigned } from "../signed_bound.ts";
import type { Asking } from "./check_hold.ts";
import { checkHold } from "./check_hold.ts";
import { readPayload } from "./read_payload.ts";

/**
 * The chain's answer on the hold that a wallet signed; undefined if the payload does not
 * match the request, so that the chain is not asked.
 */
export async function hearHold(
  desk: Asking,
  { now }: Pick<QueryCall, "now">,
  { terms, reclaim }: Payment,
  payload: unknown,
): Promise<HeardHold | undefined> {
  const { place } = desk;
  const read = terms && readPayload(place, terms, { payload, now });
  if (!read || "problem" in read) return undefined;
  const signed = { ...read, isElsewhere: reclaim !== null };
  return (await hear(checkHold(desk, signed))) ?? "fine";
}

/**
 * The hold that a wallet signed, checked against the terms and the chain's answer.
 * @throws payment_required without one, payment_invalid, quota_exceeded, unavailable
 */
export async function signedHold(
  { place }: Pick<Asking, "place">,
  call: QueryCall,
  { id, terms, payerId, reclaim }: Payment,
  { conversationId, payload, heard }: HoldSigning,
): Promise<SignedHold> {
  if (!terms) throw new RangeError("A price on a chain has terms");
  const required = (error: string): PaymentRequired => ({
    ...{ x402Version: 2, error, accepts: [terms] },
    resource: {
      url: `${call.settings.baseUrl}/v1/conversations/${conversationId}/fund`,
    },
  });
  if (payload === undefined) {
    throw new ServiceError("payment_required", {
      detail: told`Cannot pay: no payment was sent.`,
      fix: phrase`Sign what payment.requirements accepts with the payer's wallet, and send the x402 payload as \`payment\`. A person does it on the conversation's page.`,
      extra: { ...required("payment_required") },
    });
  }
  await refuseManySigned(call, id, told`pay`);
  await refuseManyOpen(call, payerId);
  const invalid = ({ code, problem }: BadPayload) =>
    new ServiceError("payment_invalid", {
      detail: told`Cannot pay: ${problem}.`,
      extra: { reason: code, ...required(code) },
    });
  const read = readPayload(place, terms, { payload, now: call.now });
  if ("problem" in read) throw invalid(read);
  if (await eventsStore(call.db).holdBy(read.hash)) throw invalid(USED);
  if (heard === "away") {
    throw new ServiceError("unavailable", {
      detail: told`Cannot pay: the chain's node isn't responding.`,
    });
  }
  if (heard === undefined) {
    throw new ServiceError("unavailable", {
      detail: told`Cannot pay: the payment requirements have changed in the meantime.`,
    });
  }
  if (heard !== "fine") throw invalid(heard);
  return { ...read, isElsewhere: reclaim !== null };
}
