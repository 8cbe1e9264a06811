import type { Static } from "typebox";
import type { Sample } from "../../../packages/telemetry/src/metrics.ts";
import { keptFor } from "../base/cache.ts";
import { LIMITS } from "../base/limits.ts";
import { getRailStatus } from "../operations/get_rail_status.ts";
import type { Services } from "../pipeline/call.ts";
import { asOperator } from "./duty.ts";

type Chain = NonNullable<Static<typeof getRailStatus.output>["chain"]>;

/** Reads at each scrape the state of money on a chain; nothing without a chain. */
export function watchRail(services: Services): void {
  const { metrics } = services.measures;
  const run = asOperator(services, "metrics");
  const status = keptFor(
    LIMITS.figuresKeptMs,
    async () => (await run(getRailStatus, {})).chain,
  );
  const read = (
    name: string,
    help: string,
    samples: (chain: Chain) => readonly Sample[],
    labels: readonly string[] = [],
  ) =>
    metrics.read({ name, help, type: "gauge", labels }, async () => {
      const chain = await status(services.clock());
      return chain ? samples(chain) : [];
    });
  watchNode(read);
  read(
    "svc_chain_movements",
    "Movements on a chain that are not over, by state.",
    ({ movements }) => Object.entries(movements).map(([at, it]) => [it, at]),
    ["state"],
  );
  read(
    "svc_chain_transactions",
    "Transactions that are not final yet.",
    (it) => [[it.transactions.length]],
  );
  read(
    "svc_chain_oldest_transaction_seconds",
    "Since when the oldest of them is on its way; zero if there is none.",
    (it) => [[Math.max(0, ...it.transactions.map((one) => one.ageSeconds))]],
  );
  read(
    "svc_chain_oldest_movement_seconds",
    "Since when the oldest open movement is decided; zero if none is open.",
    (it) => [[it.oldestOpenSeconds]],
  );
  read(
    "svc_chain_failing",
    "1 if the last look at the chain was not whole.",
    (it) => [[it.failing ? 1 : 0]],
  );
  read("svc_chain_troubled", "Movements that do not go on.", (it) => [
    [it.troubled.length],
  ]);
  read(
    "svc_chain_stops",
    "Conversations whose captures wait for the operator.",
    (it) => [[it.stops.length]],
  );
  read(
    "svc_chain_unknown_holds",
    "Holds under the operator's name that no row knows, until the chain has ended them.",
    (it) => [[it.unknownHolds.length]],
  );
}

type Read = (
  name: string,
  help: string,
  samples: (chain: Chain) => readonly Sample[],
) => void;

function watchNode(read: Read): void {
  type Node = NonNullable<Chain["node"]>;
  const ofNode = (name: string, help: string, of: (node: Node) => number) =>
    read(name, help, ({ node }) => (node ? [[of(node)]] : []));
  read(
    "svc_chain_reachable",
    "1 if the node of the chain answers.",
    ({ node }) => [[node ? 1 : 0]],
  );
  ofNode(
    "svc_chain_acts_left",
    "Movements whose gas the operator can pay, at the highest price.",
    (it) => it.actsLeft,
  );
  ofNode(
    "svc_chain_final_age_seconds",
    "How old the newest final block is.",
    (it) => it.lagSeconds,
  );
  ofNode(
    "svc_chain_blocks_behind",
    "Final blocks whose events were not compared with the rows yet.",
    (it) => it.blocksBehind,
  );
}
