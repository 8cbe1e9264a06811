import { expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { makeExports } from "../../src/core/loops/export_making.ts";
import { archiveOf } from "../core/exports/archive.ts";
import { json } from "../harness.ts";
import { createSubmitted, startPair } from "./pair.ts";

const EXPORTS = "/v1/exports";

test("a person exports their account, and a download goes on where it broke off", async () => {
  await using pair = await startPair();
  const { service, alice, bob } = pair;
  const { conversationId } = await createSubmitted(pair);
  const { token } = await service.addSession(alice);
  const begun = await service.fetch(EXPORTS, { method: "POST", token });
  expect(begun.status).toBe(201);
  const { exportId } = (await json(begun)).export;
  const one = `${EXPORTS}/${exportId}`;
  expect(begun.headers.get("location")).toBe(one);
  for (const id of ["%00", "exp_%00", "%ED%A0%80"]) {
    const none = await service.fetch(`/v1/exports/${id}/archive`, { token });
    expect([id, none.status]).toEqual([id, 404]);
  }
  const early = await service.fetch(`${one}/archive`, { token });
  expect([early.status, (await json(early)).code]).toEqual([
    409,
    "wrong_state",
  ]);
  await makeExports(service.services);
  const { bytes, status } = (await json(await service.fetch(one, { token })))
    .export;
  expect(status).toBe("ready");
  const get = (headers: Record<string, string>) =>
    service.fetch(`${one}/archive`, { token, headers });
  const whole = await get({});
  const etag = whole.headers.get("etag") ?? "";
  const all = await whole.bytes();
  expect(all.length).toBe(bytes);
  const told = whole.headers.get("content-length");
  expect(told).toBe(String(bytes));
  const rest = await get({ range: "bytes=100-", "if-range": etag });
  expect(rest.status).toBe(206);
  expect(Object.fromEntries(rest.headers)).toMatchObject({
    "content-range": `bytes 100-${bytes - 1}/${bytes}`,
    "content-length": String(bytes - 100),
  });
  expect(Buffer.compare(await rest.bytes(), all.subarray(100))).toBe(0);
  const some = await get({ range: "bytes=-7" });
  expect(Buffer.compare(await some.bytes(), all.subarray(-7))).toBe(0);
  const other = await get({ range: "bytes=5-", "if-range": '"other"' });
  expect(other.status).toBe(200);
  expect((await get({ range: `bytes=${bytes}-` })).status).toBe(416);
  const archive = await archiveOf(exportId, all);
  expect(await archive.lines("conversations")).toMatchObject([
    { conversationId },
  ]);
  const stranger = await service.addSession(bob);
  const foreign = await service.fetch(`${one}/archive`, stranger);
  expect(foreign.status).toBe(404);
  await service.fetch(one, { method: "DELETE", token });
  expect((await get({})).status).toBe(409);
});

test("an archive that no download holds at once comes whole, and each part of it with its length", async () => {
  await using pair = await startPair();
  const { service, alice } = pair;
  const { conversationId } = await createSubmitted(pair);
  const size = LIMITS.exportHeldBytesMax / 2;
  for (const name of ["one.bin", "two.bin"]) {
    const added = await service.fetch(
      `/v1/conversations/${conversationId}/artifacts`,
      {
        method: "POST",
        token: alice.token,
        json: {
          name,
          mimeType: "application/octet-stream",
          bytes: new Uint8Array(size).fill(name.length).toBase64(),
        },
      },
    );
    expect(added.status).toBe(201);
  }
  const { token } = await service.addSession(alice);
  const begun = await service.fetch(EXPORTS, { method: "POST", token });
  const one = `${EXPORTS}/${(await json(begun)).export.exportId}`;
  await makeExports(service.services);
  const { bytes } = (await json(await service.fetch(one, { token }))).export;
  expect(bytes).toBeGreaterThan(LIMITS.exportHeldBytesMax);
  const get = (headers: Record<string, string>) =>
    service.fetch(`${one}/archive`, { token, headers });
  const all = await (await get({})).bytes();
  expect(all.length).toBe(bytes);
  const part = await get({ range: `bytes=${size}-${2 * size - 1}` });
  expect(part.headers.get("content-length")).toBe(String(size));
  const same = all.subarray(size, 2 * size);
  expect(Buffer.compare(await part.bytes(), same)).toBe(0);
});

test("no agent exports, and no session that was opened a while ago", async () => {
  await using pair = await startPair();
  const { service, alice, clock } = pair;
  const asked = async (token: string) => {
    const answer = await service.fetch(EXPORTS, { method: "POST", token });
    return [answer.status, (await json(answer)).code];
  };
  expect(await asked(alice.token)).toEqual([403, "forbidden"]);
  const old = await service.addSession(alice);
  clock.advance(LIMITS.freshSignInMs);
  expect(await asked(old.token)).toEqual([403, "sign_in_again"]);
  const fresh = await service.addSession(alice);
  expect(await asked(fresh.token)).toEqual([201, undefined]);
});
