import { describe, expect, test } from "bun:test";
import type {
  DnsCheck,
  DnsCheckCode,
} from "../../../src/core/addresses/dns/check.ts";
import { DNS_CHECK_CODES } from "../../../src/core/addresses/dns/check.ts";
import type {
  DomainState,
  DomainStatus,
} from "../../../src/core/addresses/domains/domain_rules.ts";
import {
  afterRecheck,
  afterVerify,
  DOMAIN_STATUSES,
  isClaimed,
} from "../../../src/core/addresses/domains/domain_rules.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 0, 15);

const claim = (
  status: DomainStatus,
  more: Partial<DomainState> = {},
): DomainState => ({
  status,
  createdAt: NOW,
  verifiedAt: status === "pending-dns" ? null : NOW,
  nextCheckAt: NOW,
  misses: 0,
  missingSince: null,
  ...more,
});
const check = (code: DnsCheckCode): DnsCheck => ({
  ok: code === "match",
  observed: [],
  resolver: "",
  code,
});
const MISSES = ["no_match", "no_record", "no_such_name"] as const;
const FAILURES = DNS_CHECK_CODES.filter(
  (code) => code !== "match" && !(MISSES as readonly string[]).includes(code),
);
const LIVE = DOMAIN_STATUSES.filter(isClaimed);

/** The state after a check every `everyMs`, each with the same outcome. */
function daily(from: DomainState, code: DnsCheckCode, days: number) {
  let state = from;
  for (let day = 1; day <= days; day++) {
    if (!isClaimed(state.status)) break;
    state = afterRecheck(state, check(code), NOW + day * DAY);
  }
  return state;
}

describe("a check that somebody asked for", () => {
  for (const status of LIVE) {
    test(`verifies a ${status} claim whose record matches`, () => {
      const after = afterVerify(claim(status), check("match"), NOW + DAY);
      expect(after).toMatchObject({ status: "verified", misses: 0 });
      expect(after.nextCheckAt).toBe(NOW + 2 * DAY);
    });

    test.each(DNS_CHECK_CODES.filter((code) => code !== "match"))(
      `never makes a ${status} claim worse: %s`,
      (code) => {
        const before = claim(status, { misses: 9, missingSince: 0 });
        expect(afterVerify(before, check(code), NOW + 400 * DAY)).toEqual(
          before,
        );
      },
    );
  }
});

describe("the daily check", () => {
  test.each(MISSES)(
    "takes the standing after three misses over 72 hours and not before: %s",
    (code) => {
      expect(daily(claim("verified"), code, 3).status).toBe("verified");
      const lost = daily(claim("verified"), code, 4);
      expect(lost.status).toBe("dns-missing");
      expect(lost.missingSince).toBe(NOW + DAY);
    },
  );

  test("many misses within a day are not three days", () => {
    let state = claim("verified");
    for (let hour = 0; hour < 24; hour++) {
      state = afterRecheck(state, check("no_record"), NOW + hour * HOUR);
    }
    expect(state.status).toBe("verified");
  });

  test("one miss before a long stop of the service is not three", () => {
    const once = daily(claim("verified"), "no_record", 1);
    const after = afterRecheck(once, check("no_record"), NOW + 90 * DAY);
    expect(after.status).toBe("verified");
  });

  test("a match forgets the misses", () => {
    const missed = daily(claim("verified"), "no_record", 3);
    const found = afterRecheck(missed, check("match"), NOW + 4 * DAY);
    expect(found).toMatchObject({ misses: 0, missingSince: null });
    expect(afterRecheck(found, check("no_record"), NOW + 5 * DAY).status).toBe(
      "verified",
    );
  });

  test("a lost domain comes back with its record, and after 30 days it is over", () => {
    const lost = daily(claim("verified"), "no_record", 4);
    expect(afterRecheck(lost, check("match"), NOW + 20 * DAY).status).toBe(
      "verified",
    );
    expect(daily(lost, "no_record", 30).status).toBe("dns-missing");
    const over = daily(lost, "no_record", 31);
    expect(over).toMatchObject({ status: "revoked", nextCheckAt: null });
  });

  test.each(FAILURES)("%s costs nobody anything, for a year", (code) => {
    for (const status of ["verified", "dns-missing"] as const) {
      const before = claim(status, { misses: 2, missingSince: NOW });
      const after = daily(before, code, 365);
      expect({ ...after, nextCheckAt: 0 }).toEqual({
        ...before,
        nextCheckAt: 0,
      });
    }
  });

  test("after a failure of DNS it looks again within the hour", () => {
    const after = afterRecheck(claim("verified"), check("server_failure"), NOW);
    expect(after.nextCheckAt).toBe(NOW + HOUR);
  });

  test("a claim that nobody proves ends after 30 days, not before", () => {
    expect(daily(claim("pending-dns"), "no_record", 29).status).toBe(
      "pending-dns",
    );
    for (const code of ["no_record", "resolver_timeout"] as const) {
      expect(daily(claim("pending-dns"), code, 30)).toMatchObject({
        status: "expired",
        nextCheckAt: null,
      });
    }
  });

  test("it verifies a claim whose record came later", () => {
    expect(daily(claim("pending-dns"), "match", 1).status).toBe("verified");
  });
});
