import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { standingOfDomain } from "../../../src/core/federation/policy.ts";
import { setDomainRule } from "../../../src/core/operations/set_domain_rule.ts";
import type { TestService } from "../../harness.ts";
import { startService } from "../../harness.ts";
import { startCore } from "../core_harness.ts";

describe("WebFinger", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ env: { ADDRESS_DOMAIN: "b.example" } });
    await service.addAccount("bob");
  });
  afterAll(() => service[Symbol.asyncDispose]());
  const ask = (query: string) =>
    service.fetch(`/.well-known/webfinger${query}`);

  test("says where the card of an address is", async () => {
    const answer = await ask("?resource=acct:bob%40b.example");
    expect(answer.headers.get("content-type")).toBe("application/jrd+json");
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    const href = `${service.baseUrl}/@bob/agent-card.full.json`;
    expect(await answer.json()).toEqual({
      subject: "acct:bob@b.example",
      links: [
        {
          rel: "describedby",
          type: "application/a2a-agent-card+json",
          href,
        },
      ],
    });
    expect((await fetch(href)).status).toBe(200);
    const other = await ask("?resource=acct:bob@b.example&rel=avatar");
    expect((await other.json()).links).toEqual([]);
  });

  test("answers alike about every name that it does not have", async () => {
    const bodies = new Set<string>();
    for (const name of ["nobody@b.example", "bob@elsewhere.example"]) {
      const answer = await ask(`?resource=acct:${name}`);
      expect(answer.status).toBe(404);
      const { instance, requestId, ...body } = await answer.json();
      bodies.add(
        JSON.stringify({
          ...body,
          instance: !!instance,
          requestId: !!requestId,
        }),
      );
    }
    expect(bodies.size).toBe(1);
  });

  test("refuses a question without one name", async () => {
    for (const query of [
      "",
      "?resource=bob",
      "?resource=acct:b&resource=acct:c",
    ]) {
      expect((await ask(query)).status).toBe(400);
    }
    const posted = await service.fetch("/.well-known/webfinger", {
      method: "POST",
    });
    expect(posted.status).toBe(405);
  });
});

describe("the operator's word on a domain", () => {
  const standings = async (mode: string, rules: Record<string, string>) => {
    await using core = await startCore({ FEDERATION: mode });
    for (const [domain, rule] of Object.entries(rules)) {
      const input = { domain, rule: rule as "allow" | "block" };
      await core.run(setDomainRule, input);
    }
    const of = (domain: string) => standingOfDomain(core.services, domain);
    return [
      await of("a.example"),
      await of("x.a.example"),
      await of("c.example"),
    ];
  };

  test("closed takes nobody, a list those on it, open all that are not blocked", async () => {
    expect(await standings("closed", { "a.example": "allow" })).toEqual([
      "closed",
      "closed",
      "closed",
    ]);
    expect(await standings("allowlist", { "a.example": "allow" })).toEqual([
      "allowed",
      "allowed",
      "not_listed",
    ]);
    expect(await standings("open", { "a.example": "block" })).toEqual([
      "blocked",
      "blocked",
      "allowed",
    ]);
  });

  test("the closest rule counts, and a block counts even when closed", async () => {
    expect(
      await standings("open", { "a.example": "block", "x.a.example": "allow" }),
    ).toEqual(["blocked", "allowed", "allowed"]);
    expect((await standings("closed", { "a.example": "block" }))[0]).toBe(
      "blocked",
    );
  });

  test("a rule can be forgotten", async () => {
    await using core = await startCore({ FEDERATION: "allowlist" });
    await core.run(setDomainRule, { domain: "a.example", rule: "allow" });
    const { rules } = await core.run(setDomainRule, {
      domain: "a.example",
      rule: null,
    });
    expect(rules).toEqual([]);
  });
});
