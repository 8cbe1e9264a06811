import { describe, expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { clientAddress } from "../../src/http/client_address.ts";
import { done } from "../contract/stage.ts";
import { driversOf } from "../drivers.ts";
import { startService } from "../harness.ts";

const server = (address: string | null) => () => ({
  requestIP: () => (address === null ? null : { address }),
});
const asked = (headers: Record<string, string> = {}) =>
  new Request("http://x.test/", { headers });

describe("clientAddress", () => {
  test("is the connection's, whatever any header says", () => {
    const of = clientAddress(server("192.0.2.7"));
    const spoofed = {
      "x-forwarded-for": "203.0.113.9",
      "x-real-ip": "203.0.113.9",
      "cf-connecting-ip": "203.0.113.9",
      forwarded: "for=203.0.113.9",
    };
    expect(of(asked(spoofed))).toBe("192.0.2.7");
  });

  test("is what the trusted header says, the nearest proxy's word", () => {
    const of = clientAddress(server("10.0.0.1"), "x-real-ip");
    for (const [header, address] of [
      ["203.0.113.9", "203.0.113.9"],
      ["2001:db8::1", "2001:db8::1"],
      ["::ffff:203.0.113.9", "203.0.113.9"],
      ["198.51.100.1, 203.0.113.9", "203.0.113.9"],
      ["", "10.0.0.1"],
      ["not an address", "10.0.0.1"],
      ["203.0.113.9:80", "10.0.0.1"],
      ["<script>", "10.0.0.1"],
    ] as const) {
      expect(of(asked({ "x-real-ip": header }))).toBe(address);
    }
    expect(of(asked({ "x-forwarded-for": "203.0.113.9" }))).toBe("10.0.0.1");
  });

  test("is nothing where the server knows none", () => {
    expect(clientAddress(server(null))(asked())).toBeNull();
    expect(clientAddress(() => null)(asked())).toBeNull();
  });
});

test("every wire writes down when and from where a credential was used, once a minute", async () => {
  for (const [index, wire] of ["rest", "mcp", "a2a"].entries()) {
    const header = "X-Client";
    await using service = await startService(
      index === 0 ? {} : { env: { CLIENT_IP_HEADER: header } },
    );
    const alice = await service.addAccount("alice");
    const driver = driversOf(service).find(({ name }) => name === wire);
    if (!driver) throw new Error("No such driver");
    const used = async () => {
      await done(driver.list(alice.token));
      // Written behind the answer: what is written next comes after it.
      await service.addAccount();
      const [credential] = (await service.credentialsOf(alice)).credentials;
      return credential;
    };
    const first = await used();
    expect(first).toMatchObject({
      lastUsedAt: new Date(service.clock()).toISOString(),
      lastUsedFrom: "127.0.0.1",
    });
    service.clock.advance(59_999);
    expect((await used())?.lastUsedAt).toBe(first?.lastUsedAt ?? "");
    // A principal that is remembered is not written down again.
    service.clock.advance(LIMITS.principalCacheMs);
    expect((await used())?.lastUsedAt).toBe(
      new Date(service.clock()).toISOString(),
    );
  }
});

test("only the header that the operator names is believed", async () => {
  await using service = await startService({
    env: { CLIENT_IP_HEADER: "X-Client" },
  });
  const alice = await service.addAccount("alice");
  await service.fetch("/v1/conversations", {
    token: alice.token,
    headers: { "x-client": "203.0.113.9", "x-forwarded-for": "198.51.100.1" },
  });
  await service.addAccount();
  const [credential] = (await service.credentialsOf(alice)).credentials;
  expect(credential?.lastUsedFrom).toBe("203.0.113.9");
});
