import type { Static } from "typebox";
import type {
  Metrics,
  Sample,
} from "../../../packages/telemetry/src/metrics.ts";
import { keptFor } from "../base/cache.ts";
import { LIMITS } from "../base/limits.ts";
import { getFigures } from "../operations/get_figures.ts";
import type { Services } from "../pipeline/call.ts";
import { callOperation } from "../pipeline/call.ts";
import { clock } from "./duty.ts";
import { watchRail } from "./rail_gauges.ts";

type Figures = Static<typeof getFigures.output>;

type Read = (
  name: string,
  help: string,
  samples: (found: Figures) => readonly Sample[],
  labels?: readonly string[],
) => void;

/** Reads at each scrape the queues, the state of the books and running work. */
export function watchService(services: Services): void {
  const { metrics } = services.measures;
  watchNow(services, metrics);
  const figures = keptFor(LIMITS.figuresKeptMs, async () => {
    const call = callOperation(services, getFigures, clock(services), {});
    return (await call).output;
  });
  const read: Read = (name, help, samples, labels = []) =>
    metrics.read({ name, help, type: "gauge", labels }, async () =>
      samples(await figures(services.clock())),
    );
  watchWaiting(read);
  watchOrder(read);
  watchRail(services);
}

function watchWaiting(read: Read): void {
  read(
    "svc_outbox_mails",
    "Mails that wait, by state.",
    ({ mails: { queued, sending } }) => [
      [queued.all, "queued"],
      [sending.all, "sending"],
    ],
    ["status"],
  );
  read(
    "svc_outbox_mails_due",
    "Mails that should have left by now, by state.",
    ({ mails: { queued, sending } }) => [
      [queued.due, "queued"],
      [sending.due, "sending"],
    ],
    ["status"],
  );
  read("svc_webhook_events", "Events that wait for a webhook.", (it) => [
    [it.webhooks.events.all],
  ]);
  read(
    "svc_webhook_events_due",
    "Events that a webhook should have been sent by now.",
    (it) => [[it.webhooks.events.due]],
  );
  read("svc_webhooks_paused", "Paused webhooks.", (it) => [
    [it.webhooks.paused],
  ]);
  read(
    "svc_remote_messages",
    "Messages that wait for another service.",
    (it) => [[it.remote.messages.all]],
  );
  read(
    "svc_remote_services",
    "Other services that take signed requests.",
    (it) => [[it.remote.known]],
  );
  read(
    "svc_remote_services_silent",
    "Other services that do not answer and are left alone.",
    (it) => [[it.remote.silent]],
  );
  read("svc_checkpoints_open", "Decisions that wait.", (it) => [
    [it.checkpoints.all],
  ]);
  read("svc_checkpoints_due", "Open decisions whose time is over.", (it) => [
    [it.checkpoints.due],
  ]);
  read("svc_holds_open", "Prices that the ledger rail holds.", (it) => [
    [it.holds.all],
  ]);
  read("svc_holds_due", "Holds whose time is over.", (it) => [[it.holds.due]]);
}

/** Books, record, verification and backup. */
function watchOrder(read: Read): void {
  read(
    "svc_ledger_imbalance_micro_usdc",
    "Sum of all entries of the ledger; zero if right.",
    ({ ledger }) => (ledger ? [[ledger.sum]] : []),
  );
  read(
    "svc_ledger_drifted_accounts",
    "Accounts of the ledger whose balance is not their entries.",
    ({ ledger }) => (ledger ? [[ledger.drifted]] : []),
  );
  read(
    "svc_upkeep_ok",
    "1 if the newest verification or backup was fine.",
    (it) => upkeepOf(it).map(([work, { ok }]) => [ok ? 1 : 0, work]),
    ["work"],
  );
  read(
    "svc_upkeep_well_timestamp_seconds",
    "When a verification or a backup was last fine, in seconds since 1970.",
    (it) =>
      upkeepOf(it).flatMap(([work, { wellAt }]) =>
        wellAt === null ? [] : [[Date.parse(wellAt) / 1_000, work] as const],
      ),
    ["work"],
  );
  read(
    "svc_audit_signed_timestamp_seconds",
    "When the record was last signed, in seconds since 1970.",
    ({ audit: { signedAt } }) =>
      signedAt === undefined ? [] : [[Date.parse(signedAt) / 1_000]],
  );
  read(
    "svc_audit_unsigned_rows",
    "Rows of the record that no signed checkpoint covers yet.",
    (it) => [[it.audit.unsigned]],
  );
  read(
    "svc_log_witnessed_timestamp_seconds",
    "When each witness last signed the log, in seconds since 1970; 0 if never.",
    (it) => it.witnesses.map(({ name, signedAt }) => [signedAt / 1_000, name]),
    ["witness"],
  );
  read(
    "svc_log_unwitnessed_records",
    "Records of the newest signed log that a witness has not signed.",
    (it) => it.witnesses.map(({ name, behind }) => [behind, name]),
    ["witness"],
  );
}

/** The newest of each kind of work that ran at all. */
function upkeepOf({ verified, backup }: Figures) {
  const all = [
    ["verify", verified],
    ["backup", backup],
  ] as const;
  return all.flatMap(([work, found]) =>
    found ? [[work, found] as const] : [],
  );
}

/** Shows the current state of this process, without the database. */
function watchNow(services: Services, metrics: Metrics): void {
  const { db, running, bus, readiness } = services;
  const gauge = (name: string, help: string, read: () => number) =>
    metrics.read({ name, help, type: "gauge" }, read);
  gauge("svc_commit_queue_jobs", "Commits that are not on the disk yet.", () =>
    db.commitsWaiting(),
  );
  gauge("svc_calls_running", "Calls that are under way.", () => running.count);
  gauge("svc_bus_listeners", "Streams and calls that wait for a change.", () =>
    bus.count(),
  );
  metrics.read(
    {
      name: "svc_ready",
      help: "1 if the part works: a write reaches a disk that has room, svc reaches the service.",
      type: "gauge",
      labels: ["part"],
    },
    async () => {
      const parts = (["database", "operator"] as const).filter((it) =>
        readiness.isWatched(it),
      );
      return await Promise.all(
        parts.map(async (part) => {
          const isFine = (await readiness.fault(part)) === undefined;
          return [isFine ? 1 : 0, part] as const;
        }),
      );
    },
  );
}
