import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import Sqlite from "libsql";
import { readConfig } from "../../src/config/config.ts";
import { withSnapshot } from "../../src/core/db/hrana/copy_server.ts";
import { leaseStore } from "../../src/core/loops/lease_store.ts";
import { discoverAgents } from "../../src/core/operations/discover_agents.ts";
import { listConversations } from "../../src/core/operations/list_conversations.ts";
import { updateProfile } from "../../src/core/operations/update_profile.ts";
import { openServices } from "../../src/process/open_services.ts";
import { actorOf, send, startCore } from "../core/core_harness.ts";
import { temporaryFolder } from "../core/db/fixture.ts";
import { SQLD, startServer } from "../core/db/sqld.ts";
import { json, svc } from "./svc.ts";

setDefaultTimeout(60_000);

const noServer = !existsSync(SQLD);

/** A server's database with a conversation, an agent in the directory and money. */
async function filled(settings: Readonly<Record<string, string>>) {
  const core = await startCore(settings);
  const alice = await core.account("alice", { credit: "9.00" });
  const bob = await core.account("bob");
  const profile = { description: "Repairs bicycles", skills: [] };
  await bob.run(updateProfile, { ...profile, prices: [], listed: true });
  await send(alice, {
    to: bob.address,
    title: "A",
    price: "5",
    text: "a bell",
  });
  return { core, alice };
}

test.skipIf(noServer)(
  "all that a killed libSQL server had answered moves to a file with the keys, verified, and a service goes on from it",
  async () => {
    await using server = await startServer();
    await using place = await temporaryFolder();
    const { core, alice } = await filled({ ...server.settings });
    const { publicKey } = core.services.signer;
    await core.services.close();
    await server.restart();

    const file = join(place.path, "moved/inbox.db");
    const env = { ...server.settings };
    const moved = await json({ config: core.config, env }, "move", file);
    expect(moved).toMatchObject({ database: file, problems: [] });
    for (const path of moved.keys) {
      expect((await stat(path)).mode & 0o777).toBe(0o600);
    }
    const config = readConfig({ DATABASE_URL: `file:${file}` });
    const services = await openServices(config, { writeLog: () => {} });
    try {
      expect(services.signer.publicKey).toEqual(publicKey);
      const reader = actorOf(services, alice);
      const bells = await reader.run(listConversations, { q: "bell" });
      expect(bells.conversations).toHaveLength(1);
      const found = await reader.run(discoverAgents, { query: "bicycles" });
      expect(found.items.map(({ name }) => name)).toEqual(["bob"]);
    } finally {
      await services.close();
    }
    const again = await svc({ config: core.config, env }, "move", file);
    expect(again.err).toBe(
      `Cannot move: ${file} is there already; nothing is put over it\n`,
    );
  },
);

test.skipIf(noServer)(
  "a server that a service works on is not moved, nor without the secret of its keys",
  async () => {
    await using server = await startServer();
    await using place = await temporaryFolder();
    const { core } = await filled({ ...server.settings });
    const file = join(place.path, "moved/inbox.db");
    const lease = leaseStore(core.services.db);
    await lease.take("duties", "a node");
    const env = { ...server.settings };
    const used = await svc({ config: core.config, env }, "move", file);
    expect(used).toMatchObject({ code: 1, out: "" });
    expect(used.err).toStartWith("Cannot move: a service works on it. Stop");
    await lease.giveBack("duties", "a node");
    const other = {
      ...env,
      AUTH_SECRET: "another secret than that of the nodes",
    };
    const closed = await svc({ config: core.config, env: other }, "move", file);
    expect(closed.err).toStartWith(
      "Cannot open the keys in this database: set",
    );
    expect(await readdir(place.path)).not.toContain("moved");
    await core.services.close();
  },
);

test.skipIf(noServer)(
  "each value is copied as it is, also more than a server answers at once; a commit meanwhile ends the move",
  async () => {
    await using server = await startServer();
    await using place = await temporaryFolder();
    const { core } = await filled({ ...server.settings });
    const client = createClient({ url: server.url });
    await client.execute(
      "CREATE TABLE large (id INTEGER PRIMARY KEY, data BLOB, a, b, c REAL)",
    );
    for (let row = 0; row < 20; row += 1) {
      await client.execute(
        `INSERT INTO large VALUES (${row * 3}, randomblob(1000000), 1152921504606846977, 3.0, 4)`,
      );
    }
    const values =
      "SELECT id, hex(substr(data, -8)) || length(data), a || typeof(a), b || typeof(b), typeof(c) FROM large";
    const there = await client.execute(values);
    client.close();
    const path = join(place.path, "copy.db");
    await withSnapshot({ url: server.url }, ({ copyTo }) => copyTo(path));
    const copy = new Sqlite(path);
    expect(copy.prepare(values).raw().all([])).toEqual(
      there.rows.map((row) => Array.from(row)),
    );
    copy.close();

    const moving = withSnapshot({ url: server.url }, async ({ copyTo }) => {
      await core.account("late");
      return await copyTo(join(place.path, "other.db"));
    });
    await expect(moving).rejects.toThrow("it was written to meanwhile");
    await core.services.close();
  },
);
