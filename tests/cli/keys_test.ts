import { expect, setDefaultTimeout, test } from "bun:test";
import { rm } from "node:fs/promises";
import { compactVerify, createLocalJWKSet } from "jose";
import { openSigner } from "../../src/core/base/keys.ts";
import { openServices } from "../../src/process/open_services.ts";
import { warnAtStart } from "../../src/process/start_warnings.ts";
import { openCore } from "../core/fixture.ts";
import { json, svc } from "./svc.ts";

setDefaultTimeout(30_000);

test("after a rotation the old key checks what it signed, and the new one signs", async () => {
  await using core = await openCore();
  await core.add("alice");
  await core.services.close();
  const kept = `${core.directory}/kept.txt`;
  await json(core, "audit", "checkpoint", kept);
  const before = await openSigner(core.config);
  const receipt = await before.sign({ of: "before" });
  const { rotated } = await json(core, "keys", "rotate");
  const after = await openSigner(core.config);
  const [receipts, cards, ...retired] = after.jwks.keys;
  expect(rotated).toEqual([
    { name: "receipts", kid: receipts?.kid },
    { name: "cards", kid: cards?.kid },
    { name: "requests", kid: after.requestKeyId },
  ]);
  // It ends, so that a stolen one does; an hour is for what is on its way.
  const [, { exp = 0, ...old } = {}] = after.requestKeys;
  expect(old).toEqual(before.requestKeys[0] ?? {});
  expect(Math.abs(exp - Date.now() / 1_000 - 3_600)).toBeLessThan(60);
  expect(retired).toEqual([...before.jwks.keys]);
  expect(JSON.stringify(after.jwks)).not.toContain('"mac"');
  await compactVerify(receipt, createLocalJWKSet({ keys: [...retired] }));
  // Records from before and after the rotation verify alike.
  expect(await svc(core, "audit", "verify")).toMatchObject({ code: 0 });
  await json(core, "ledger", "credit", "alice", "1.00");
  await json(core, "audit", "checkpoint");
  const ran = await svc(core, "audit", "verify", "--against", kept);
  expect(ran).toMatchObject({ code: 0, err: "" });
});

test("a log that did not grow since is signed by the new key as well", async () => {
  await using core = await openCore();
  await core.add("alice");
  await core.services.close();
  const first = await json(core, "audit", "checkpoint");
  await json(core, "keys", "rotate", "receipts");
  const second = await json(core, "audit", "checkpoint");
  const [note, signatures] = String(second.note).split("\n\n");
  expect(String(first.note)).toStartWith(`${note}\n\n`);
  expect(signatures?.trim().split("\n")).toHaveLength(2);
  expect(second.key).not.toBe(first.key);
  expect(await svc(core, "audit", "verify")).toMatchObject({ code: 0 });
});

test("a key that was lost is told of at the start and by the doctor, also after another one has signed", async () => {
  await using core = await openCore();
  await core.add("alice");
  await core.services.close();
  const lines = async () => {
    const logged: string[] = [];
    const services = await openServices(core.config, {
      writeLog: (line) => void logged.push(line),
    });
    await warnAtStart(services, core.config);
    await services.close();
    const { out } = await svc(core, "doctor", "--json");
    const checks: { name: string; is: string; fix?: string }[] =
      JSON.parse(out).checks;
    const keys = checks.find(({ name }) => name === "Keys");
    return { events: logged.map((it) => JSON.parse(it)), keys };
  };
  await json(core, "audit", "checkpoint");
  await json(core, "keys", "rotate", "receipts");
  expect(await lines()).toMatchObject({ events: [], keys: { is: "ok" } });
  await rm(core.config.signingKeyPath);
  const foreign = {
    events: [{ event: "keys.foreign", level: "error" }],
    keys: { is: "bad", fix: expect.stringContaining("from a backup") },
  };
  expect(await lines()).toMatchObject(foreign);
  await json(core, "ledger", "credit", "alice", "1.00");
  await json(core, "audit", "checkpoint");
  expect(await lines()).toMatchObject(foreign);
});

test("a key that is not there is not rotated", async () => {
  await using core = await openCore();
  await core.services.close();
  const env = { DATABASE_URL: `file:${core.directory}/elsewhere/inbox.db` };
  const ran = await svc({ ...core, env }, "keys", "rotate", "cards");
  expect(ran.code).toBe(1);
  expect(ran.err).toContain("there is none at");
});
