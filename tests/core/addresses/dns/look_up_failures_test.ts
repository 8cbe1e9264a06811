import { describe, expect, test } from "bun:test";
import { checkWords } from "../../../../src/core/addresses/domains/check_words.ts";
import { sayInEnglish } from "../../../../src/core/base/words/say.ts";
import type { Handler } from "../../../dns.ts";
import { a, NS1, ns, RESOLVER, startDns, txt, zone } from "../../../dns.ts";
import {
  BRIEF,
  DELEGATIONS,
  DOMAIN,
  look,
  lookBriefly,
  NAME,
  resolver,
  startZone,
  TXT,
  VALUE,
} from "./look_up.ts";

const mute: Handler = () => undefined;

describe("a failure of DNS is not the domain's failure", () => {
  test.each([
    ["SERVFAIL", "server_failure"],
    ["REFUSED", "lame_delegation"],
    ["NOTIMP", "bad_answer"],
  ] as const)("%s is %s", async (rcode, code) => {
    await using dns = await startZone(() => ({ rcode }));
    dns.serve(RESOLVER, ({ name, type, via }) =>
      type === TXT ? { rcode } : resolver({ name, type, via }),
    );
    const check = await look(dns.settings);
    expect(check).toMatchObject({ ok: false, code, observed: [] });
    const wanted = { domain: "example.org", name: NAME, value: VALUE };
    expect(checkWords(check, wanted, sayInEnglish)).toContain(
      "Your record may be fine",
    );
  });

  test("servers that do not speak for the zone are a lame delegation", async () => {
    await using dns = await startZone(() => ({
      aa: false,
      answers: [txt(NAME, VALUE)],
    }));
    dns.serve(RESOLVER, (it) =>
      it.type === TXT ? { rcode: "SERVFAIL" } : resolver(it),
    );
    expect(await look(dns.settings)).toMatchObject({
      ok: false,
      code: "lame_delegation",
    });
  });

  test("name servers that point up, at themselves or round about are lame", async () => {
    await using dns = await startZone(() => ({ aa: false }));
    dns.serve(RESOLVER, (it) =>
      it.type === TXT ? { rcode: "SERVFAIL" } : resolver(it),
    );
    for (const to of ["example", DOMAIN, "other.example"]) {
      dns.serve(NS1, () => ({ aa: false, authorities: [ns(to, "ns1.x")] }));
      const { code } = await look(dns.settings);
      expect(code).toBe("lame_delegation");
    }
  });

  test("silence everywhere is a time-out, within the bounds", async () => {
    await using dns = await startDns({ [RESOLVER]: mute, [NS1]: mute });
    const begun = performance.now();
    expect(await lookBriefly(dns.settings)).toMatchObject({
      ok: false,
      code: "resolver_timeout",
    });
    const most = BRIEF.zoneMs + BRIEF.resolverMs;
    expect(performance.now() - begun).toBeLessThan(most + 200);
  });

  test("a zone with many silent servers does not hold anybody for long", async () => {
    const servers = Array.from({ length: 30 }, (_, i) => `ns${i}.x.example`);
    await using dns = await startDns({
      [RESOLVER]: zone(() => [
        ...servers.map((it) => ns(DOMAIN, it)),
        ...servers.map((it) => a(it, NS1)),
      ]),
      [NS1]: mute,
    });
    const begun = performance.now();
    expect((await lookBriefly(dns.settings)).code).toBe("no_such_name");
    expect(performance.now() - begun).toBeLessThan(1_100);
    expect(dns.asked.filter((it) => it.startsWith(NS1)).length).toBeLessThan(9);
  });

  test("where no name server answers, the configured resolver is asked", async () => {
    await using dns = await startZone(() => ({ rcode: "SERVFAIL" }));
    dns.serve(
      RESOLVER,
      zone(() => [...DELEGATIONS, txt(NAME, VALUE)]),
    );
    expect(await look(dns.settings)).toMatchObject({
      ok: true,
      resolver: "the service's resolver",
    });
  });

  test("a server that is not there is told at once", async () => {
    await using dns = await startDns({ [RESOLVER]: resolver });
    const check = await look({ ...dns.settings, authoritativePort: 1 });
    expect(check).toMatchObject({ ok: false, code: "no_such_name" });
  });

  test("an answer that would take long to read is not read", async () => {
    const many = Array.from({ length: 60 }, () => txt(NAME, "z".repeat(200)));
    await using dns = await startZone(zone(() => [...many, txt(NAME, VALUE)]));
    dns.serve(RESOLVER, (it) =>
      it.type === TXT ? { rcode: "SERVFAIL" } : resolver(it),
    );
    expect(await look(dns.settings)).toMatchObject({
      ok: false,
      code: "bad_answer",
    });
  });

  test("a name server that answers another question is not believed", async () => {
    await using dns = await startZone(() => ({
      answers: [txt("_svc-challenge.other.example", VALUE)],
    }));
    expect(await look(dns.settings)).toMatchObject({
      ok: false,
      code: "no_record",
    });
  });
});

describe("a zone cannot make the service knock at inner doors", () => {
  test.each(["127.0.0.2", "10.0.0.1", "169.254.169.254", "192.168.1.1"])(
    "a name server at %s is not asked",
    async (address) => {
      await using dns = await startZone(zone(() => [txt(NAME, VALUE)]));
      dns.serve(RESOLVER, (it) =>
        it.type === TXT
          ? { rcode: "SERVFAIL" }
          : zone(() => [
              ns(DOMAIN, "ns1.bakery.example"),
              a("ns1.bakery.example", address),
            ])(it),
      );
      const settings = { ...dns.settings, privateNameServers: false };
      const check = await look(settings);
      expect(check.code).toBe("private_name_servers");
      expect(JSON.stringify(check)).not.toContain(address);
      expect(dns.asked.every((it) => it.startsWith(RESOLVER))).toBe(true);
    },
  );

  test("nor one that a referral names", async () => {
    await using dns = await startDns({
      [RESOLVER]: zone(() => [
        ns(DOMAIN, "ns1.bakery.example"),
        a("ns1.bakery.example", "10.9.9.9"),
      ]),
      [NS1]: zone(() => [txt(NAME, VALUE)]),
    });
    const settings = { ...dns.settings, privateNameServers: false };
    expect((await look(settings)).ok).toBe(false);
    expect(dns.asked.some((it) => it.startsWith(NS1))).toBe(false);
  });
});
