import { expect, test } from "bun:test";
import { join } from "node:path";
import { YAML } from "bun";
import manifest from "../package.json" with { type: "json" };
import { UNLIMITED } from "../packages/bench/world.ts";
import { ROOT } from "../scripts/server_process.ts";
import { readConfig } from "../src/config/config.ts";
import { SETTINGS } from "../src/config/rows.ts";
import { LIMITS } from "../src/core/base/limits.ts";

const NAMES = SETTINGS.map(({ name }) => name);
/** Settings in the compose file that are its own. */
const OF_COMPOSE = ["INBOX_HOST", "STOP_GRACE"];

const read = (path: string) => Bun.file(join(ROOT, path)).text();

/** Names before an equals sign, as a line or as a list says them. */
const namesIn = (text: string) =>
  [...text.matchAll(/(?:^|\s)([A-Z][A-Z_]+)=/g)].map(([, name]) => name ?? "");

test("the container runs the one executable, not as root, with settings that there are", async () => {
  const text = await read("Dockerfile");
  expect(text).toContain(
    `bun@${manifest.devDependencies["bun-types"]} run build`,
  );
  const [, last = ""] = text.split(/^FROM debian/m);
  expect(last).toMatch(/^USER 10001:10001$/m);
  expect(last).toMatch(/^ENTRYPOINT \["inbox"\]$/m);
  expect(last).toMatch(/^HEALTHCHECK .*CMD \["inbox", "ready"\]$/m);
  const [environment = ""] = /^ENV [\s\S]*?[^\\]$/m.exec(last) ?? [];
  expect(namesIn(environment)).toEqual(["NODE_ENV", "DATABASE_URL"]);
  const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
    .flatMap(([, names = ""]) => names.split(" "))
    .sort();
  const letIn: readonly string[] =
    (await read(".dockerignore")).match(/(?<=^!).+$/gm) ?? [];
  expect(letIn.toSorted()).toEqual(copied);
});

test("the unit keeps its data in its own directory and sets what there is", async () => {
  const text = await read("deploy/systemd/inbox.service");
  const environment = text.match(/^Environment=(.*)$/m)?.[1] ?? "";
  const names = namesIn(environment);
  expect(names).toEqual(["NODE_ENV", "DATABASE_URL"]);
  const env = Object.fromEntries(
    environment
      .replaceAll("%S", "/var/lib")
      .split(" ")
      .map((it) => it.split("=")),
  );
  expect(readConfig(env).dataDir).toBe("/var/lib/inbox");
  // The line for svc works on the same database.
  expect(text).toContain(`--setenv=DATABASE_URL=${env.DATABASE_URL} `);
  expect(text).not.toMatch(/^MemoryDenyWriteExecute/m);
});

test("Bun's memory grows in the same way however the service is started, and where it is measured", async () => {
  const [, image = ""] = (await read("Dockerfile")).split(/^FROM debian/m);
  const unit = await read("deploy/systemd/inbox.service");
  const starts = [manifest.scripts.start, image, unit];
  for (const [name, value] of [
    ["BUN_JSC_forceRAMSize", UNLIMITED.BUN_JSC_forceRAMSize],
    ["BUN_JSC_smallHeapGrowthFactor", UNLIMITED.BUN_JSC_smallHeapGrowthFactor],
  ] as const) {
    const set = new RegExp(`\\b${name}=(\\S+)`);
    for (const text of starts) expect(set.exec(text)?.[1]).toBe(value);
  }
});

test("the compose file sets what there is, and asks for nothing that its example lacks", async () => {
  const text = await read("deploy/compose/compose.yaml");
  const { services, volumes } = YAML.parse(text) as {
    services: Record<string, Record<string, unknown>>;
    volumes: Record<string, unknown>;
  };
  const { inbox } = services;
  expect(inbox).toMatchObject({ build: "../..", read_only: true });
  const set = Object.keys(inbox?.environment ?? {});
  expect(set.filter((it) => !NAMES.includes(it))).toEqual([]);
  const asked = [...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, it]) => it ?? "");
  const example = namesIn(await read("deploy/compose/example.env"));
  expect([...new Set(asked)].sort()).toEqual([...example].sort());
  expect(example.filter((it) => !NAMES.includes(it))).toEqual(OF_COMPOSE);
  const mounted = Object.values(services)
    .flatMap((it) => (it.volumes ?? []) as string[])
    .map((it) => it.split(":")[0] ?? "")
    .filter((it) => !it.startsWith("."));
  expect([...new Set(mounted)].sort()).toEqual(Object.keys(volumes).sort());
});

test("the compose file passes on what backups, metrics and the operator need", async () => {
  const text = await read("deploy/compose/compose.yaml");
  for (const name of [
    "BACKUP_DIR",
    "BACKUP_PASSPHRASE",
    "METRICS_TOKEN",
    "OPERATOR_MAIL",
    "DRAIN_SECONDS",
  ]) {
    expect(text).toContain(`      ${name}: "\${${name}:-}"`);
  }
  const image = await read("Dockerfile");
  expect(text).toContain("backups:/backups");
  expect(image).toMatch(/install -d -o 10001 .* \/backups$/m);
  // As they come in the example the service starts with them.
  const example = await read("deploy/compose/example.env");
  const env = Object.fromEntries(
    [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, it]) => [
      name,
      it,
    ]),
  );
  expect(readConfig(env)).toMatchObject({ drainMs: 0, operatorMail: null });
});

test("a start that migrates is not unhealthy, and one that fails is tried again for ever", async () => {
  const [, period] =
    /--start-period=(\d+)h /.exec(await read("Dockerfile")) ?? [];
  expect(Number(period)).toBeGreaterThanOrEqual(1);
  const unit = await read("deploy/systemd/inbox.service");
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
});

test("a proxy waits for a service that is restarted, and asks several nodes whether they are ready", async () => {
  const one = await read("deploy/compose/Caddyfile");
  const several = await read("deploy/compose/nodes.Caddyfile");
  for (const text of [one, several]) {
    const [, seconds] = /lb_try_duration (\d+)s/.exec(text) ?? [];
    expect(Number(seconds) * 1_000).toBeGreaterThan(LIMITS.drainMs);
  }
  expect(several).toContain("health_uri /readyz");
  const [, nodes = ""] = /reverse_proxy (.*) \{/.exec(several) ?? [];
  const { services } = YAML.parse(await read("deploy/compose/nodes.yaml")) as {
    services: Record<string, { extends?: { service: string } }>;
  };
  const added = Object.keys(services).filter((it) => services[it]?.extends);
  expect(nodes.split(" ")).toEqual(
    ["inbox", ...added].map((it) => `${it}:3000`),
  );
});

test.each(["Caddyfile", "nodes.Caddyfile"])(
  "the proxy of %s passes streams on at once and says who the client is",
  async (name) => {
    const text = await read(`deploy/compose/${name}`);
    expect(text).toContain("flush_interval -1");
    const header = /header_up (\S+) \{remote_host\}/.exec(text)?.[1] ?? "";
    const compose = await read("deploy/compose/compose.yaml");
    expect(compose).toContain(`CLIENT_IP_HEADER: ${header.toLowerCase()}`);
  },
);
