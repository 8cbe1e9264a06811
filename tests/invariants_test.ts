import { expect, test } from "bun:test";
import { oneFile } from "../scripts/one_file.ts";
import type { RunOrder } from "./invariants/run.ts";
import { sample } from "./proof.ts";

/**
 * Steps of all runs together. A seed does the same steps each time:
 * `bun tests/invariants/run.ts '[{"seed": 1, …}]'` repeats one run.
 */
const STEPS = sample(3_500, 100_000);
const LIMIT_MS = sample(300_000, 1_200_000);
/** Short runs in which every step is looked at by everybody. */
const THOROUGH = orders(sample([3], [1, 2, 3, 4]), {
  steps: sample(500, 1_000),
  projectionsEvery: 1,
  everythingEvery: 500,
});
/** Long runs with the rest of the steps, in which the money is always checked. */
const LONG = orders(sample([107, 108, 111, 117], [5, 6, 7, 8, 9, 10, 11, 33]), {
  steps: sample(750, 12_000),
  projectionsEvery: sample(30, 20),
  everythingEvery: sample(750, 6_000),
});
/** Processes at once: what a small machine has. */
const AT_ONCE = 2;
const CHILD = await oneFile("tests/invariants/run.ts");

function orders(
  seeds: readonly number[],
  rest: Omit<RunOrder, "seed">,
): readonly RunOrder[] {
  return seeds.map((seed) => ({ seed, ...rest }));
}

/** Does some runs in a process of their own, one after the other; what they met. */
async function runApart(
  share: readonly RunOrder[],
): Promise<readonly string[]> {
  const child = Bun.spawn([process.execPath, CHILD, JSON.stringify(share)], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    // Runs are too short for Bun's last compiler to pay.
    env: { BUN_JSC_useFTLJIT: sample("0", "1"), PROOF: sample("", "full") },
  });
  const [said, complaint] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (child.exitCode !== 0) throw new Error(complaint);
  return JSON.parse(said);
}

/** Cases that the runs must have met, or they have proved less than they say. */
const MET = [
  ...sample([], ["order done", "order offer_sold_out"]),
  "create from_not_verified",
  "create done",
  "create invalid_price",
  "create invalid_address",
  "reply done",
  "reply conversation_not_found",
  "reply conversation_closed",
  "receipt done",
  "receipt condition_not_met",
  "receipt sender_cannot_sign",
  "receipt not_addressed",
  "cancel done",
  "cancel not_cancelable",
  "decide done",
  "propose done",
  "dispute done",
  "dispute.opened",
  ...sample([], ["dispute.settled", "dispute.ruled", "dispute.lapsed"]),
  "proposal.accepted",
  "decide already_decided",
  "complete done",
  "submit done",
  "submit not_a_draft",
  "delete done",
  "edit done",
  "edit not_a_draft",
  "flag done",
  "attach done",
  "attach conversation_closed",
  "decide not_your_checkpoint",
  "edit precondition_failed",
  "create context_not_found",
  "decide checkpoint_expired",
  "welcome done",
  "review done",
  "preview done",
  "preview invalid_input",
  "decide maker_cannot_decide",
  "reply wrong_state",
  "inquire done",
  "inquire wrong_state",
  "inquire invalid_input",
  "reply approved",
  "reply declined",
  "reply expired",
  "reply superseded",
  "artifact approved",
  "artifact declined",
  "artifact.shared",
  "ask done",
  "ask not_addressed",
  "ask wrong_state",
  "outward approved",
  "outward declined",
  "outward superseded",
  "ask approved",
  "ask expired",
  "ask superseded",
  "refund done",
  "refund not_payee",
  "refund not_refundable",
  "raise done",
  "raise not_payee",
  "raise no_held_price",
  "raise invalid_price",
  "fund done",
  "held for whom it names",
  "asked R-PAY-PAYEE",
  "asked R-PAY-TYPE",
  "fund person_required",
  "fund price_changed",
  "fund wrong_state",
  "contact done",
  "price done",
  "quote done",
  "quote invalid_price",
  "rejected R-BLOCKED",
  "sweep done",
  "prune done",
  "payment.ending",
  "payment.extended",
  "payment.voided",
  "payment.released",
  "checkpoint.expired",
];

/** Cases so rare that only a hundred thousand steps are sure to meet them. */
const SELDOM = [
  "decide person_required",
  "complete receipt_required",
  "ask declined",
  "outward expired",
  "auth-required below_recipient_price",
  "reply artifact_not_found",
  "cancel condition_already_met",
  "receipt hold_expired",
  "receipt declined",
  "fund insufficient_balance",
  "fund limit_exceeded",
  "refund refund_too_large",
];

/** Further runs, one for each process, until everything was met. */
const MORE = Array.from({ length: sample(5, 0) }, (_, round) =>
  orders([101 + 2 * round, 102 + 2 * round], {
    ...{ steps: 750, projectionsEvery: 50, everythingEvery: 750 },
  }),
);

/** Does runs in several processes; what they met. */
async function runAll(all: readonly RunOrder[]): Promise<readonly string[]> {
  // One process runs a whole share: it compiles everything once.
  const shares = Array.from({ length: AT_ONCE }, (_, place) =>
    all.filter((_order, index) => index % AT_ONCE === place),
  );
  return (await Promise.all(shares.map(runApart))).flat();
}

test(
  `whatever three accounts and the clock try in ${STEPS} steps or more, nothing leaks, drifts or breaks`,
  async () => {
    const all = [...LONG, ...THOROUGH];
    expect(all.reduce((sum, { steps }) => sum + steps, 0)).toBe(STEPS);
    const met = new Set(await runAll(all));
    const wanted = sample(MET, [...MET, ...SELDOM]);
    const missing = () => wanted.filter((outcome) => !met.has(outcome));
    // A new act makes every walk another one.
    for (const more of MORE) {
      if (missing().length === 0) break;
      for (const outcome of await runAll(more)) met.add(outcome);
    }
    expect(missing()).toEqual([]);
  },
  LIMIT_MS,
);
