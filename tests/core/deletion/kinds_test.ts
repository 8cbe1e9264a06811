import { expect, test } from "bun:test";
import type { Guest } from "../../../src/core/access/principal.ts";
import { eraseAccounts } from "../../../src/core/loops/account_erasing.ts";
import { deleteAccount } from "../../../src/core/operations/delete_account.ts";
import { getConversation } from "../../../src/core/operations/get_conversation.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { callOperation } from "../../../src/core/pipeline/call.ts";
import { insertSession } from "../../sessions.ts";
import { isAccount, proven, startWorld } from "../addresses/domain_world.ts";
import { send } from "../core_harness.ts";

test("of an account with a domain, a client and guests nothing goes on: its guests read, and another may prove the domain", async () => {
  await using world = await startWorld();
  const { core, alice, bob } = world;
  const { accountId } = alice;
  await proven(world, alice);
  expect(await isAccount(world)).toBe(true);
  await insertSession(core.services, alice);
  await core.services.db.commit([
    { sql: CLIENT, args: [] },
    ...GRANTED.map((sql) => ({ sql, args: [accountId] })),
  ]);
  const shared = await send(alice, { to: ["eve@example.org", bob.address] });
  const alone = await send(alice, { to: "eve@example.org" });

  await core.run(deleteAccount, { accountId, confirm: accountId });
  await eraseAccounts(core.services);

  const tables = ["oauth_consents", "oauth_access_tokens", "auth_sessions"];
  for (const table of tables) {
    expect(await core.rows(`select * from ${table}`)).toEqual([]);
  }
  // Others may have let the client in, too.
  expect(await core.rows("select id from oauth_clients")).toHaveLength(1);
  for (const conversationId of [shared, alone]) {
    const { output } = await callOperation(
      core.services,
      getConversation,
      { principal: guestOf(conversationId), via: "web", requestId: "t" },
      { conversationId },
    );
    expect(output.conversation.from.name).toBe("Deleted account");
    expect(output.messages).toHaveLength(1);
  }
  await expect(isAccount(world)).rejects.toThrow("is closed");
  await world.days(1);
  expect(await proven(world, bob)).toMatchObject({ status: "verified" });
  expect(await core.run(verifyAudit, {})).toMatchObject({ faults: [] });
});

const CLIENT =
  "insert into oauth_clients (id, client_id, redirect_uris) values ('c', 'client-1', '[]')";

/** The rows of a client that a person let in. */
const GRANTED = [
  "insert into oauth_consents (id, client_id, user_id, scopes, created_at, updated_at) values ('o', 'client-1', ?, '[]', 1, 1)",
  "insert into oauth_access_tokens (id, token, client_id, user_id, scopes, expires_at, created_at) values ('t', 't', 'client-1', ?, '[]', 1, 1)",
];

function guestOf(conversationId: string): Guest {
  return {
    kind: "guest",
    conversationId,
    position: 1,
    address: "eve@example.org",
    outboxId: "out_0",
    scopes: ["conversations:read"],
  };
}
