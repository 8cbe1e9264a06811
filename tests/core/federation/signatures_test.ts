import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createPublicKey, verify } from "node:crypto";
import * as hms from "http-message-signatures";
import type { InnerList } from "structured-headers";
import { parseList } from "structured-headers";
import { KEY_DIRECTORY_PATH } from "../../../src/core/federation/signatures/peer_keys.ts";
import { signRequest } from "../../../src/core/federation/signatures/sign_request.ts";
import { signatureBase } from "../../../src/core/federation/signatures/signature_base.ts";
import { verifyRequest } from "../../../src/core/federation/verify_request.ts";
import { serve } from "../agents/hostile_server.ts";
import type { TestCore } from "../core_harness.ts";
import { refusal, START, startCore } from "../core_harness.ts";

const { httpbis } = hms;

/** Two services on this machine: a signs, b verifies and asks for a's keys. */
let a: TestCore;
let b: TestCore;
let directory: ReturnType<typeof serve>;
let asked = 0;
const origin = () => `http://localhost:${directory.port}`;

beforeAll(async () => {
  directory = serve((request) => {
    asked += 1;
    return new URL(request.url).pathname === KEY_DIRECTORY_PATH
      ? Response.json({ keys: a.services.signer.requestKeys })
      : new Response("", { status: 404 });
  });
  a = await startCore({ BASE_URL: origin() });
  b = await startCore({
    BASE_URL: "https://b.example",
    ALLOW_LOOPBACK_FETCH: "true",
  });
});
afterAll(async () => {
  await a[Symbol.asyncDispose]();
  await b[Symbol.asyncDispose]();
  await directory[Symbol.asyncDispose]();
});

const target = "/a2a/v1/message:send?x=1";
const url = `https://b.example${target}`;
const body = Buffer.from('{"message":{}}');
const contentType = "application/a2a+json";

interface Came {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** A request as it comes to b, signed by a now. */
function signed(more: Partial<Parameters<typeof signRequest>[1]> = {}): Came {
  const asked = { method: "POST", url, body, contentType, ...more };
  const headers = {
    "content-type": contentType,
    ...signRequest(a.services, asked),
  };
  return {
    method: asked.method,
    target,
    headers,
    body: Buffer.from(asked.body),
  };
}

const taken = (came: Came) => verifyRequest(b.services, came);
const why = async (came: Came) => {
  const error = await refusal(taken(came));
  expect(error.code).toBe("signature_invalid");
  return error.message;
};

describe("the text that is signed", () => {
  // RFC 9421, B.1.4 and B.2.6.
  test("is that of the RFC's own example, and its signature verifies", () => {
    const input =
      '("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"';
    const [covered] = parseList(input);
    const base = signatureBase(
      {
        method: "POST",
        targetUri: "https://example.com/foo?param=Value&Pet=dog",
        headers: {
          date: "Tue, 20 Apr 2021 02:07:55 GMT",
          "content-type": "application/json",
          "content-length": "18",
        },
        agents: new Map(),
      },
      covered as InnerList,
    );
    expect(base).toBe(
      `"date": Tue, 20 Apr 2021 02:07:55 GMT
"@method": POST
"@path": /foo
"@authority": example.com
"content-type": application/json
"content-length": 18
"@signature-params": ${input}`,
    );
    const key = createPublicKey({
      key: Buffer.from(
        "MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=",
        "base64",
      ),
      format: "der",
      type: "spki",
    });
    const signature =
      "wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==";
    const bytes = Buffer.from(signature, "base64");
    expect(verify(null, Buffer.from(base ?? ""), key, bytes)).toBe(true);
  });
});

describe("a package of others agrees", () => {
  test("it verifies what we sign", async () => {
    const { headers } = signed();
    const [jwk] = a.services.signer.requestKeys;
    const key = createPublicKey({ key: jwk as JsonWebKey, format: "jwk" });
    const isRight = await httpbis.verifyMessage(
      {
        notAfter: START / 1_000 + 60,
        tolerance: 1e9,
        keyLookup: async () => ({
          id: a.services.signer.requestKeyId,
          algs: ["ed25519"],
          verify: async (data: Buffer, signature: Buffer) =>
            verify(null, data, key, signature),
        }),
      },
      { method: "POST", url, headers: { ...headers } },
    );
    expect(isRight).toBe(true);
  });

  test("what it signs is taken here", async () => {
    const own = signed();
    const {
      signature: _old,
      "signature-input": _input,
      ...headers
    } = own.headers;
    const made = await httpbis.signMessage(
      {
        name: "other",
        fields: [
          "@method",
          "@target-uri",
          "content-type",
          "content-digest",
          'signature-agent;key="other"',
        ],
        params: ["created", "expires", "nonce", "keyid", "tag"],
        paramValues: {
          created: new Date(START),
          expires: new Date(START + 60_000),
          nonce: "abc",
          keyid: a.services.signer.requestKeyId,
          tag: "web-bot-auth",
        },
        key: {
          id: a.services.signer.requestKeyId,
          alg: "ed25519",
          sign: async (data: Buffer) =>
            Buffer.from(a.services.signer.signRequest(data.toString())),
        },
      },
      {
        method: "POST",
        url,
        headers: { ...headers, "signature-agent": `other="${origin()}"` },
      },
    );
    const lower = Object.fromEntries(
      Object.entries(made.headers).map(([name, value]) => [
        name.toLowerCase(),
        String(value),
      ]),
    );
    expect(await taken({ ...own, headers: lower })).toMatchObject({
      origin: origin(),
    });
  });
});

describe("a signed request", () => {
  test("is taken with its origin, key and digest; one without a body, too", async () => {
    expect(await taken(signed())).toEqual({
      origin: origin(),
      keyId: a.services.signer.requestKeyId,
      digest: new Bun.CryptoHasher("sha256").update(body).digest("hex"),
    });
    const read = signed({ method: "GET", body: "" });
    expect((await taken(read)).origin).toBe(origin());
  });

  test("is taken once", async () => {
    const came = signed();
    await taken(came);
    expect(await why(came)).toContain("came before");
  });

  const changed: readonly (readonly [string, (came: Came) => Came, string])[] =
    [
      ["another method", (it) => ({ ...it, method: "PUT" }), "another request"],
      ["another address", (it) => ({ ...it, target: "/x" }), "another request"],
      [
        "another body",
        (it) => ({ ...it, body: Buffer.from("{}") }),
        "not that of the body",
      ],
      [
        "no body",
        (it) => ({ ...it, body: Buffer.alloc(0) }),
        "not that of the body",
      ],
      [
        "another media type",
        (it) => withHeader(it, "content-type", "text/plain"),
        "another request",
      ],
      [
        "another nonce",
        (it) => withInput(it, (text) => text.replace(/nonce="./, 'nonce="_')),
        "another request",
      ],
      [
        "a digest that is not covered",
        (it) => withInput(it, (text) => text.replace(' "content-digest"', "")),
        "content-digest",
      ],
      [
        "another use",
        (it) => withInput(it, (text) => text.replace("web-bot-auth", "login")),
        "tag",
      ],
      [
        "a longer life",
        (it) =>
          withInput(it, (text) =>
            text.replace(/expires=\d+/, "expires=9999999999"),
          ),
        "longer than 300 seconds",
      ],
      [
        "two signatures",
        (it) =>
          withInput(it, (text) => `${text}, ${text.replace("sig1=", "sig2=")}`),
        "cannot be read",
      ],
      [
        "an address in place of an origin",
        (it) => withHeader(it, "signature-agent", `sig1="${origin()}/@bob"`),
        "not the origin",
      ],
      [
        "headers without an end",
        (it) => withHeader(it, "signature", `sig1=:${"A".repeat(5_000)}:`),
        "too long",
      ],
      [
        "broken headers",
        (it) => withHeader(it, "signature", "?"),
        "cannot be read",
      ],
    ];
  test.each(changed)("with %s is refused", async (_what, change, sentence) => {
    expect(await why(change(signed()))).toContain(sentence);
  });

  test("of another time is refused", async () => {
    const old = signed();
    b.advance(301_000);
    expect(await why(old)).toContain("clocks");
    b.advance(-301_000);
    a.advance(61_000);
    const early = signed();
    a.advance(-61_000);
    expect(await why(early)).toContain("clocks");
  });

  test("of a service that has not this key is refused, and asked again at most once a minute", async () => {
    await taken(signed());
    const foreign = withInput(signed(), (text) =>
      text.replace(/keyid="[^"]*"/, 'keyid="unknown"'),
    );
    b.advance(61_000);
    a.advance(61_000);
    const before = asked;
    const later = () =>
      withInput(signed(), (text) =>
        text.replace(/keyid="[^"]*"/, 'keyid="unknown"'),
      );
    expect(await why(later())).toContain("not in the directory");
    expect(await why(later())).toContain("not in the directory");
    expect(asked).toBe(before + 1);
    expect(await why(foreign)).toContain("not in the directory");
  });

  test("of a service on this machine is refused without the setting", async () => {
    await using strict = await startCore({ BASE_URL: "https://b.example" });
    strict.advance(61_000);
    const error = await refusal(verifyRequest(strict.services, signed()));
    expect(error.message).toContain("not a public https address");
  });
});

function withHeader(came: Came, name: string, value: string): Came {
  return { ...came, headers: { ...came.headers, [name]: value } };
}

function withInput(came: Came, change: (text: string) => string): Came {
  const input = came.headers["signature-input"] ?? "";
  return withHeader(came, "signature-input", change(input));
}
