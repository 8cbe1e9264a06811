import { claim } from "./claim.ts";
import type { Facts } from "./facts.ts";
import { isClosed, isFrozen } from "./folders.ts";

/** Checks that a request that waits for a person holds nothing, and reaches nobody before. */
export function checkWaiting({
  state,
  checkpoints,
  payment,
  participants,
}: Facts): void {
  const waiting = checkpoints.filter(
    ({ kind, act, status }) =>
      status === "open" && (kind === "review" || act === "ask"),
  );
  claim(
    waiting.length > 0 === (state === "input-required"),
    `${state} with ${waiting.length} that wait for a person`,
  );
  for (const it of waiting) {
    const participant = participants.find(
      ({ accountId }) => accountId === it.forAccountId,
    );
    claim(
      participant !== undefined,
      "a review waits for somebody who is in it",
    );
    if (it.act !== "submit") continue;
    claim(payment === null, "nothing is held before a submit is approved");
    claim(
      participants.every(({ position, reached }) => position === 0 || !reached),
      "nobody is reached before a submit is approved",
    );
  }
  for (const { act, status, waits } of checkpoints) {
    claim(
      (waits !== null) ===
        ((act === "outward" || act === "reply") && status === "open"),
      `${act} that is ${status} keeps ${waits}`,
    );
  }
  // Contacts are changed one by one, each with a question of its own.
  const single = waiting.filter(({ act }) => act !== "grant");
  const mine = new Set(single.map((it) => `${it.act} ${it.forAccountId}`));
  claim(mine.size === single.length, "nobody is asked the same twice");
}

/** The sums of a price add up, and its status says what became of it. */
export function checkPayment(facts: Facts, releases: number): void {
  const { payment, state, inSteps, signed, dispute } = facts;
  if (!payment) return;
  const { status, price, released, returned, escrow } = payment;
  const { asked, refunded, givenBack } = payment;
  claim(
    !(isClosed(state) && (status === "held" || status === "requires_payment")),
    `${state} with a price that is ${status}`,
  );
  claim(
    escrow === (status === "held" ? price - released - returned : 0),
    `escrow ${escrow} of a price that is ${status}`,
  );
  const wasReleased = status === "released" || status === "refunded";
  claim(
    releases > 0 === released > 0 &&
      (status === "held" || wasReleased === released > 0),
    `${releases} releases of a price that is ${status}`,
  );
  const split = dispute?.about === "held" ? dispute.outcome : undefined;
  const settled = split?.released ?? 0;
  claim(
    !isFrozen(facts) || (status === "held" && asked === null),
    `a disputed price is ${status}`,
  );
  claim(
    !split || !isClosed(state) || split.returned <= returned,
    `${split?.returned} of a dispute and ${returned} returned`,
  );
  claim(
    inSteps === null ||
      (inSteps === price && (signed ?? 0) + settled === released),
    `${signed} signed and ${released} released of ${inSteps} in steps`,
  );
  claim(
    !wasReleased || released + returned === price,
    `${released} released and ${returned} returned of ${price}`,
  );
  claim(
    refunded === givenBack && refunded <= (wasReleased ? released : 0),
    `${givenBack} given back where ${refunded} of ${price} are refunded`,
  );
  claim(
    (status === "refunded") === (refunded > 0 && refunded === released),
    `a price that is ${status} with ${refunded} of ${price} refunded`,
  );
  claim(
    asked === null ||
      (asked > price &&
        (status === "held" || status === "requires_payment") &&
        (state === "auth-required" || state === "input-required")),
    `${asked} asked for a price of ${price} that is ${status} in ${state}`,
  );
}
