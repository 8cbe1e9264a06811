import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { TestService } from "../harness.ts";
import { startService } from "../harness.ts";

const DEPLOY = join(import.meta.dir, "../../deploy");

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly todo: string };
}

/** The file with which promtool tries the rules. */
interface RulesTried {
  readonly tests: readonly {
    readonly input_series: readonly { readonly series: string }[];
    readonly promql_expr_test: readonly {
      readonly exp_samples: readonly { readonly value: number }[];
    }[];
  }[];
}

interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

const alerts = Bun.YAML.parse(
  await Bun.file(join(DEPLOY, "prometheus/inbox_alerts.yml")).text(),
) as { readonly groups: readonly { readonly rules: readonly Rule[] }[] };
const rules = alerts.groups.flatMap((it) => it.rules);
const dashboard: Dashboard = await Bun.file(
  join(DEPLOY, "grafana/inbox.json"),
).json();
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => [title, expr] as const),
  ),
];

let service: TestService;
let told: ReadonlyMap<string, readonly string[]>;

beforeAll(async () => {
  service = await startService();
  const heads = service.services.measures.metrics.heads();
  told = new Map(
    heads.flatMap(({ name, type, labels }) =>
      type === "histogram"
        ? [
            [`${name}_bucket`, [...labels, "le"]] as const,
            [`${name}_sum`, labels] as const,
            [`${name}_count`, labels] as const,
          ]
        : [[name, labels] as const],
    ),
  );
});
afterAll(() => service[Symbol.asyncDispose]());

/** Labels that a scraper adds to every series by itself. */
const OF_SCRAPER = ["instance", "job"];

describe.each(expressions)("%s", (_where, expr) => {
  test("names metrics and labels that there are", () => {
    const names =
      expr.match(
        /\b(?:svc|process|http_server|mcp_server|db_client)_[a-z_]+/g,
      ) ?? [];
    const known = [...told.keys(), "up"];
    expect([...names, ...(expr.match(/\bup\b/g) ?? [])]).not.toEqual([]);
    for (const name of names) expect(known).toContain(name);
    const labels = [...told.values()].flat();
    for (const [, name, matchers = ""] of expr.matchAll(
      /([a-z_]+)\{([^}]*)\}/g,
    )) {
      const own = [...(told.get(name ?? "") ?? []), ...OF_SCRAPER];
      for (const [, label] of matchers.matchAll(/([a-z_]+)\s*(?:=~|=|!=)/g)) {
        expect(own).toContain(label ?? "");
      }
    }
    for (const [, by = ""] of expr.matchAll(/by \(([^)]*)\)/g)) {
      for (const label of by.split(", ")) expect(labels).toContain(label);
    }
  });

  test("has its brackets and quotes in pairs", () => {
    const open: string[] = [];
    const pairs: Record<string, string> = { ")": "(", "}": "{", "]": "[" };
    for (const char of expr.replace(/"[^"]*"/g, "")) {
      if ("({[".includes(char)) open.push(char);
      else if (char in pairs) expect(open.pop()).toBe(pairs[char] ?? "");
      else expect(char).not.toBe('"');
    }
    expect(open).toEqual([]);
  });
});

test("every alert says how urgent it is and what to do, and has a name of its own", () => {
  expect(rules.length).toBeGreaterThan(10);
  expect(new Set(rules.map((it) => it.alert)).size).toBe(rules.length);
  for (const { alert, labels, annotations, for: lasting = "0s" } of rules) {
    expect(alert).toMatch(/^Inbox[A-Z][A-Za-z]+$/);
    expect(labels.severity).toMatch(/^(?:page|ticket)$/);
    expect(lasting).toMatch(/^\d+[smh]$/);
    expect(annotations.summary).toMatch(/\.$/);
    expect(annotations.todo.length).toBeGreaterThan(40);
  }
});

test("the rules are tried with all that they name: each fires, and none where all is well", async () => {
  const path = join(DEPLOY, "prometheus/inbox_alerts_test.yml");
  const tried = Bun.YAML.parse(await Bun.file(path).text()) as RulesTried;
  const [ill, well] = tried.tests;
  const firing = [ill, well].map((it) =>
    it?.promql_expr_test.flatMap(({ exp_samples }) =>
      exp_samples.map(({ value }) => value),
    ),
  );
  expect(firing).toEqual([[rules.length], []]);
  const series = tried.tests.flatMap(({ input_series }) =>
    input_series.map(({ series }) => series.replace(/\{.*/, "")),
  );
  const known = [...told.keys(), "up"];
  expect(series.filter((it) => !known.includes(it))).toEqual([]);
  const exprs = rules.map(({ expr }) => expr).join("\n");
  const named = known.filter((it) => new RegExp(`\\b${it}\\b`).test(exprs));
  expect(named.filter((it) => !series.includes(it))).toEqual([]);
  // Where Prometheus is installed it says so itself.
  const promtool = Bun.which("promtool");
  if (promtool === null) return;
  const { exitCode, stdout, stderr } = Bun.spawnSync([
    promtool,
    ...["test", "rules", path],
  ]);
  expect(`${exitCode} ${stdout}${stderr}`).toStartWith("0 ");
});

test("every metric of the service is in the dashboard or behind an alert", () => {
  const text = expressions.map(([, expr]) => expr).join("\n");
  const names = service.services.measures.metrics.heads().map((it) => it.name);
  expect(names.filter((it) => !text.includes(it))).toEqual([]);
});

test("the panels have numbers of their own and something to show", () => {
  const ids = dashboard.panels.map((it) => it.id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { targets } of dashboard.panels) expect(targets).not.toEqual([]);
});

test("docs/monitoring.md names every metric", async () => {
  const page = await Bun.file(join(DEPLOY, "../docs/monitoring.md")).text();
  const names = service.services.measures.metrics.heads().map((it) => it.name);
  const missing = names.filter(
    (it) => !page.includes(`\`${it}\``) && !it.startsWith("process_"),
  );
  expect(missing).toEqual([]);
});

test("docs/monitoring.md says of every alert what it says of itself", async () => {
  const page = await Bun.file(join(DEPLOY, "../docs/monitoring.md")).text();
  for (const { alert, labels, annotations } of rules) {
    const { summary, todo } = annotations;
    const row = [`\`${alert}\``, labels.severity, summary, todo];
    expect(page).toContain(`| ${row.join(" | ")} |`);
  }
});
