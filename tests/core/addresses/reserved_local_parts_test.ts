import { expect, test } from "bun:test";
import { isReserved } from "../../../src/core/addresses/reserved_local_parts.ts";

const RESERVED = [
  // The service agents
  ...["hello", "doorman", "courier", "security"],
  // RFC 2142
  ...["postmaster", "abuse", "hostmaster", "webmaster", "noc"],
  ...["info", "support", "sales"],
  // The platform
  ...["admin", "root", "api", "mcp", "a2a", "www", "mail", "smtp", "imap"],
  ...["ns1", "ns2", "mta-sts", "autoconfig", "autodiscover", "svc"],
  ...["agent", "agents", "well-known", "no-reply", "noreply"],
  ...["_dmarc", "_svc-challenge"],
  // Look-alikes of the agents
  ...["he11o", "hell0", "h3llo", "he1lo", "hel-lo", "h.e.l.l.o", "heilo"],
  ...["d00rman", "doorrnan", "do0rman", "doorm4n", "door-man"],
  ...["c0urier", "cour1er", "courler", "couri3r"],
  ...["secur1ty", "5ecurity", "secur17y", "securlty", "se-curity"],
  // Any reserved name that is spelt with digits
  ...["adm1n", "r00t", "supp0rt", "p0stmaster", "n0-reply", "1nfo", "mai1"],
  ...["5ales", "w3bmaster", "4pi", "0perator", "sys7em"],
  ...["hello2", "hello-1", "security.2026"],
  // Names that pass for the house.
  ...["billing", "help", "helpdesk", "staff", "b1lling"],
];

const FREE = [
  ...["alice", "bob", "hell", "hallo", "othello", "hello-kitty", "say-hello"],
  ...["door", "doormen", "courage", "couriers", "secure", "insecurity"],
  ...["mall", "rooter", "apis", "agent47", "saleswoman", "my-mail"],
  ...["alice1", "b0b", "mall", "aga", "4lice", "info-desk", "2bob"],
];

for (const localPart of RESERVED) {
  test(`"${localPart}" is reserved`, () => {
    expect(isReserved(localPart)).toBe(true);
  });
}

for (const localPart of FREE) {
  test(`"${localPart}" is not reserved`, () => {
    expect(isReserved(localPart)).toBe(false);
  });
}

test("nobody claims a name that reads as another one where it is shown decoded", () => {
  for (const name of ["xn--hllo-v4d", "a.xn--80ak6aa92e", "xn--"]) {
    expect(isReserved(name)).toBe(true);
  }
  for (const name of ["in-fo", "web.master", "webrnaster", "vvebmaster"]) {
    expect(isReserved(name)).toBe(true);
  }
  for (const name of [
    "anna-maria",
    "x-y",
    "warner",
    "ab--cd",
    "a--b",
    "xn-a--b",
    "axn--b",
  ]) {
    expect(isReserved(name)).toBe(false);
  }
});
