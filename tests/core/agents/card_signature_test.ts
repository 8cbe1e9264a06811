import { describe, expect, test } from "bun:test";
import { generateAgentCardSignature } from "@a2a-js/sdk";
import type { JWK } from "jose";
import { exportJWK, FlattenedSign, generateKeyPair } from "jose";
import { fetchRemoteCard } from "../../../src/core/agents/remote/remote_card.ts";
import { canonicalJson } from "../../../src/core/base/digest.ts";
import { CARD, serve, testWorld } from "./hostile_server.ts";

const HOST = "card.example";

interface Answers {
  readonly signed: (base: string) => unknown;
  readonly keys: readonly JWK[];
  /** Instead of the key set. */
  readonly keyAnswer?: () => Response;
}

/** Fetches a card from a server that also gives its keys. */
async function fetched({ signed, keys, keyAnswer }: Answers) {
  await using server = serve(async ({ url }) => {
    const base = `http://${HOST}:${new URL(url).port}`;
    if (url.endsWith("/card")) return Response.json(await signed(base));
    return keyAnswer?.() ?? Response.json({ keys });
  });
  const url = `http://${HOST}:${server.port}/card`;
  const { signature, card } = await fetchRemoteCard(testWorld(), url);
  return { signature, card, paths: server.paths };
}

async function newKey(alg: string) {
  const pair = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: "k1", alg };
  return { alg, jwk, privateKey: pair.privateKey };
}

type Key = Awaited<ReturnType<typeof newKey>>;

interface Said {
  readonly card?: object;
  /** The signed text, if it is not the card. */
  readonly payload?: object;
  readonly header?: object;
}

/** A card signed by us: any payload, any header. */
function signer({ alg, privateKey }: Key, said: Said = {}) {
  return async (base: string) => {
    const { card = CARD, payload = card, header } = said;
    const text = new TextEncoder().encode(canonicalJson(payload));
    const jws = await new FlattenedSign(text)
      .setProtectedHeader({
        ...{ alg, kid: "k1", typ: "JOSE", jku: `${base}/keys` },
        ...header,
      })
      .sign(privateKey);
    const { protected: encoded, signature } = jws;
    return { ...card, signatures: [{ protected: encoded, signature }] };
  };
}

const es256 = await newKey("ES256");

describe("a signature is valid", () => {
  for (const alg of ["ES256", "EdDSA", "RS256"]) {
    test(`with ${alg}, by a key of the card's own origin`, async () => {
      const key = await newKey(alg);
      const { signature, paths } = await fetched({
        signed: signer(key),
        keys: [{ ...es256.jwk, kid: "other" }, key.jwk],
      });
      expect(signature).toBe("valid");
      expect(paths).toEqual(["/card", "/keys"]);
    });
  }

  const DEFAULTS = {
    ...CARD,
    capabilities: {
      streaming: false,
      extensions: [{ uri: "https://x.example/ext", required: false }],
    },
    supportedInterfaces: [{ ...CARD.supportedInterfaces[0], tenant: "" }],
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    futureField: "signed by nobody",
  };

  test("over the form that the official SDK signs", async () => {
    const signed = (base: string) =>
      generateAgentCardSignature(es256.privateKey, {
        alg: "ES256",
        kid: "k1",
        typ: "JOSE",
        jku: `${base}/keys`,
      })(structuredClone(DEFAULTS) as never);
    const { signature } = await fetched({ signed, keys: [es256.jwk] });
    expect(signature).toBe("valid");
  });

  test("over the card as it comes, with fields that we do not know", async () => {
    const signed = signer(es256, { card: DEFAULTS });
    const { signature, card } = await fetched({ signed, keys: [es256.jwk] });
    expect(signature).toBe("valid");
    expect("futureField" in card).toBe(false);
  });

  test("if one of several is", async () => {
    const signed = async (base: string) => {
      const good = await signer(es256)(base);
      const bad = await signer(es256, { payload: { name: "x" } })(base);
      return { ...CARD, signatures: [...bad.signatures, ...good.signatures] };
    };
    const { signature, paths } = await fetched({ signed, keys: [es256.jwk] });
    expect(signature).toBe("valid");
    expect(paths).toEqual(["/card", "/keys"]);
  });
});

describe("a signature is invalid", () => {
  for (const [what, card] of [
    ["a changed name", { ...CARD, name: "Somebody else" }],
    ["an added icon", { ...CARD, iconUrl: "https://evil.example/i.png" }],
    [
      "a changed flag",
      { ...CARD, capabilities: { ...CARD.capabilities, streaming: false } },
    ],
  ] as const) {
    test(`after ${what}`, async () => {
      const signed = signer(es256, { card, payload: CARD });
      const { signature } = await fetched({ signed, keys: [es256.jwk] });
      expect(signature).toBe("invalid");
    });
  }

  test("by another key of the same name", async () => {
    const other = await newKey("ES256");
    const signed = signer(other);
    const { signature } = await fetched({ signed, keys: [es256.jwk] });
    expect(signature).toBe("invalid");
  });

  for (const signatures of [
    "yes",
    [{}],
    [null],
    [{ protected: "%%%", signature: "AA" }],
  ]) {
    test(`when it is ${JSON.stringify(signatures)}`, async () => {
      const signed = () => ({ ...CARD, signatures });
      const { signature } = await fetched({ signed, keys: [] });
      expect(signature).toBe("invalid");
    });
  }
});

describe("a signature is unverifiable", () => {
  test("without a place of the key", async () => {
    const signed = signer(es256, { header: { jku: undefined } });
    const { signature, paths } = await fetched({ signed, keys: [es256.jwk] });
    expect(signature).toBe("unverifiable");
    expect(paths).toEqual(["/card"]);
  });

  test("when the key is of another origin, which is not asked", async () => {
    await using other = serve(() => Response.json({ keys: [es256.jwk] }));
    for (const jku of [
      `http://${HOST}:${other.port}/keys`,
      `http://other.example:${other.port}/keys`,
      "file:///etc/passwd",
    ]) {
      const signed = signer(es256, { header: { jku } });
      const { signature } = await fetched({ signed, keys: [es256.jwk] });
      expect(signature).toBe("unverifiable");
    }
    expect(other.paths).toEqual([]);
  });

  test("when the keys are redirected", async () => {
    await using other = serve(() => Response.json({ keys: [es256.jwk] }));
    const location = `http://${HOST}:${other.port}/keys`;
    const { signature } = await fetched({
      signed: signer(es256),
      keys: [],
      keyAnswer: () =>
        new Response(null, { status: 302, headers: { location } }),
    });
    expect(signature).toBe("unverifiable");
    expect(other.paths).toEqual([]);
  });

  for (const [what, keyAnswer] of [
    ["are missing", () => new Response(null, { status: 404 })],
    ["are not JSON", () => new Response("x")],
    ["are not a key set", () => Response.json([])],
    ["do not have it", () => Response.json({ keys: [null, { kid: "k2" }] })],
    [
      "have it as a shared secret",
      () => Response.json({ keys: [{ kid: "k1", kty: "oct", k: "c2VjcmV0" }] }),
    ],
    [
      "have it in a size that is work without end",
      () =>
        Response.json({ keys: [{ ...es256.jwk, x5c: ["x".repeat(5_000)] }] }),
    ],
  ] as const) {
    test(`when the keys ${what}`, async () => {
      const signed = signer(es256);
      const { signature } = await fetched({ signed, keys: [], keyAnswer });
      expect(signature).toBe("unverifiable");
    });
  }

  for (const alg of ["none", "HS256", "ES384"]) {
    test(`with ${alg}`, async () => {
      const header = { alg, kid: "k1", jku: "http://x.example/" };
      const encoded = Buffer.from(JSON.stringify(header)).toString("base64url");
      const signatures = [{ protected: encoded, signature: "" }];
      const signed = () => ({ ...CARD, signatures });
      const { signature } = await fetched({ signed, keys: [es256.jwk] });
      expect(signature).toBe("unverifiable");
    });
  }
});
