import { describe, expect, test } from "bun:test";
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
import {
  DELEGATIONS,
  DOMAIN,
  look,
  NAME,
  resolver,
  startZone,
  TXT,
  VALUE,
} from "./look_up.ts";

describe("what the zone's name server says", () => {
  test("a record that is exactly the value matches", async () => {
    await using dns = await startZone(zone(() => [txt(NAME, VALUE)]));
    expect(await look(dns.settings)).toEqual({
      ok: true,
      observed: [VALUE],
      resolver: `ns1.bakery.example (${NS1})`,
      code: "match",
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
