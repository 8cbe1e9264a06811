import { expect, test } from "bun:test";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLocalJWKSet, flattenedVerify } from "jose";
import { canonicalJson } from "../../src/core/base/digest.ts";
import { openSigner } from "../../src/core/base/keys.ts";

async function dataDirectory() {
  const path = await mkdtemp(join(tmpdir(), "inbox-keys-"));
  return {
    signingKeyPath: join(path, "new", "signing_key.json"),
    cardKeyPath: join(path, "new", "card_key.json"),
    requestKeyPath: join(path, "new", "request_key.json"),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true }),
  };
}

test("both keys are kept, each in a file for its owner alone", async () => {
  await using paths = await dataDirectory();
  const first = await openSigner(paths);
  const again = await openSigner(paths);
  expect(again.jwks).toEqual(first.jwks);
  expect(first.jwks.keys.map(({ crv }) => crv)).toEqual(["Ed25519", "P-256"]);
  for (const path of [paths.signingKeyPath, paths.cardKeyPath]) {
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  }
});

test("data of a version without card keys gains one and keeps its receipts' key to the byte", async () => {
  await using paths = await dataDirectory();
  const before = await openSigner(paths);
  const text = await Bun.file(paths.signingKeyPath).text();
  await rm(paths.cardKeyPath);
  const after = await openSigner(paths);
  expect(await Bun.file(paths.signingKeyPath).text()).toBe(text);
  expect(after.jwks.keys[0]).toEqual(before.jwks.keys[0]);
  expect(after.jwks.keys[1]?.kid).not.toBe(before.jwks.keys[1]?.kid);
});

test("a start that ended while it wrote a key does not keep the next from starting", async () => {
  await using paths = await dataDirectory();
  await Bun.write(`${paths.cardKeyPath}.new`, '{"kty":');
  const { jwks } = await openSigner(paths);
  expect(jwks.keys).toHaveLength(2);
  expect(await Bun.file(`${paths.cardKeyPath}.new`).exists()).toBe(false);
});

test("a card's signature is over its RFC 8785 form, and says which key made it", async () => {
  await using paths = await dataDirectory();
  const signer = await openSigner(paths);
  const jku = "https://inbox.example/.well-known/jwks.json";
  const signature = await signer.signCard({ b: 1, a: "ü" }, jku);
  const payload = (value: object) =>
    Buffer.from(canonicalJson(value)).toString("base64url");
  const keys = createLocalJWKSet({ keys: [...signer.jwks.keys] });
  const { protectedHeader } = await flattenedVerify(
    { ...signature, payload: payload({ a: "ü", b: 1 }) },
    keys,
  );
  expect(protectedHeader).toEqual({
    alg: "ES256",
    kid: signer.jwks.keys[1]?.kid ?? "",
    typ: "JOSE",
    jku,
  });
  const forged = flattenedVerify(
    { ...signature, payload: payload({ a: "ü", b: 2 }) },
    keys,
  );
  expect(await forged.catch((error) => error.code)).toBe(
    "ERR_JWS_SIGNATURE_VERIFICATION_FAILED",
  );
});

test.each([
  ["signingKeyPath", "{"],
  ["signingKeyPath", ""],
  ["cardKeyPath", "{}"],
  ["cardKeyPath", '{"kty":"EC","crv":"P-256","x":"","y":""}'],
] as const)(
  "an error of %s that holds %p names the file",
  async (name, text) => {
    await using paths = await dataDirectory();
    await openSigner(paths);
    await Bun.write(paths[name], text);
    await expect(openSigner(paths)).rejects.toThrow(
      `Cannot start: ${paths[name]} cannot be read as the key that signs`,
    );
  },
);

test("one key in the place of the other is named", async () => {
  await using paths = await dataDirectory();
  await openSigner(paths);
  await Bun.write(paths.signingKeyPath, Bun.file(paths.cardKeyPath));
  await expect(openSigner(paths)).rejects.toThrow(paths.signingKeyPath);
});
