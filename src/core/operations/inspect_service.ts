import { Type } from "typebox";
import { defineQuery, OPERATOR_ONLY } from "../access/operation.ts";
import { logStore } from "../audit/log/log_store.ts";
import { hasEveryKey } from "../audit/log/verify_log.ts";
import { witnessPlaces } from "../audit/log/witnessed.ts";
import {
  closed,
  described,
  flag,
  integer,
  nullable,
  string,
} from "../base/schemas.ts";
import { timeOrNull } from "../base/time.ts";
import { inspectStore } from "../db/inspect_store.ts";
import { toServiceError } from "../errors/to_service_error.ts";
import { figuresStore } from "../insight/figures_store.ts";
import { trialBalance } from "../payments/ledger.ts";
import { newestUpkept, Upkept } from "../verify/upkept.ts";
import { getRailStatus } from "./get_rail_status.ts";

/** Facts about the service's surroundings, for `svc doctor`. */
export const inspectService = defineQuery({
  name: "inspect_service",
  title: "Inspect the service",
  access: OPERATOR_ONLY,
  input: closed({}),
  output: closed({
    database: closed({
      sqlite: string("The version of SQLite."),
      bytes: integer("Size of its pages."),
      refuses: nullable(string("Why writes fail; null if they work.")),
    }),
    clock: closed({
      aheadSeconds: integer("Seconds it has jumped ahead; 0 if it is trusted."),
      newestSignedAt: nullable(string("When audit heads were signed last.")),
    }),
    backup: described(Upkept, "The newest backup by the schedule."),
    verified: described(Upkept, "The newest verification."),
    webhooks: Type.Array(
      closed({
        webhookId: string("Its id."),
        accountId: string("Its owner."),
        host: string("Its host."),
        paused: flag("True if it is paused."),
        failingSince: nullable(string("Failing since.")),
      }),
      { description: "Some that fail, or were paused for it." },
    ),
    witnesses: Type.Array(
      closed({
        name: string("Its name."),
        signedAt: nullable(string("When it signed the log last.")),
        behind: integer("Records in the newest log that it has not signed."),
        problem: nullable(string("Why it has not signed the newest log.")),
      }),
      { description: "The witnesses (LOG_WITNESSES)." },
    ),
    hasEveryKey: flag("False if the log was signed by a key that isn't here."),
    ledgerIsRight: flag("True if it sums to zero."),
    rail: getRailStatus.output,
  }),
  async run(_input, call) {
    const [inspection, fault, webhooks, trial, newest, rail] =
      await Promise.all([
        inspectStore(call.db).inspect(),
        call.readiness.fault("database"),
        figuresStore(call.db).troubledWebhooks(),
        trialBalance(call),
        logStore(call.db).newest(),
        getRailStatus.run({}, call),
      ]);
    const aheadMs = call.clockDoubt()?.aheadMs ?? 0;
    return {
      database: {
        ...inspection,
        refuses: fault === undefined ? null : toServiceError(fault).message,
      },
      clock: {
        aheadSeconds: Math.round(aheadMs / 1_000),
        newestSignedAt: timeOrNull(newest?.signedAt ?? null),
      },
      backup: await newestUpkept(call, "backup"),
      verified: await newestUpkept(call, "verify"),
      webhooks: webhooks.map(({ url, status, failingSince, ...one }) => ({
        ...one,
        host: new URL(url).host,
        paused: status === "paused",
        failingSince: timeOrNull(failingSince),
      })),
      witnesses: (await witnessPlaces(call)).map(
        ({ keptAs: name, signedAt, ...place }) => ({
          ...{ name, ...place },
          signedAt: timeOrNull(signedAt),
        }),
      ),
      hasEveryKey: await hasEveryKey(call),
      ledgerIsRight: Object.values(trial).every((it) => it === 0),
      rail,
    };
  },
});
