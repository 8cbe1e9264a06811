import { expect, test } from "bun:test";
import { join } from "node:path";
import { YAML } from "bun";
import { Type } from "typebox";
import { Value } from "typebox/value";
import manifest from "../package.json" with { type: "json" };
import { UNLIMITED } from "../packages/bench/world.ts";
import { ROOT } from "../scripts/server_process.ts";
import { svc } from "../src/cli/from_sources.ts";
import { readConfig } from "../src/config/config.ts";
import { SETTINGS } from "../src/config/rows.ts";
import { LIMITS } from "../src/core/base/limits.ts";

const NAMES = SETTINGS.map(({ name }) => name);
/** Settings in the compose file that are its own. */
const OF_COMPOSE = ["STOP_GRACE"];

const read = (path: string) => Bun.file(join(ROOT, path)).text();

/** A service of a compose file (compose-spec), with the members that ours have. */
const Service = Type.Object(
  {
    build: Type.String(),
    read_only: Type.Boolean(),
    tmpfs: Type.Array(Type.String()),
    cap_drop: Type.Array(Type.String()),
    security_opt: Type.Array(Type.String()),
    stop_grace_period: Type.String({ pattern: "^\\d+s$" }),
    restart: Type.Enum(["no", "always", "on-failure", "unless-stopped"]),
    environment: Type.Array(
      Type.String({ pattern: "^[A-Z][A-Z0-9_]*(=.*)?$" }),
    ),
    volumes: Type.Array(Type.String({ pattern: "^[a-z]+:/[a-z]+$" })),
  },
  { additionalProperties: false },
);

/** What Coolify fills in: an address, a host, or 64 random characters. */
const MAGIC = /^SERVICE_(?:URL|FQDN|PASSWORD_64)_[A-Z]+(?:_\d+)?$/;

const FILLED_IN: Readonly<Record<string, string>> = {
  SERVICE_URL_INBOX: "https://inbox.example.org",
  SERVICE_FQDN_INBOX: "inbox.example.org",
  SERVICE_PASSWORD_64_BACKUP: "x".repeat(64),
};

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
  expect(example).toEqual(expect.arrayContaining([...new Set(asked)]));
  expect(example.filter((it) => !NAMES.includes(it))).toEqual(OF_COMPOSE);
  const mounted = Object.values(services)
    .flatMap((it) => (it.volumes ?? []) as string[])
    .map((it) => it.split(":")[0] ?? "")
    .filter((it) => !it.startsWith("."));
  expect([...new Set(mounted)].sort()).toEqual(Object.keys(volumes).sort());
});

test("the compose file passes on every setting of the file that svc setup writes", async () => {
  const text = await read("deploy/compose/compose.yaml");
  expect(text).toContain("    env_file: [.env]\n");
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

test("the template for Coolify is a compose file with its header and its magic variables", async () => {
  const text = await read("deploy/coolify/compose.yaml");
  const header = [...text.matchAll(/^# ([a-z]+): (\S.*)$/gm)];
  expect(header.map(([, name]) => name)).toEqual([
    ...["slogan", "category", "tags", "port"],
  ]);
  const { services, volumes } = YAML.parse(text) as {
    services: Record<string, { environment: string[]; volumes: string[] }>;
    volumes: Record<string, unknown>;
  };
  expect(Object.keys(services)).toEqual(["inbox"]);
  const inbox = services.inbox ?? { environment: [], volumes: [] };
  expect([...Value.Errors(Service, inbox)]).toEqual([]);
  expect(inbox.volumes.map((it) => it.split(":")[0] ?? "")).toEqual(
    Object.keys(volumes),
  );
  const set = inbox.environment.map((it) => it.split("=")[0] ?? "");
  const [routed = "", ...settings] = set;
  expect(routed).toBe(`SERVICE_URL_INBOX_${header.at(-1)?.[2]}`);
  expect(settings.filter((it) => !NAMES.includes(it))).toEqual([]);
  const filled = [...text.matchAll(/\$\{([A-Z0-9_]+)/g)].map(
    ([, it]) => it ?? "",
  );
  const magic = filled.filter((it) => it.startsWith("SERVICE_"));
  expect([routed, ...magic].filter((it) => !MAGIC.test(it))).toEqual([]);
  expect(
    filled.filter((it) => !magic.includes(it) && !set.includes(it)),
  ).toEqual([]);
  const env = inbox.environment
    .join("\n")
    .replace(
      /\$\{(\w+)(?::-(.*?))?\}/g,
      (_, name, usual = "") => FILLED_IN[name] ?? usual,
    );
  const config = readConfig(
    Object.fromEntries(
      env.split("\n").map((line) => line.split("=") as [string, string]),
    ),
  );
  expect(config.backupSchedule?.folder).toBe("/backups");
});

test("the page of ten minutes names commands, files and options that there are", async () => {
  const page = await read("docs/production.md");
  const unit = await read("deploy/systemd/inbox.service");
  const [, folders = ""] = /^StateDirectory=(.*)$/m.exec(unit) ?? [];
  expect(page).toContain(`"StateDirectory=${folders}"`);
  expect(page).toContain(`/var/lib/${folders.split(" ")[1]}`);
  const caddyfile = await read("deploy/compose/Caddyfile");
  const [, written = ""] = /```caddyfile\n(.*?)```/s.exec(page) ?? [];
  const lines = (text: string) =>
    text.split("\n").filter((it) => it.trim() && !it.includes("#"));
  expect(lines(written).toSorted()).toEqual(
    lines(caddyfile)
      .map((it) => it.replace("{$BASE_URL}", "https://inbox.example.org"))
      .map((it) => it.replace("inbox:3000", "127.0.0.1:3000"))
      .toSorted(),
  );
  const commands = [...page.matchAll(/inbox svc ((?:[a-z]+ )+)(.*)$/gm)];
  expect(commands.length).toBeGreaterThan(2);
  for (const [, words = "", rest = ""] of commands) {
    let help = "";
    const out = (it: string) => {
      help += it;
    };
    await svc([...words.trim().split(" "), "--help"], { out, err() {} });
    for (const [option] of rest.matchAll(/--[a-z-]+/g)) {
      expect([words, help]).toEqual([words, expect.stringContaining(option)]);
    }
  }
});
