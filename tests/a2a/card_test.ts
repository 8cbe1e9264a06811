import { afterAll, describe, expect, test } from "bun:test";
import { startService } from "../harness.ts";
import type { Json } from "./rpc.ts";
import { result, rpc, walk } from "./rpc.ts";

const service = await startService();
const alice = await service.addAccount("alice");
afterAll(async () => await service[Symbol.asyncDispose]());

const URL_OF_CARD = `${service.baseUrl}/.well-known/agent-card.json`;

async function fetchCard(init: RequestInit = {}): Promise<Response> {
  return await fetch(URL_OF_CARD, init);
}

describe("the public card", () => {
  test("has every required v1 field and nothing empty", async () => {
    const response = await fetchCard();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    const card: Json = await response.json();
    for (const name of ["name", "description", "version"])
      expect(card[name]).toBeString();
    expect(card.supportedInterfaces).toEqual([
      {
        url: `${service.baseUrl}/a2a`,
        protocolBinding: "JSONRPC",
        protocolVersion: "1.0",
      },
    ]);
    expect(card.capabilities).toEqual({
      streaming: false,
      pushNotifications: false,
      extendedAgentCard: true,
      extensions: [
        {
          uri: "urn:conversation-inbox:full-card:v1",
          description: expect.any(String),
          params: { url: URL_OF_CARD.replace(".json", ".full.json") },
        },
      ],
    });
    expect(card.securitySchemes.bearer.httpAuthSecurityScheme.scheme).toBe(
      "Bearer",
    );
    expect(Object.keys(card.securityRequirements[0].schemes)).toEqual([
      "bearer",
    ]);
    for (const name of ["defaultInputModes", "defaultOutputModes", "skills"]) {
      expect(card[name].length).toBeGreaterThanOrEqual(1);
    }
    for (const skill of card.skills) {
      for (const name of ["id", "name", "description"])
        expect(skill[name]).toBeString();
      expect(skill.tags.length).toBeGreaterThanOrEqual(1);
    }
    for (const [path, value] of walk(card)) {
      for (const empty of [null, "", [], {}]) {
        expect([path, value]).not.toEqual([path, empty]);
      }
    }
  });

  test("can be kept: ETag, Last-Modified, five minutes, any origin", async () => {
    const { headers } = await fetchCard();
    expect(headers.get("cache-control")).toBe("public, max-age=300");
    expect(headers.get("etag")).toMatch(/^W\/"[0-9a-f]+"$/);
    expect(Date.parse(headers.get("last-modified") ?? "")).toBeNumber();
    expect(headers.get("last-modified")).toEndWith("GMT");
    expect(headers.get("access-control-allow-origin")).toBe("*");
  });

  test("is 304 to whoever has it", async () => {
    const { headers } = await fetchCard();
    const etag = headers.get("etag") ?? "";
    const since = headers.get("last-modified") ?? "";
    const current = [
      { "if-none-match": etag },
      { "if-none-match": etag.replace("W/", "") },
      { "if-none-match": `"other", ${etag}` },
      { "if-none-match": "*" },
      { "if-modified-since": since },
    ];
    for (const condition of current) {
      const response = await fetchCard({ headers: condition });
      expect(response.status).toBe(304);
      expect(response.headers.get("etag")).toBe(etag);
      expect(await response.text()).toBe("");
    }
    const stale = [
      { "if-none-match": '"other"' },
      { "if-none-match": '"other"', "if-modified-since": since },
      { "if-modified-since": new Date(0).toUTCString() },
      { "if-modified-since": "nonsense" },
    ];
    for (const condition of stale) {
      expect((await fetchCard({ headers: condition })).status).toBe(200);
    }
  });

  test("is sent compressed to whoever takes it, also that of an account", async () => {
    for (const url of [
      URL_OF_CARD,
      `${service.baseUrl}/@alice/agent-card.json`,
    ]) {
      const read = async (accepted: string) => {
        const headers = { "accept-encoding": accepted };
        const answer = await fetch(url, { headers, decompress: false });
        expect(answer.headers.get("vary")).toBe("accept-encoding");
        const bytes = await answer.bytes();
        return { coding: answer.headers.get("content-encoding"), bytes };
      };
      const plain = await read("identity");
      expect(plain.coding).toBeNull();
      const gzipped = await read("gzip");
      expect(gzipped.coding).toBe("gzip");
      expect(gzipped.bytes.length).toBeLessThan(plain.bytes.length / 2);
      // The signatures of a card differ each time.
      expect(
        JSON.parse(Buffer.from(Bun.gunzipSync(gzipped.bytes)).toString()).name,
      ).toBe(JSON.parse(Buffer.from(plain.bytes).toString()).name);
    }
  });

  test("answers HEAD like GET without a body, OPTIONS to browsers, others with 405", async () => {
    const headers = { "accept-encoding": "identity" };
    const get = await fetchCard({ headers });
    const head = await fetchCard({ method: "HEAD", headers });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe("");
    const length = Buffer.byteLength(await get.text());
    expect(head.headers.get("content-length")).toBe(String(length));
    for (const name of [
      "etag",
      "last-modified",
      "cache-control",
      "content-type",
    ]) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
    const options = await fetchCard({ method: "OPTIONS" });
    expect(options.status).toBe(204);
    expect(options.headers.get("access-control-allow-headers")).toContain(
      "A2A-Version",
    );
    const post = await fetchCard({ method: "POST", body: "{}" });
    expect(post.status).toBe(405);
    expect(post.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  });
});

describe("the extended card", () => {
  test("is the public card with the owner's prices and the limits", async () => {
    const open: Json = await (await fetchCard()).json();
    const card = await result(service, alice.token, "GetExtendedAgentCard");
    const [account, ...extensions] = card.capabilities.extensions;
    const capabilities = { ...card.capabilities, extensions };
    const unsigned = ({ signatures: _, ...rest }: Json) => rest;
    expect(unsigned({ ...card, capabilities })).toEqual(unsigned(open));
    expect(card.signatures).not.toEqual(open.signatures);
    const { params } = account;
    expect(params.address).toBe(alice.address);
    expect(params.prices.map((it: Json) => it.contactType)).toEqual([
      "friends_family",
      "coworkers",
      "clients",
      "promotions",
      "everyone",
    ]);
    expect(params.limits.pageMax).toBe(100);
  });

  test("is given with params absent, empty, null or with a tenant", async () => {
    for (const params of [undefined, {}, null, { tenant: "alice" }]) {
      const card = await result(
        service,
        alice.token,
        "GetExtendedAgentCard",
        params,
      );
      expect(card.name).toBeString();
    }
  });

  test("is not given to anybody else", async () => {
    const said = await rpc(service, "svc_nobody", "GetExtendedAgentCard");
    expect(said.status).toBe(401);
    expect(said.body.result).toBeUndefined();
  });
});
