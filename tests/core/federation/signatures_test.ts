import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { toldAsIs } from "../../../src/core/base/words/sentence.ts";
import { ServiceError } from "../../../src/core/errors/errors.ts";
import { signRequest } from "../../../src/core/federation/signatures/sign_request.ts";
import { verifyRequest } from "../../../src/core/federation/verify_request.ts";
import { createRandom } from "../../invariants/random.ts";
import { sample } from "../../proof.ts";
import { refusal, startCore } from "../core_harness.ts";
import type { Came } from "./two_services.ts";
import { BODY, startTwoServices, URL_OF_B } from "./two_services.ts";

let two: Awaited<ReturnType<typeof startTwoServices>>;
beforeAll(async () => {
  two = await startTwoServices();
});
afterAll(async () => {
  await two[Symbol.asyncDispose]();
});

const why = async (came: Came) => {
  const error = await refusal(two.taken(came));
  expect(error.code).toBe("signature_invalid");
  return error.message;
};

describe("a signed request", () => {
  test("is taken with its origin, key and digest; one without a body, too", async () => {
    expect(await two.taken(two.signed())).toEqual({
      origin: two.origin,
      keyId: two.a.services.signer.requestKeyId,
      digest: new Bun.CryptoHasher("sha256").update(BODY).digest("hex"),
    });
    const read = two.signed({ method: "GET", body: "" });
    expect((await two.taken(read)).origin).toBe(two.origin);
  });

  test("is taken once", async () => {
    const came = two.signed();
    await two.taken(came);
    expect(await why(came)).toContain("came before");
  });

  test("is counted by its outcome", async () => {
    const { metrics } = two.b.services.measures;
    const counted = async (outcome: string) => {
      const line = `svc_signed_requests_total{outcome="${outcome}"} `;
      const text = await metrics.text();
      return Number(text.split(line)[1]?.split("\n")[0] ?? 0);
    };
    const before = [await counted("taken"), await counted("signature_invalid")];
    const came = two.signed();
    await two.taken(came);
    await refusal(two.taken(came));
    const after = [await counted("taken"), await counted("signature_invalid")];
    expect(after).toEqual(before.map((it) => it + 1));
  });

  test("is taken once of several that come together", async () => {
    const came = two.signed();
    const together = Array.from({ length: 5 }, () => two.taken(came));
    const outcomes = await Promise.allSettled(together);
    const takenOf = outcomes.filter(({ status }) => status === "fulfilled");
    expect(takenOf).toHaveLength(1);
  });

  test("of an origin that is not admitted is refused before its keys are asked for", async () => {
    await using fresh = await startCore({
      BASE_URL: "https://b.example",
      ALLOW_LOOPBACK_FETCH: "true",
    });
    const before = two.asked();
    const admit = (origin: string) => {
      throw new ServiceError("forbidden", { detail: toldAsIs(origin) });
    };
    const error = await refusal(
      verifyRequest(fresh.services, two.signed(), admit),
    );
    expect([error.code, error.message]).toEqual(["forbidden", two.origin]);
    expect(two.asked()).toBe(before);
  });

  test("by somebody else in its name is refused", async () => {
    const { services } = two.b;
    const settings = { ...services.settings, baseUrl: two.origin };
    const request = { method: "POST", url: URL_OF_B, body: BODY };
    const headers = {
      "content-type": "application/a2a+json",
      ...signRequest(
        { ...services, settings },
        { ...request, contentType: "application/a2a+json" },
      ),
    };
    expect(await why({ ...two.signed(), headers })).toContain(
      "not in the directory",
    );
  });

  test("whose headers were changed anywhere is refused, and never fails otherwise", async () => {
    const random = createRandom(9421);
    const names = ["signature-input", "content-digest"] as const;
    for (let run = 0; run < sample(300, 20_000); run++) {
      const came = two.signed();
      const name = random.pick(names);
      const text = came.headers[name] ?? "";
      const at = random.int(text.length);
      const code = 32 + random.int(95);
      const other = `${text.slice(0, at)}${String.fromCharCode(code)}${text.slice(at + random.int(2))}`;
      // Spaces between members mean nothing.
      if (other.replaceAll(" ", "") === text.replaceAll(" ", "")) continue;
      expect(await why(withHeader(came, name, other))).not.toBe("");
    }
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
        (it) => withHeader(it, "signature-agent", `sig1="${two.origin}/@bob"`),
        "not the origin",
      ],
      [
        "headers without an end",
        (it) => withHeader(it, "signature", `sig1=:${"A".repeat(5_000)}:`),
        "too long",
      ],
      [
        "a second signature that no input names",
        (it) =>
          withHeader(
            it,
            "signature",
            `${it.headers.signature}, more=:${"A".repeat(86)}==:`,
          ),
        "cannot be read",
      ],
      [
        "keys of another kind",
        (it) =>
          withHeader(it, "signature-agent", `sig1="${two.origin}";type=cimd`),
        "Signature-Agent is missing",
      ],
      [
        "the agent of another label",
        (it) => withHeader(it, "signature-agent", `sig2="${two.origin}"`),
        "Signature-Agent is missing",
      ],
      [
        "the name of another service",
        (it) => withHeader(it, "signature-agent", 'sig1="http://127.0.0.1:1"'),
        "cannot be read now",
      ],
      [
        "a part that every object has",
        (it) => withInput(it, (text) => text.replace('("', '("constructor" "')),
        "absent",
      ],
      [
        "another algorithm",
        (it) => withInput(it, (text) => `${text};alg="hmac-sha256"`),
        "not ed25519",
      ],
      [
        "a short signature",
        (it) => withHeader(it, "signature", "sig1=:AAAA:"),
        "another key",
      ],
      [
        "broken headers",
        (it) => withHeader(it, "signature", "?"),
        "cannot be read",
      ],
    ];
  test.each(changed)("with %s is refused", async (_what, change, sentence) => {
    expect(await why(change(two.signed()))).toContain(sentence);
  });

  test("of another time is refused", async () => {
    const old = two.signed();
    two.b.advance(301_000);
    expect(await why(old)).toContain("clocks");
    two.b.advance(-301_000);
    two.a.advance(61_000);
    const early = two.signed();
    two.a.advance(-61_000);
    expect(await why(early)).toContain("clocks");
  });

  test("of a service that has not this key is refused, and asked again at most once a minute", async () => {
    await two.taken(two.signed());
    const foreign = withInput(two.signed(), (text) =>
      text.replace(/keyid="[^"]*"/, 'keyid="unknown"'),
    );
    two.b.advance(61_000);
    two.a.advance(61_000);
    const before = two.asked();
    const later = () =>
      withInput(two.signed(), (text) =>
        text.replace(/keyid="[^"]*"/, 'keyid="unknown"'),
      );
    expect(await why(later())).toContain("not in the directory");
    expect(await why(later())).toContain("not in the directory");
    expect(two.asked()).toBe(before + 1);
    expect(await why(foreign)).toContain("not in the directory");
  });

  test("of a service on this machine is refused without the setting", async () => {
    await using strict = await startCore({ BASE_URL: "https://b.example" });
    strict.advance(61_000);
    const error = await refusal(verifyRequest(strict.services, two.signed()));
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
