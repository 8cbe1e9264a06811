import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OPERATOR } from "../../../src/core/access/principal.ts";
import { openDatabase } from "../../../src/core/db/database.ts";
import { authenticate } from "../../../src/core/identity/authenticate.ts";
import { hashToken, makeToken } from "../../../src/core/identity/token.ts";
import { listCredentials } from "../../../src/core/operations/list_credentials.ts";
import { openCore } from "../fixture.ts";
import { earlier } from "./earlier_migrations.ts";

test("credentials of the first schema work in the newest one as before", async () => {
  const folder = await mkdtemp(join(tmpdir(), "inbox-old-"));
  const url = `file:${folder}/inbox.db`;
  const random = (size: number) => crypto.getRandomValues(new Uint8Array(size));
  const [token, revoked] = [makeToken(random), makeToken(random)];
  const old = await openDatabase({
    url,
    migrationsFolder: await earlier(folder, 2),
  });
  const insert = (id: string, secret: string, revokedAt: number | null) => ({
    sql: "insert into credentials (id, account_id, name, token_hash, last_four, scopes, created_at, revoked_at) values (?, 'acc_old', ?, ?, ?, '[\"conversations:read\"]', 7, ?)",
    args: [id, id, hashToken(secret), secret.slice(-4), revokedAt],
  });
  await old.commit([
    {
      sql: "insert into accounts (id, kind, display_name, created_at) values ('acc_old', 'person', 'Old', 7)",
      args: [],
    },
    insert("cred_good", token, null),
    insert("cred_gone", revoked, 8),
  ]);
  await old.close();

  {
    await using core = await openCore({ DATABASE_URL: url });
    expect(await authenticate(core.services, token)).toEqual({
      kind: "agent",
      accountId: "acc_old",
      credentialId: "cred_good",
      credentialName: "cred_good",
      scopes: ["conversations:read", "payments:read"],
    });
    expect((await authenticate(core.services, revoked)).kind).toBe("anonymous");
    const { credentials } = await core.run(listCredentials, OPERATOR, {
      accountId: "acc_old",
    });
    expect(
      credentials.map(({ id, kind, lastFour }) => [id, kind, lastFour]),
    ).toEqual([
      ["cred_good", "token", token.slice(-4)],
      ["cred_gone", "token", revoked.slice(-4)],
    ]);
  }
  await rm(folder, { recursive: true });
});
