import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createPublicKey, verify } from "node:crypto";
import * as hms from "http-message-signatures";
import {
  isInnerList,
  parseDictionary,
  serializeItem,
} from "structured-headers";
import { WANTED_SIGNATURE } from "../../../packages/standards/src/signature_base.ts";
import { START } from "../core_harness.ts";
import { startTwoServices, URL_OF_B } from "./two_services.ts";

const { httpbis } = hms;

let two: Awaited<ReturnType<typeof startTwoServices>>;
beforeAll(async () => {
  two = await startTwoServices();
});
afterAll(async () => {
  await two[Symbol.asyncDispose]();
});

describe("a package of others agrees", () => {
  test("it verifies what we sign", async () => {
    const { headers } = two.signed();
    const [jwk] = two.a.services.signer.requestKeys;
    const key = createPublicKey({ key: jwk as JsonWebKey, format: "jwk" });
    const isRight = await httpbis.verifyMessage(
      {
        notAfter: START / 1_000 + 60,
        tolerance: 1e9,
        keyLookup: async () => ({
          id: two.a.services.signer.requestKeyId,
          algs: ["ed25519"],
          verify: async (data: Buffer, signature: Buffer) =>
            verify(null, data, key, signature),
        }),
      },
      { method: "POST", url: URL_OF_B, headers: { ...headers } },
    );
    expect(isRight).toBe(true);
  });

  test("what it signs is taken here", async () => {
    const own = two.signed();
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
          keyid: two.a.services.signer.requestKeyId,
          tag: "web-bot-auth",
        },
        key: {
          id: two.a.services.signer.requestKeyId,
          alg: "ed25519",
          sign: async (data: Buffer) =>
            Buffer.from(two.a.services.signer.signRequest(data.toString())),
        },
      },
      {
        method: "POST",
        url: URL_OF_B,
        headers: { ...headers, "signature-agent": `other="${two.origin}"` },
      },
    );
    const lower = Object.fromEntries(
      Object.entries(made.headers).map(([name, value]) => [
        name.toLowerCase(),
        String(value),
      ]),
    );
    expect(await two.taken({ ...own, headers: lower })).toMatchObject({
      origin: two.origin,
    });
  });

  test("a refusal names the parts that we sign ourselves", () => {
    const wanted = parseDictionary(WANTED_SIGNATURE).get("sig1");
    if (!wanted || !isInnerList(wanted)) throw new Error("Not an inner list");
    const [components, params] = wanted;
    // "created" and "expires" are asked for by flags, the tag by its value (RFC 9421, 5.1).
    expect(Object.fromEntries(params)).toEqual({
      created: true,
      expires: true,
      tag: "web-bot-auth",
    });
    const fields = components.map((it) => serializeItem(it));
    const own = two.signed();
    const [, covered = ""] =
      /\((.*?)\)/.exec(own.headers["signature-input"] ?? "") ?? [];
    expect(fields.join(" ")).toBe(covered);
  });
});
