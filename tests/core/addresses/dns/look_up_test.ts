import { describe, expect, test } from "bun:test";
import type { DnsSettings } from "../../../../src/core/access/context.ts";
import { lookUpTxt } from "../../../../src/core/addresses/dns/look_up.ts";
import type { Handler, TestDns } from "../../../dns.ts";
import {
  a,
  cname,
  NS1,
  NS2,
  ns,
  RESOLVER,
  startDns,
  txt,
  zone,
} from "../../../dns.ts";

const DOMAIN = "bakery.example";
const NAME = `_svc-challenge.${DOMAIN}`;
const VALUE = "svc-verify=the-token";
const WANTED = { name: NAME, value: VALUE };
const BOUNDS = { queryMs: 60, zoneMs: 600, resolverMs: 300 };

/** What a resolver knows of zones: who serves them, and where. */
const DELEGATIONS = [
  ns(DOMAIN, "ns1.bakery.example"),
  a("ns1.bakery.example", NS1),
];
const resolver = zone(() => DELEGATIONS);
const TXT = 16;
const mute: Handler = () => undefined;

const look = (settings: DnsSettings, wanted = WANTED) =>
  lookUpTxt(settings, wanted, BOUNDS);

/** One zone, one name server, and what it answers. */
function startZone(handler: Handler): Promise<TestDns> {
  return startDns({ [RESOLVER]: resolver, [NS1]: handler });
}

describe("what the zone's name server says", () => {
  test("a record that is exactly the value matches", async () => {
    await using dns = await startZone(zone(() => [txt(NAME, VALUE)]));
    expect(await look(dns.settings)).toEqual({
      ok: true,
      observed: [VALUE],
      resolver: `ns1.bakery.example (${NS1})`,
      code: "match",
      detail: `${NAME} holds ${VALUE}.`,
    });
  });

  test("names compare without case", async () => {
    await using dns = await startZone(() => ({
      answers: [txt(NAME.toUpperCase(), VALUE)],
    }));
    expect(await look(dns.settings)).toMatchObject({ ok: true });
  });

  test.each([
    ["upper case", "SVC-VERIFY=THE-TOKEN"],
    ["more behind it", `${VALUE}x`],
    ["less", VALUE.slice(0, -1)],
    ["a blank before it", ` ${VALUE}`],
    ["the token alone", "the-token"],
  ])("a value with %s is shown and does not match", async (_, value) => {
    await using dns = await startZone(zone(() => [txt(NAME, value)]));
    expect(await look(dns.settings)).toMatchObject({
      ok: false,
      code: "no_match",
      observed: [value.trim()],
    });
  });

  test("quotes that a panel stored count for nothing", async () => {
    await using dns = await startZone(zone(() => [txt(NAME, `"${VALUE}"`)]));
    expect(await look(dns.settings)).toMatchObject({ ok: true });
  });

  test("one record in several strings is one value", async () => {
    await using dns = await startZone(
      zone(() => [txt(NAME, "svc-ver", "", "ify=the", "-token")]),
    );
    expect(await look(dns.settings)).toMatchObject({
      ok: true,
      observed: [VALUE],
    });
  });

  test("two records are two values, never one", async () => {
    await using dns = await startZone(
      zone(() => [txt(NAME, "svc-verify="), txt(NAME, "the-token")]),
    );
    expect(await look(dns.settings)).toMatchObject({
      ok: false,
      code: "no_match",
      observed: ["svc-verify=", "the-token"],
    });
  });

  test("of several values one has to match", async () => {
    await using dns = await startZone(
      zone(() => [txt(NAME, "v=spf1 -all"), txt(NAME, "x"), txt(NAME, VALUE)]),
    );
    expect(await look(dns.settings)).toMatchObject({
      ok: true,
      observed: [VALUE, "v=spf1 -all", "x"],
    });
  });

  test("a name without a TXT record is told from a name that is not there", async () => {
    await using dns = await startZone(zone(() => [a(NAME, "192.0.2.1")]));
    expect(await look(dns.settings)).toMatchObject({
      ok: false,
      code: "no_record",
      observed: [],
    });
    dns.serve(
      NS1,
      zone(() => []),
    );
    expect(await look(dns.settings)).toMatchObject({
      ok: false,
      code: "no_such_name",
    });
  });

  test("what others published is shown bounded and harmless", async () => {
    const many = Array.from({ length: 40 }, (_, i) => txt(NAME, `${i}`));
    const odd = txt(NAME, `\u202e\u0000${"x".repeat(250)}`, "y".repeat(250));
    await using dns = await startZone(zone(() => [odd, ...many]));
    const { observed } = await look(dns.settings);
    expect(observed).toHaveLength(20);
    expect(observed[0]).toBe(`${"x".repeat(250)}yyyyy`);
  });
});

describe("how it is asked", () => {
  test("an answer too long for UDP is fetched over TCP", async () => {
    const long = Array.from({ length: 9 }, () => txt(NAME, "z".repeat(200)));
    await using dns = await startZone(zone(() => [...long, txt(NAME, VALUE)]));
    expect(await look(dns.settings)).toMatchObject({ ok: true });
    expect(dns.asked.filter((it) => it.startsWith(NS1))).toEqual([
      `${NS1} udp TXT ${NAME}`,
      `${NS1} tcp TXT ${NAME}`,
    ]);
  });

  test("half an answer over UDP is not believed", async () => {
    await using dns = await startZone(({ via }) =>
      via === "udp"
        ? { tc: true, answers: [txt(NAME, "half")] }
        : { answers: [txt(NAME, VALUE)] },
    );
    expect(await look(dns.settings)).toMatchObject({
      ok: true,
      observed: [VALUE],
    });
  });

  test("a server that answers over TCP alone is heard", async () => {
    await using dns = await startZone(({ via }) =>
      via === "udp" ? undefined : { answers: [txt(NAME, VALUE)] },
    );
    expect(await look(dns.settings)).toMatchObject({ ok: true });
  });

  test("the zone may begin at the name itself, or far above it", async () => {
    const name = "_svc-challenge.a.b.c.bakery.example";
    const wanted = { name, value: VALUE };
    await using dns = await startZone(zone(() => [txt(name, VALUE)]));
    expect(await look(dns.settings, wanted)).toMatchObject({ ok: true });
    dns.serve(
      RESOLVER,
      zone(() => [ns(name, "ns1.bakery.example"), ...DELEGATIONS]),
    );
    expect(await look(dns.settings, wanted)).toMatchObject({ ok: true });
  });

  test("a delegation further down is followed", async () => {
    await using dns = await startDns({
      [RESOLVER]: resolver,
      [NS1]: () => ({
        aa: false,
        authorities: [ns(NAME, "ns2.bakery.example")],
        additionals: [a("ns2.bakery.example", NS2)],
      }),
      [NS2]: zone(() => [txt(NAME, VALUE)]),
    });
    expect(await look(dns.settings)).toMatchObject({
      ok: true,
      resolver: `ns2.bakery.example (${NS2})`,
    });
  });

  test("a change that has not reached every server counts", async () => {
    await using dns = await startDns({
      [RESOLVER]: zone(() => [
        ...DELEGATIONS,
        ns(DOMAIN, "ns2.bakery.example"),
        a("ns2.bakery.example", NS2),
      ]),
      [NS1]: zone(() => []),
      [NS2]: zone(() => [txt(NAME, VALUE)]),
    });
    expect(await look(dns.settings)).toMatchObject({ ok: true });
  });

  test("name servers are not asked to find things out", async () => {
    await using dns = await startZone(zone(() => [txt(NAME, VALUE)]));
    await look(dns.settings);
    expect(dns.asked).toEqual([
      `${RESOLVER} udp NS ${NAME}`,
      `${RESOLVER} udp NS ${DOMAIN}`,
      `${RESOLVER} udp A ns1.bakery.example`,
      `${RESOLVER} udp AAAA ns1.bakery.example`,
      `${NS1} udp TXT ${NAME}`,
    ]);
  });
});

describe("aliases", () => {
  const TARGET = "proof.shop.example";

  test("an alias within the zone is followed", async () => {
    await using dns = await startZone(() => ({
      answers: [cname(NAME, TARGET), txt(TARGET, VALUE)],
    }));
    expect(await look(dns.settings)).toMatchObject({ ok: true });
  });

  test("an alias into another zone is followed there", async () => {
    await using dns = await startDns({
      [RESOLVER]: zone(() => [
        ...DELEGATIONS,
        ns("shop.example", "ns.shop.example"),
        a("ns.shop.example", NS2),
      ]),
      [NS1]: zone(() => [cname(NAME, TARGET)]),
      [NS2]: zone(() => [txt(TARGET, VALUE)]),
    });
    expect(await look(dns.settings)).toMatchObject({
      ok: true,
      resolver: `ns.shop.example (${NS2})`,
    });
  });

  test("aliases in a ring come to an end, within one answer and across many", async () => {
    await using dns = await startZone(() => ({
      answers: [cname(NAME, TARGET), cname(TARGET, NAME)],
    }));
    const code = "too_many_aliases";
    dns.serve(RESOLVER, (it) =>
      it.type === TXT ? { rcode: "SERVFAIL" } : resolver(it),
    );
    expect(await look(dns.settings)).toMatchObject({ ok: false, code });
    dns.serve(NS1, ({ name }) => ({ answers: [cname(name, `x.${name}`)] }));
    expect(await look(dns.settings)).toMatchObject({ ok: false, code });
    expect(dns.asked.length).toBeLessThan(60);
  });
});

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
    expect(check.detail).toContain("says nothing about your record");
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
    expect(await look(dns.settings)).toMatchObject({
      ok: false,
      code: "resolver_timeout",
    });
    const most = BOUNDS.zoneMs + BOUNDS.resolverMs;
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
    expect((await look(dns.settings)).code).toBe("no_such_name");
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
