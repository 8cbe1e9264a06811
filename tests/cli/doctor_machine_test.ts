import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { chmod, readdir } from "node:fs/promises";
import { join } from "node:path";
import { KEY_FILES, PERMISSIONS } from "../../src/cli/doctor/machine.ts";
import { WITNESSES } from "../../src/cli/doctor/witnesses.ts";
import { readConfig } from "../../src/config/config.ts";
import { secretFilesIn } from "../../src/config/listed.ts";
import { OPERATOR } from "../../src/core/access/principal.ts";
import { inspectService } from "../../src/core/operations/inspect_service.ts";
import { openServices } from "../../src/process/open_services.ts";
import { warnAtStart } from "../../src/process/start_warnings.ts";
import { START } from "../core/core_harness.ts";
import { SQLD, startServer } from "../core/db/sqld.ts";
import { openCore } from "../core/fixture.ts";
import { doctor } from "./doctor.ts";

setDefaultTimeout(30_000);

test("a secret that everybody may read is named, wherever it lies", async () => {
  await using core = await openCore();
  const elsewhere = join(core.directory, "secrets");
  const paths = {
    AUTH_SECRET_FILE: join(elsewhere, "auth"),
    BACKUP_PASSPHRASE_FILE: join(elsewhere, "passphrase"),
    CHAIN_OPERATOR_KEY_FILE: join(elsewhere, "operator"),
    DKIM_KEY_FILE: join(elsewhere, "dkim.pem"),
  };
  const named = Object.values(paths);
  for (const path of named) await Bun.write(path, "secret");
  const config = { ...core.config, secretFiles: secretFilesIn(paths) };
  const service = await core.run(inspectService, OPERATOR, {});
  const { dataDir, signingKeyPath } = config;
  const set = async (mode: number) => {
    for (const name of await readdir(dataDir)) {
      await chmod(join(dataDir, name), 0o700);
    }
    for (const path of named) await chmod(path, mode);
  };
  const look = () => PERMISSIONS.look({ config, service, now: START });
  await set(0o600);
  expect((await look()).is).toBe("ok");
  await warnAtStart(core.services, config);
  expect(core.logged).toEqual([]);
  await set(0o644);
  expect((await look()).fix).toStartWith("chmod 600 ");
  for (const path of named) expect((await look()).fix).toContain(path);
  await chmod(signingKeyPath, 0o666);
  await warnAtStart(core.services, config);
  const [line = ""] = core.logged;
  for (const path of [...named, signingKeyPath]) expect(line).toContain(path);
  expect(line).toContain("chmod 600 ");
});

test("a witness that has not signed the newest log is named with its reason", async () => {
  await using core = await openCore();
  const service = await core.run(inspectService, OPERATOR, {});
  const witness = {
    ...{ name: "witness.example+1a2b3c4d", behind: 0, problem: null },
    signedAt: new Date(START).toISOString(),
  };
  const look = (change: object, now = START) => {
    const witnesses = [{ ...witness, ...change }];
    return WITNESSES.look({
      ...core,
      service: { ...service, witnesses },
      now,
    });
  };
  expect((await look({})).is).toBe("ok");
  expect((await look({ behind: 3 })).is).toBe("ok");
  const late = await look({ behind: 3, problem: "timeout" }, START + 4_000_000);
  expect(late.is).toBe("note");
  expect(late.found).toEndWith("3 records behind (timeout)");
  const never = await look({ behind: 3, signedAt: null });
  expect(never.found).toContain("never signed");
  expect(never.is).toBe("note");
});

test("the keys of nodes that share a server are in it, and a single node without a secret is told", async () => {
  await using core = await openCore();
  const service = await core.run(inspectService, OPERATOR, {});
  const look = (authSecret: string | undefined) => {
    const config = { ...core.config, operatorPath: null, authSecret };
    return KEY_FILES.look({ config, service, now: START });
  };
  const shared = await look("s".repeat(40));
  expect(shared.is).toBe("ok");
  expect(shared.found).toContain("in the database, sealed with AUTH_SECRET");
  const told = await look(undefined);
  expect(told.is).toBe("note");
  expect(told.fix).toContain("set AUTH_SECRET before you add a second node");
});

test.skipIf(!existsSync(SQLD))(
  "on a libSQL server the server is looked at, and not the disk of this machine",
  async () => {
    await using server = await startServer();
    const config = { ...readConfig(server.settings), logLevel: "off" as const };
    await (await openServices(config)).close();
    const said = await doctor({ config, env: server.settings });
    expect(said.get("Database")?.found).toMatch(
      /^a libSQL server, SQLite [\d.]+, \d+ MiB, writable, ledger correct$/,
    );
    const { host } = new URL(server.url);
    expect(said.get("Database server")).toEqual({
      ...{ name: "Database server", is: "ok" },
      found: expect.stringContaining(`${host}, sqld 0.`),
    });
    expect(said.get("Disk")?.found).toStartWith("the libSQL server");
    expect(said.get("Permissions")?.is).toBe("ok");
    expect(said.get("Keys")?.found).toContain("in the database");
  },
);
