import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { deleteDraft } from "../../../src/core/operations/delete_draft.ts";
import { discoverAgents } from "../../../src/core/operations/discover_agents.ts";
import { listConversations } from "../../../src/core/operations/list_conversations.ts";
import { updateProfile } from "../../../src/core/operations/update_profile.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { verifyLedger } from "../../../src/core/operations/verify_ledger.ts";
import { actorOf, send, startCore } from "../core_harness.ts";
import { freePort, nodeSettings, SQLD, startServer } from "./sqld.ts";

const INDEXED = "SELECT count(*) FROM words WHERE words MATCH 'erased'";

/** Makes a database of a dump; the port for it opens a moment after the other one. */
async function restore(admin: string, dump: string): Promise<Response> {
  try {
    return await fetch(`${admin}/v1/namespaces/copy/create`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ dump_url: `file:${dump}` }),
    });
  } catch (error) {
    const isEarly = error instanceof Error && /ECONNREFUSED/.test(`${error}`);
    if (!isEarly) throw error;
    return await restore(admin, dump);
  }
}

test.skipIf(!existsSync(SQLD))(
  "what a libSQL server dumps is restored by another: words, directory, records, money",
  async () => {
    await using server = await startServer();
    await using core = await startCore({ ...server.settings });
    const alice = await core.account("alice", { credit: "9.00" });
    const bob = await core.account("bob");
    const profile = { description: "Repairs bicycles", skills: [] };
    await bob.run(updateProfile, { ...profile, prices: [], listed: true });
    const kept = { to: bob.address, title: "Kept", price: "5", text: "a bell" };
    await send(alice, kept);
    const conversationId = await send(alice, {
      ...{ to: bob.address, title: "Draft", text: "erased" },
      submit: false,
    });
    await alice.run(deleteDraft, { conversationId });
    const dump = await (await fetch(`${server.url}/dump`)).text();
    expect(dump).not.toContain("erased");

    const admin = `127.0.0.1:${freePort()}`;
    const namespaces = ["--enable-namespaces", "--admin-listen-addr", admin];
    await using other = await startServer(...namespaces);
    const file = join(other.folder.path, "dump.sql");
    await Bun.write(file, dump);
    const made = await restore(`http://${admin}`, file);
    expect([made.status, await made.text()]).toEqual([200, ""]);

    const url = other.url.replace("127.0.0.1", "copy.localhost");
    await using restored = await startCore(nodeSettings(url));
    expect(await restored.run(verifyAudit, {})).toMatchObject({ ok: true });
    expect(await restored.run(verifyLedger, {})).toMatchObject({ ok: true });
    const carol = await restored.account("carol");
    const found = await carol.run(discoverAgents, { query: "bicycles" });
    expect(found.items.map(({ name }) => name)).toEqual(["bob"]);
    const reader = actorOf(restored.services, alice);
    const bells = await reader.run(listConversations, { q: "bell" });
    expect(bells.conversations).toHaveLength(1);
    expect(await restored.rows(INDEXED)).toMatchObject([{ 0: 0 }]);
  },
  30_000,
);
