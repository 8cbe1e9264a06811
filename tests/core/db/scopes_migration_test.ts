import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../../src/core/db/database.ts";
import { credentialStore } from "../../../src/core/identity/credentials_store.ts";
import { presetOf, scopesOfPreset } from "../../../src/core/identity/scopes.ts";
import { openCore } from "../fixture.ts";
import { earlier } from "./earlier_migrations.ts";

const READER = [
  "conversations:read",
  "audit:read",
  "addresses:read",
  "contacts:read",
  "agents:discover",
];

/** The preset Assistant of 0.1, which promised that it cannot pay or decide. */
const ASSISTANT = [
  ...READER,
  "drafts:write",
  "artifacts:write",
  "conversations:write",
  "conversations:submit",
  "conversations:cancel",
  "receipts:sign",
];

test("credentials of 0.1 still read balance and payments, get nothing else, and an Assistant loses what it promised not to do", async () => {
  const folder = await mkdtemp(join(tmpdir(), "inbox-old-"));
  const url = `file:${folder}/inbox.db`;
  const old = await openDatabase({
    url,
    migrationsFolder: await earlier(folder, 1),
  });
  const insert = (id: string, scopes: readonly string[] | null) => ({
    sql: "insert into credentials (id, account_id, name, scopes, created_at) values (?, 'acc_a', 'Old', ?, 1)",
    args: [id, scopes && JSON.stringify(scopes)],
  });
  await old.commit([
    {
      sql: "insert into accounts (id, kind, display_name, created_at) values ('acc_a', 'person', 'A', 1)",
      args: [],
    },
    insert("reader", READER),
    insert("owner", ["addresses:write"]),
    insert("full", null),
    insert("assistant", ASSISTANT),
    insert("chosen", [...ASSISTANT, "contacts:new"]),
  ]);
  await old.close();
  {
    await using core = await openCore({ DATABASE_URL: url });
    const kept = await credentialStore(core.services.db).of("acc_a");
    const scopes = Object.fromEntries(
      kept.map(({ id, scopes }) => [id, scopes && [...scopes].sort()]),
    );
    expect(scopes).toEqual({
      reader: [...READER, "payments:read"].sort(),
      owner: ["addresses:write"],
      full: null,
      // What was made with the preset keeps its promise; what was chosen stays.
      assistant: [...(scopesOfPreset("assistant") ?? [])].sort(),
      chosen: [...ASSISTANT, "contacts:new", "payments:read"].sort(),
    });
    expect(presetOf(scopes.reader ?? null)?.id).toBe("reader");
    expect(presetOf(scopes.assistant ?? null)?.id).toBe("assistant");
  }
  await rm(folder, { recursive: true });
});
