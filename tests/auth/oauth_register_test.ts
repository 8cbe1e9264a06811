import { afterEach, describe, expect, test } from "bun:test";
import { startService } from "../harness.ts";
import { rowsOf } from "./attack.ts";
import { signUp } from "./browser.ts";
import { ownTime } from "./clock.ts";
import { newClient, register } from "./oauth_tools.ts";

afterEach(ownTime);

describe("registration", () => {
  test.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "http://evil.example/callback",
    "http://localhost.evil.example/callback",
    "http://127.0.0.1.evil.example/callback",
    "http://127.0.0.1@evil.example/callback",
    "https://user:secret@client.example/callback",
    "https://client.example/callback#fragment",
    "http://0.0.0.0/callback",
    "cursor://callback",
    "//evil.example/callback",
    "nonsense",
    "",
  ])(
    "refuses the redirect URI %s, alone and beside a good one",
    async (uri) => {
      await using s = await startService({ isRealTime: true });
      for (const redirect_uris of [
        [uri],
        ["http://localhost:7777/callback", uri],
      ]) {
        const answer = await register(s, { redirect_uris });
        const { error } = await answer.json();
        expect(answer.status).toBe(400);
        expect(error).toMatch(
          /^invalid_(redirect_uri|client_metadata|request)$/,
        );
      }
      expect(await rowsOf(s, "oauth_clients")).toEqual([]);
    },
  );

  test("takes loopback clients that do not say they are native, https ones, and private schemes", async () => {
    await using s = await startService({ isRealTime: true });
    for (const uri of [
      "http://localhost:7777/callback",
      "http://127.0.0.1/callback",
      "http://[::1]:9/callback",
      "https://client.example/callback",
      "com.example.app:/callback",
    ]) {
      const answer = await register(s, { redirect_uris: [uri] });
      expect([uri, answer.ok]).toEqual([uri, true]);
    }
  });

  test.each([
    "the operator",
    "an agent of Mira",
    "Security",
    "Claude, for Mira",
  ])("refuses a client that calls itself %p", async (client_name) => {
    await using s = await startService({ isRealTime: true });
    const redirect_uris = ["http://localhost:7777/callback"];
    const answer = await register(s, { redirect_uris, client_name });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      {
        error: "invalid_client_metadata",
        error_description: expect.stringMatching(
          /^client_name looks like (?:a|one) [a-z' ]+$/,
        ),
      },
    ]);
    expect(await rowsOf(s, "oauth_clients")).toEqual([]);
  });

  test("is bounded in bytes, addresses and name", async () => {
    await using s = await startService({ isRealTime: true });
    const uri = "http://localhost:7777/callback";
    for (const client of [
      { client_name: "x".repeat(200_000) },
      { client_name: "x".repeat(101) },
      { redirect_uris: Array.from({ length: 5_000 }, (_, at) => uri + at) },
      { redirect_uris: Array.from({ length: 21 }, (_, at) => uri + at) },
      { redirect_uris: [] },
      { redirect_uris: "http://localhost:7777/callback" },
      { redirect_uris: [7] },
      { redirect_uris: ["https://a.example;script-src/callback"] },
      { redirect_uris: ["https://a.example,evil.example/callback"] },
      { client_name: "no\0body" },
      { redirect_uris: [null] },
      { client_name: { toString: "x" } },
      { token_endpoint_auth_method: "magic" },
    ]) {
      const answer = await register(s, client);
      const shown = JSON.stringify(client).slice(0, 60);
      expect([shown, answer.status]).toEqual([shown, 400]);
      expect(typeof (await answer.json()).error).toBe("string");
      s.clock.advance(3_600_000);
    }
    for (const body of ["", "[]", "null", "{", '"x"']) {
      const answer = await s.fetch("/oauth/register", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      expect([body, answer.status]).toEqual([body, 400]);
    }
    expect(await rowsOf(s, "oauth_clients")).toEqual([]);
  });

  test("keeps no address of the client's that a page might fetch or link", async () => {
    await using s = await startService({ isRealTime: true });
    const evil = "javascript:alert('evil')";
    const answer = await register(s, {
      client_uri: evil,
      logo_uri: evil,
      tos_uri: evil,
      policy_uri: evil,
      jwks_uri: "http://169.254.169.254/",
      contacts: ["evil@evil.example"],
      software_statement: "evil",
      skip_consent: true,
      sector_identifier_uri: "http://169.254.169.254/evil",
    });
    expect([200, 201]).toContain(answer.status);
    const rows = JSON.stringify(await rowsOf(s, "oauth_clients"));
    expect(rows).not.toMatch(/evil|169\.254/);
  });

  test("takes no notice of who is signed in", async () => {
    await using s = await startService({ isRealTime: true });
    const browser = await signUp(s, "ada");
    const answer = await register(s, {}, { cookie: browser.cookies });
    expect([200, 201]).toContain(answer.status);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test("is for ten clients an hour from one address, whatever headers say about it", async () => {
    await using s = await startService({ isRealTime: true });
    const statuses: number[] = [];
    for (let turn = 0; turn < 12; turn++) {
      const address = `203.0.113.${turn}`;
      const answer = await register(
        s,
        {},
        {
          "x-forwarded-for": address,
          "x-real-ip": address,
          "x-svc-client-address": address,
          forwarded: `for=${address}`,
        },
      );
      statuses.push(answer.status);
      if (answer.status === 429) {
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(60);
      }
    }
    expect(statuses.filter((it) => it < 300)).toHaveLength(10);
    expect(statuses.slice(10)).toEqual([429, 429]);
    s.clock.advance(3_600_001);
    expect(await newClient(s)).toBeString();
  });
});
