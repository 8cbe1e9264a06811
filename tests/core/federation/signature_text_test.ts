import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createPrivateKey, sign } from "node:crypto";
import type { InnerList, Item } from "structured-headers";
import { isInnerList, parseDictionary, parseList } from "structured-headers";
import { signatureBase } from "../../../packages/standards/src/signature_base.ts";
import { signRequest } from "../../../src/core/federation/signatures/sign_request.ts";
import type { TestCore } from "../core_harness.ts";
import { startCore } from "../core_harness.ts";

let core: TestCore;
beforeAll(async () => {
  core = await startCore();
});
afterAll(async () => {
  await core[Symbol.asyncDispose]();
});

/** The key of all published examples: RFC 9421, B.1.4. */
const EXAMPLE_KEY = createPrivateKey({
  key: Buffer.from(
    "MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF",
    "base64",
  ),
  format: "der",
  type: "pkcs8",
});

/** The signature of a text, which Ed25519 determines. */
const signedText = (text = "") =>
  sign(null, Buffer.from(text), EXAMPLE_KEY).toString("base64");

function coveredBy(text: string): InnerList {
  const [covered] = parseList(text);
  if (!covered || !isInnerList(covered)) throw new Error("Not an inner list");
  return covered;
}

function agentsOf(text: string): ReadonlyMap<string, Item> {
  const agents = new Map<string, Item>();
  for (const [name, value] of parseDictionary(text)) {
    if (!isInnerList(value)) agents.set(name, value);
  }
  return agents;
}

describe("the text that is signed", () => {
  // RFC 9421, B.1.4 and B.2.6.
  test("is that of the RFC's own example, and its signature verifies", () => {
    const input =
      '("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"';
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
      coveredBy(input),
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
    expect(signedText(base)).toBe(
      "wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==",
    );
  });

  // draft-ietf-webbotauth-httpsig-protocol, test vectors, Ed25519.
  test("is that of the example of Web Bot Auth", () => {
    const params =
      '("@authority" "signature-agent";key="agent2");created=1735689600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";alg="ed25519";expires=4889289600;nonce="n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==";tag="web-bot-auth"';
    const base = signatureBase(
      {
        method: "GET",
        targetUri: "https://example.com/",
        headers: {},
        agents: agentsOf('agent2="https://signature-agent.test"'),
      },
      coveredBy(params),
    );
    expect(signedText(base)).toBe(
      "RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==",
    );
  });

  test("needs each part exactly once, and knows none that every object has", () => {
    const parts = {
      method: "GET",
      targetUri: "https://example.com/",
      headers: { date: "now" },
      agents: agentsOf('sig1="https://a.example";type=directory'),
    };
    const baseOf = (names: string) =>
      signatureBase(parts, coveredBy(`(${names});created=1`));
    expect(baseOf('"date"')).toStartWith('"date": now\n');
    // A member is signed with its parameters (RFC 9421, 2.1.2).
    expect(baseOf('"signature-agent";key="sig1"')).toStartWith(
      '"signature-agent";key="sig1": "https://a.example";type=directory\n',
    );
    for (const names of [
      '"date" "date"',
      '"absent"',
      '"constructor"',
      '"__proto__"',
      '"@query-param";name="x"',
      '"date";bs',
      '"signature-agent"',
      '"signature-agent";key="sig2"',
      "date",
      "1",
    ]) {
      expect([names, baseOf(names)]).toEqual([names, undefined]);
    }
  });
});

describe("the example of docs/federation.md", () => {
  test("is byte for byte what this service sends", async () => {
    const document = await Bun.file("docs/federation.md").text();
    const example = document.slice(document.indexOf("### An example"));
    const [request = "", text = ""] = [
      ...example.matchAll(/```\n([\s\S]*?)```/g),
    ].map(([, block = ""]) => block.trim());
    const [head = "", body = ""] = request.split("\n\n");
    const [line, host, ...headers] = head.split("\n");
    expect([line, host]).toEqual([
      "POST /a2a/v1/message:send HTTP/1.1",
      "Host: b.example",
    ]);
    let signed = "";
    const made = signRequest(
      {
        settings: { ...core.services.settings, baseUrl: "https://a.example" },
        clock: () => 1_768_478_400_000,
        randomBytes: (count) => new Uint8Array(count).map((_, at) => at),
        signer: {
          ...core.services.signer,
          requestKeyId: "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U",
          signRequest: (it) => {
            signed = it;
            return sign(null, Buffer.from(it), EXAMPLE_KEY);
          },
        },
      },
      {
        ...{ method: "POST", url: "https://b.example/a2a/v1/message:send" },
        ...{ body, contentType: "application/a2a+json" },
      },
    );
    expect(signed).toBe(text);
    const shown = headers.map((it) => {
      const colon = it.indexOf(": ");
      return [it.slice(0, colon).toLowerCase(), it.slice(colon + 2)];
    });
    expect(Object.fromEntries(shown)).toEqual({
      "content-type": "application/a2a+json",
      ...made,
    });
  });
});
