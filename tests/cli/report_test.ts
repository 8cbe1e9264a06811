import { expect, setDefaultTimeout, test } from "bun:test";
import { startOperatorChannel } from "../../src/cli/operator_channel.ts";
import { SYSTEM } from "../../src/core/access/principal.ts";
import { reportStore } from "../../src/core/addresses/reports_store.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { DAY_MS } from "../../src/core/base/time.ts";
import { closeReport } from "../../src/core/operations/close_report.ts";
import { listReports } from "../../src/core/operations/list_reports.ts";
import { pruneExpired } from "../../src/core/operations/prune_expired.ts";
import { reportContact } from "../../src/core/operations/report_contact.ts";
import type { Opened } from "../core/fixture.ts";
import { openCore } from "../core/fixture.ts";
import { json, svc } from "./svc.ts";

setDefaultTimeout(30_000);

/** A running service's channel, which ends with its `await using`. */
async function serve({ services, config }: Opened): Promise<AsyncDisposable> {
  const channel = await startOperatorChannel(services, {
    operations: [listReports, closeReport],
    path: config.operatorPath ?? "",
  });
  return { [Symbol.asyncDispose]: async () => await channel.stop() };
}

test("svc report lists who is reported, closes a report, and old ones are forgotten", async () => {
  await using core = await openCore();
  await using _channel = await serve(core);
  const alice = await core.add("alice");
  const bob = await core.add("bob");
  const about = { address: "bob@inbox.localhost", reason: "scam" } as const;
  const said = { ...about, note: "Wants money \u001b[2J\nand more" };
  const { report } = await core.run(reportContact, alice.member, said);
  const { reports, nextBefore } = await json(core, "report", "list");
  expect(nextBefore).toBeNull();
  expect(reports).toMatchObject([
    {
      ...about,
      reportId: report.reportId,
      reporterId: alice.accountId,
      reportedId: bob.accountId,
      state: "open",
    },
  ]);
  const shown = await svc(core, "reports", "list");
  expect(shown.out).toContain("Wants money");
  expect(shown.out).not.toContain("\u001b");
  const closed = await json(core, "report", "close", report.reportId);
  expect(closed.report.state).toBe("closed");
  expect((await svc(core, "report", "list")).out.trim()).toBe("No reports.");
  const all = await json(core, "report", "list", "--all");
  expect(all.reports).toHaveLength(1);
  const unknown = await svc(core, "report", "close", "rpt_none");
  expect([unknown.code, unknown.err]).toEqual([
    1,
    expect.stringContaining("Cannot find the report."),
  ]);
  // Once it is closed, the same can be reported again.
  const again = await core.run(reportContact, alice.member, about);
  expect(again.created).toBe(true);
  core.advance(LIMITS.reportKeptDays * DAY_MS);
  await core.run(pruneExpired, SYSTEM, {});
  const store = reportStore(core.services.db);
  expect(await store.page({ all: true, before: "~", limit: 9 })).toEqual([]);
});
