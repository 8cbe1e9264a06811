import { expect } from "bun:test";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SettingsFile } from "../../packages/terminal/src/setup/settings_file.ts";
import { freePort, ROOT, startProcess } from "../../scripts/server_process.ts";
import { startedScript } from "../../scripts/started_script.ts";
import { svc } from "../../src/cli/from_sources.ts";
import { needing } from "../needing.ts";
import { IS_PROOF, inProof } from "../proof.ts";
import { startCaddy } from "./caddy/network.ts";

const withCaddy = IS_PROOF ? needing("caddy", "curl") : inProof;

/** Runs a command of the operator that has to succeed. */
async function operate(
  env: Readonly<Record<string, string>>,
  ...argv: readonly string[]
): Promise<string> {
  let [out, err] = ["", ""];
  const code = await svc(argv, {
    env,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  expect([code, err]).toEqual([0, ""]);
  return out;
}

withCaddy(
  "a service that svc setup describes is reached through the Caddyfile, by the account it names",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "inbox-production-"));
    const [backups, port] = [join(folder, "backups"), freePort()];
    await mkdir(backups);
    const address = `https://inbox.example.org:${port}`;
    const file = join(folder, ".env");
    const said = await operate(
      {},
      ...["setup", "--yes", "--file", file, "--address", address],
      ...["--mail", "none", "--sign-up", "closed", "--backups", backups],
      ...["--account", "Alice <alice@example.org>", "--json"],
    );
    const { settings } = await SettingsFile.read(file);
    const script = await startedScript();
    await using service = await startProcess({ script, env: settings });
    const page = await Bun.file(join(ROOT, "deploy/compose/Caddyfile")).text();
    const site = page
      .replace("{$BASE_URL}", address)
      .replace("inbox:3000", `localhost:${service.port}`);
    const ready = `https://localhost:${freePort()}`;
    await using caddy = await startCaddy(
      `{
	admin off
	skip_install_trust
	local_certs
	auto_https disable_redirects
}
${ready} {
	respond ready
}
${site}`,
      folder,
      ready,
    );
    const through = (path: string, ...more: readonly string[]) => {
      const { stdout } = Bun.spawnSync([
        ...["curl", "-s", "--cacert", caddy.root, ...more],
        ...["--resolve", `inbox.example.org:${port}:127.0.0.1`],
        address + path,
      ]);
      return stdout.toString();
    };
    expect(JSON.parse(through("/readyz"))).toMatchObject({ ok: true });
    expect(through("/sign-in")).toContain("<form");
    // The command that was printed, as an operator pastes it.
    const { next } = JSON.parse(said);
    const [, argv = ""] =
      /svc (account add .*)$/.exec(
        next.find((it: string) => it.includes("account add")),
      ) ?? [];
    const added = await operate(service.env, ...argv.split(" "), "--json");
    const { token, address: of } = JSON.parse(added);
    expect(of.address).toBe("alice@inbox.example.org");
    const own = ["-H", `Authorization: Bearer ${token}`];
    expect(JSON.parse(through("/v1/account", ...own))).toMatchObject({
      account: { displayName: "Alice" },
    });
    const kept = join(backups, "now.backup");
    await operate(service.env, "backup", kept);
    expect(Bun.file(kept).size).toBeGreaterThan(10_000);
    await rm(folder, { recursive: true });
  },
  60_000,
);
