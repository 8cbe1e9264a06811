import { expect, test } from "bun:test";
import {
  hasOwnLink,
  withoutOwnLinks,
} from "../../src/core/mail/inbound/own_links.ts";

const AT = { replyDomain: "reply.example.org" };
const TOKEN = "Ab3-_fGhIjKlMnOpQr5tUw";
const LINK = `https://inbox.example.org/i/${TOKEN}`;
const twice = encodeURIComponent(encodeURIComponent(LINK));

const PROOFPOINT_2 = LINK.replaceAll("-", "-2D")
  .replaceAll("_", "-5F")
  .replaceAll(":", "-3A")
  .replaceAll("/", "_");

/** As mail gateways and a second encoding leave it. */
const WRITTEN: Readonly<Record<string, string>> = {
  plain: LINK,
  stop: `https://inbox.example.org/i/stop/${TOKEN}`,
  "what quoted-printable leaves of =": LINK.replace("/i/", "/i/3D"),
  "each letter encoded": LINK.replace(TOKEN, `%41${TOKEN.slice(1)}`),
  "encoded once": encodeURIComponent(LINK),
  "encoded twice": twice,
  "encoded four times": encodeURIComponent(encodeURIComponent(twice)),
  "Outlook Safe Links": `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(LINK)}&data=05%7C02%7C&reserved=0`,
  "Proofpoint v2": `https://urldefense.proofpoint.com/v2/url?u=${PROOFPOINT_2}&d=DwMFaQ&c=x`,
  "Proofpoint v3": `https://urldefense.com/v3/__${LINK}__;!!AbC123$`,
  Barracuda: `https://linkprotect.cudasvc.com/url?a=${encodeURIComponent(LINK)}&c=E,1,x`,
  "base64 in a query": `https://gw.example/?u=${Buffer.from(LINK).toString("base64url")}`,
  "base64 in a path": `https://gw.example/u/${Buffer.from(LINK).toString("base64")}/x`,
  "references of HTML": LINK.replaceAll("/", "&#x2F;"),
  "an address to answer, encoded twice": `mailto:reply%252B${"a".repeat(58)}%2540reply.example.org`,
};

test("no form in which a gateway or an encoding quotes a guest's link survives in an answer", () => {
  for (const [name, written] of Object.entries(WRITTEN)) {
    const text = withoutOwnLinks(AT, `Before ${written} after`);
    expect({ name, text }).toEqual({
      name,
      text: expect.stringMatching(/^Before \S*\[link removed\]\S* after$/),
    });
    expect(decodeURIComponent(text)).not.toContain(TOKEN.slice(6));
  }
});

test("other addresses and long words stay as they were written", () => {
  for (const text of [
    "https://example.org/i/short",
    "https://example.org/articles/2026/11/a_long_title_of_a_page_that_is_read",
    "https://example.org/?q=100%25&u=https%3A%2F%2Fother.example%2Fi%2Fmages",
    Buffer.from("nothing but words that were encoded").toString("base64"),
    "Donaudampfschifffahrtsgesellschaftskapitaen",
  ]) {
    expect(withoutOwnLinks(AT, text)).toBe(text);
  }
});

test("an attached mail that quotes a link is found, over a line that was broken, too", async () => {
  const broken = LINK.replace("/i/", "/i=\r\n/");
  for (const text of [LINK, twice, broken]) {
    expect(await hasOwnLink(AT, Buffer.from(`x ${text} y`))).toBe(true);
  }
  expect(await hasOwnLink(AT, Buffer.from("nothing"))).toBe(false);
});
