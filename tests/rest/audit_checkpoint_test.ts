import { expect, test } from "bun:test";
import { readCheckpoint } from "../../src/core/audit/signed_note.ts";
import { signHeads } from "../../src/core/loops/sweeper.ts";
import { json, startService } from "../harness.ts";

const PATH = "/v1/audit/checkpoint";

test("whoever may read audits reads the newest checkpoint, which names no chain", async () => {
  await using service = await startService();
  expect((await service.fetch(PATH)).status).toBe(401);
  const alice = await service.addAccount("alice");
  const narrow = await service.addCredential(alice, ["audit:read"]);
  const none = await service.fetch(PATH, { token: narrow });
  expect(none.status).toBe(404);
  expect((await json(none)).code).toBe("not_found");
  await signHeads(service.services);
  const response = await service.fetch(PATH, { token: narrow });
  expect(response.status).toBe(200);
  const shown = await json(response);
  expect(Object.keys(shown).toSorted()).toEqual([
    "at",
    "chains",
    "key",
    "note",
    "number",
    "previous",
    "root",
  ]);
  expect(readCheckpoint(shown.note)).toMatchObject({
    number: shown.number,
    root: shown.root,
    chains: 1,
  });
  expect(JSON.stringify(shown)).not.toContain(alice.accountId);
});
