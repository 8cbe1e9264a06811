import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { readConfig } from "../../../src/config/config.ts";
import { openServices } from "../../../src/process/open_services.ts";
import { svc } from "../../cli/svc.ts";
import { testDirectory } from "../../directory.ts";
import { SQLD, startServer } from "./sqld.ts";

setDefaultTimeout(30_000);

const SECRET = "the one secret of all these nodes, long enough";
const NEXT = "another secret that is as long as the first one";

/** Starts a node in a place of its own, and says which keys it has. */
async function nodeAt(
  url: string,
  env: Readonly<Record<string, string>>,
  directory?: string,
) {
  const own = directory === undefined ? await testDirectory("node-") : null;
  const place = directory ?? own?.path ?? "";
  const config = {
    ...readConfig({ DATABASE_URL: url, ...env }),
    signingKeyPath: join(place, "signing_key.json"),
    cardKeyPath: join(place, "card_key.json"),
    requestKeyPath: join(place, "request_key.json"),
  };
  try {
    const services = await openServices(config, { writeLog: () => {} });
    const { jwks, mac } = services.signer;
    await services.close();
    const kids = jwks.keys.map(({ kid }) => kid);
    const files = [config.signingKeyPath, config.cardKeyPath].map(existsSync);
    return { kids, mac: mac("x"), files };
  } finally {
    await own?.remove();
  }
}

const why = async (start: Promise<unknown>) => {
  const [outcome] = await Promise.allSettled([start]);
  return outcome.status === "rejected" ? String(outcome.reason) : "it started";
};

describe.skipIf(!existsSync(SQLD))("keys of nodes", () => {
  test("nodes that share a secret share the keys, and need no files", async () => {
    await using server = await startServer();
    const env = { AUTH_SECRET: SECRET };
    const both = await Promise.all([
      nodeAt(server.url, env),
      nodeAt(server.url, env),
    ]);
    expect(both[0]).toEqual(both[1]);
    expect(both[0].files).toEqual([false, false]);
    const [row] = await sealedIn(server.url);
    expect(row).not.toContain(String(both[0].kids[0]));
  });

  test("files of a single node are taken over by the first start with a secret", async () => {
    await using server = await startServer();
    const directory = await testDirectory("node-");
    const before = await nodeAt(server.url, {}, directory.path);
    expect(before.files).toEqual([true, true]);
    const env = { AUTH_SECRET: SECRET };
    const after = await nodeAt(server.url, env, directory.path);
    expect([after.kids, after.mac]).toEqual([before.kids, before.mac]);
    const other = await nodeAt(server.url, env);
    expect([other.kids, other.mac]).toEqual([before.kids, before.mac]);
    await directory.remove();
  });

  test("without the secret, or with another one, nothing starts and no key is made", async () => {
    await using server = await startServer();
    const { kids } = await nodeAt(server.url, { AUTH_SECRET: SECRET });
    expect(await why(nodeAt(server.url, {}))).toContain("AUTH_SECRET: set it");
    const wrong = nodeAt(server.url, { AUTH_SECRET: NEXT });
    expect(await why(wrong)).toContain("it is another one");
    const again = await nodeAt(server.url, { AUTH_SECRET: SECRET });
    expect(again.kids).toEqual(kids);
  });

  test("a changed secret seals the same keys anew, with the one before at hand", async () => {
    await using server = await startServer();
    const first = await nodeAt(server.url, { AUTH_SECRET: SECRET });
    const env = { AUTH_SECRET: NEXT, AUTH_SECRET_BEFORE: SECRET };
    expect(await nodeAt(server.url, env)).toEqual(first);
    expect(await nodeAt(server.url, { AUTH_SECRET: NEXT })).toEqual(first);
    const old = nodeAt(server.url, { AUTH_SECRET: SECRET });
    expect(await why(old)).toContain("it is another one");
  });

  test("a rotated key is that of all nodes, and has the one before with it", async () => {
    await using server = await startServer();
    const env = { AUTH_SECRET: SECRET };
    const before = await nodeAt(server.url, env);
    const ran = await svc(
      { config: readConfig({ DATABASE_URL: server.url }), env },
      ...["keys", "rotate", "receipts"],
    );
    expect(ran).toMatchObject({ code: 0, err: "" });
    const after = await nodeAt(server.url, env);
    const [old, cards] = before.kids;
    expect(after.kids.slice(1)).toEqual([cards, old]);
    expect(after.mac).not.toBe(before.mac);
    expect(await nodeAt(server.url, env)).toEqual(after);
  });
});

test("keys of a file's service stay files", async () => {
  const directory = await testDirectory("node-");
  const env = { AUTH_SECRET: SECRET };
  const { databaseUrl: url, path } = directory;
  const { kids, files } = await nodeAt(url, env, path);
  expect(files).toEqual([true, true]);
  expect((await nodeAt(url, {}, path)).kids).toEqual(kids);
  await directory.remove();
});

async function sealedIn(url: string): Promise<readonly string[]> {
  const client = createClient({ url });
  const { rows } = await client.execute("select sealed from shared_keys");
  client.close();
  return rows.map(({ sealed }) => atob(String(sealed)));
}
