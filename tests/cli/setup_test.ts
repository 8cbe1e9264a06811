import { afterAll, expect, test } from "bun:test";
import { chmod, mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../../scripts/server_process.ts";
import { svc } from "../../src/cli/from_sources.ts";
import { readConfig } from "../../src/config/config.ts";
import { emptyDirectory } from "../directory.ts";

const folder = await emptyDirectory("inbox-setup-");
const relay = Bun.listen({
  port: 0,
  hostname: "127.0.0.1",
  socket: { data() {} },
});
afterAll(async () => {
  relay.stop(true);
  await rm(folder, { recursive: true });
});

const PASSWORD = "so$secret # it's";
const file = join(folder, ".env");
const text = () => Bun.file(file).text();

/** Runs `svc setup`, with a person who types these answers if there are any. */
async function setUp(options: readonly string[], answers?: readonly string[]) {
  const typed = [...(answers ?? [])];
  const asked: string[] = [];
  let [out, err] = ["", ""];
  const code = await svc(["setup", "--file", file, ...options], {
    env: {},
    out: (it) => {
      out += it;
    },
    err: (it) => {
      err += it;
    },
    ...(answers && {
      input: async (prompt: string, isSecret = false) => {
        asked.push(isSecret ? `${prompt} (hidden)` : prompt);
        return typed.shift() ?? "";
      },
    }),
  });
  return { code, out, err, asked };
}

/** The settings as a start in that folder has them: Bun reads the file. */
function atStart(): Record<string, string> {
  const { stdout } = Bun.spawnSync(
    [process.execPath, "-e", "console.log(JSON.stringify(process.env))"],
    { cwd: folder, env: {} },
  );
  return JSON.parse(stdout.toString());
}

test("five answers make the file that a start reads, for its owner alone", async () => {
  await Bun.write(file, "# ours\nLOG_LEVEL=error\nSIGN_UP=open # for now\n");
  await chmod(file, 0o644);
  const backups = join(folder, "backups");
  await mkdir(backups);
  const { code, out, err, asked } = await setUp(
    [],
    [
      ...["inbox.example.org", "https://inbox.example.org/"],
      `smtps://courier@example.org@127.0.0.1:${relay.port}`,
      PASSWORD,
      ...["perhaps", "closed"],
      ...[join(folder, "nowhere"), backups],
      ...["alice", "Alice O'Hara <alice@example.org>"],
    ],
  );
  expect(code).toBe(0);
  expect(asked).toHaveLength(10);
  expect(asked[4]).toContain("[open]");
  expect(asked.filter((it) => it.endsWith("(hidden)"))).toEqual([
    "Password of courier@example.org (not shown):  (hidden)",
  ]);
  expect(err.trim().split("\n")).toEqual([
    "Cannot set up: the address begins with https://, or is http://localhost",
    "Cannot set up: answer open or closed",
    `Cannot set up: there is no folder ${join(folder, "nowhere")}. Make it first`,
    "Cannot set up: the account is an email such as Alice <alice@example.org>, or none",
  ]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const env = atStart();
  expect(env).toMatchObject({
    LOG_LEVEL: "error",
    BASE_URL: "https://inbox.example.org",
    ADDRESS_DOMAIN: "inbox.example.org",
    NODE_ENV: "production",
    CLIENT_IP_HEADER: "x-real-ip",
    SIGN_UP: "closed",
    BACKUP_DIR: backups,
    OPERATOR_MAIL: "alice@example.org",
  });
  const { username, password } = new URL(env.SMTP_URL ?? "");
  expect([username, password].map(decodeURIComponent)).toEqual([
    "courier@example.org",
    PASSWORD,
  ]);
  expect(readConfig(env).backupSchedule?.folder).toBe(backups);
  expect(await text()).toStartWith("# ours\nLOG_LEVEL=error\n");
  // No secret is shown, nor what it became.
  for (const secret of [PASSWORD, password, env.BACKUP_PASSPHRASE ?? ""]) {
    expect(out + err).not.toContain(secret);
  }
  expect(out).toContain(
    "account add --local-part alice --name 'Alice O'\\''Hara' --email alice@example.org",
  );
});

test("a second run shows what is set, and changes what is answered alone", async () => {
  const before = await text();
  const again = await setUp([], ["", "", "", "", ""]);
  expect(again).toMatchObject({ code: 0, err: "" });
  expect(again.asked.join()).toContain("[https://inbox.example.org]");
  expect(again.asked.join()).not.toContain(encodeURIComponent("so$"));
  expect(again.out).toContain("Nothing changed");
  expect(await text()).toBe(before);
  const moved = ["--yes", "--address", "https://mail.example.org", "--json"];
  const { out } = await setUp(moved);
  expect(JSON.parse(out).changed).toEqual(["BASE_URL", "ADDRESS_DOMAIN"]);
  expect(await text()).toBe(
    before.replaceAll("inbox.example.org", "mail.example.org"),
  );
  await setUp(["--yes", "--mail", "none", "--backups", "none"]);
  expect(Object.keys(atStart())).not.toContain("SMTP_URL");
  expect(await text()).toContain("BACKUP_PASSPHRASE=");
});

test("at a terminal a line is asked after the other, and a password isn't shown", async () => {
  let shown = "";
  const other = join(folder, "typed.env");
  const answers: [prompt: string, typed: string][] = [
    ["localhost:3000]: ", "https://inbox.example.org"],
    ["[none]: ", "smtps://me@smtp.example.org"],
    ["(not shown): ", "correct horse"],
    ["[open]: ", "closed"],
    ["another disk", ""],
    ["First account", ""],
  ];
  const main = join(ROOT, "src/cli/main.ts");
  const child = Bun.spawn(
    [process.execPath, main, "setup", "--elsewhere", "--file", other],
    {
      env: { PATH: "/usr/bin" },
      terminal: {
        data(terminal, bytes) {
          shown += Buffer.from(bytes);
          const [prompt, typed] = answers[0] ?? [];
          if (prompt === undefined || !shown.includes(prompt)) return;
          answers.shift();
          terminal.write(`${typed}\r`);
        },
      },
    },
  );
  expect(await child.exited).toBe(0);
  expect(shown).not.toContain("horse");
  expect(await Bun.file(other).text()).toContain(
    "SMTP_URL=smtps://me:correct%20horse@smtp.example.org\nSIGN_UP=closed\n",
  );
});

test.each([
  [["--address", "http://inbox.example.org"], "https://, or is"],
  [["--address", "https://inbox.example.org/inbox"], "BASE_URL must be"],
  [
    ["--address", "https://inbox.example.org", "--domain", "no domain"],
    "ADDRESS_DOMAIN can only contain",
  ],
  [["--mail", "smtps://me:word@127.0.0.1"], "leave the password out"],
  [["--mail", "mail.example.org"], "such as smtps://"],
  [["--mail", "smtp://127.0.0.1:1"], "can't be reached (ECONNREFUSED)"],
  [["--mail", "smtp://me@127.0.0.1:1", "--elsewhere"], "needs a password"],
  [
    ["--mail", "smtp://127.0.0.1", "--elsewhere", "--mail-from", "us"],
    "one email address",
  ],
  [["--mail-from", "us@example.org"], "goes with --mail"],
  [["--sign-up", "friends"], "open or closed"],
  [["--backups", "backups"], "a whole path"],
  [["--backups", "/a b", "--elsewhere"], "BACKUP_DIR can only contain"],
  [["--account", "alice"], "an email such as"],
])("%p is refused with a reason, and writes nothing", async (options, why) => {
  const before = await text();
  const { code, out, err } = await setUp(["--yes", ...options]);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toStartWith("Cannot set up: ");
  expect(err).toContain(why);
  expect(await text()).toBe(before);
});
