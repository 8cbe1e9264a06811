import { expect, test } from "bun:test";
import { APP_PATHS } from "../../packages/web/src/paths.ts";
import { sayInEnglish } from "../../src/core/base/words/say.ts";
import { sayIn } from "../../src/core/base/words/say_in.ts";
import { noticeMail } from "../../src/core/mail/mail_text.ts";

const AT = { baseUrl: "https://in.example", addressDomain: "in.example" };
const ID = "cnv_01kf0rdqg0e23tvd5frwsp41av";
const OF_CONVERSATION = ["needs_you", "hold_ending", "hold_extended"];
const OF_DOMAIN = ["domain_lost", "domain_taken"];

function mailAbout(about: string) {
  const isOfDomain = OF_DOMAIN.includes(about);
  return noticeMail(
    AT,
    {
      outboxId: "out_1",
      to: "ann@mail.example",
      about,
      conversationId: isOfDomain ? null : ID,
      endsAt: "2026-11-28T11:33:14.271Z",
      domain: "bakery.example",
    },
    sayInEnglish,
  );
}

/** The paths of ours that a text leads to. */
function pathsIn(text = ""): readonly string[] {
  return [...text.matchAll(/https:\/\/in\.example([^\s"<]*)/g)].map(
    ([, path = ""]) => path,
  );
}

for (const about of [...OF_CONVERSATION, ...OF_DOMAIN]) {
  test(`${about}: a notice is for a person, leads to what it is about, and then to where notices are chosen`, () => {
    const mail = mailAbout(about);
    const place = OF_DOMAIN.includes(about)
      ? "/settings/addresses"
      : `/c/${ID}`;
    const paths = [place, "/settings/notifications"];
    expect(pathsIn(mail?.text)).toEqual(paths);
    expect(pathsIn(mail?.html)).toEqual(paths);
    for (const path of paths) {
      const isServed = APP_PATHS.some((it) =>
        new URLPattern({ pathname: it }).test({ pathname: path }),
      );
      expect([path, isServed]).toEqual([path, true]);
    }
    const words = `${mail?.text}${mail?.html}`;
    expect(words).toContain("You get this email because notifications are on.");
    expect(words).not.toMatch(/\d{4}-\d\d-\d\dT|\/v1\/|\bPUT\b|You chose/);
  });
}

test("the end of a hold is shown to the minute, in UTC", () => {
  for (const about of ["hold_ending", "hold_extended"]) {
    expect(mailAbout(about)?.text).toContain(
      "until November 28, 2026 at 11:33 AM UTC.",
    );
  }
});

test("what somebody chose for a title or a name is left out where it could be clicked", () => {
  const about = (title: string, fromName: string) =>
    noticeMail(
      AT,
      {
        outboxId: "out_1",
        to: "ann@mail.example",
        about: "needs_you",
        conversationId: ID,
        subject: {
          from: { fromName, fromAddress: "eve@in.example" },
          title,
          price: { amount: "5.00", words: "5.00 USDC" },
        },
      },
      sayInEnglish,
    );
  const plain = about("Plan", "Eve");
  expect(plain?.subject).toBe("Eve offers 5.00: Plan");
  expect(plain?.text).toContain("From: Eve (eve@in.example)\nAbout: Plan\n");
  const mail = about("Go to evil.example/now", "Call 555 123 4567");
  expect(mail?.subject).toBe("eve@in.example offers 5.00");
  const hostile = mail?.text;
  expect(hostile).toContain(
    "From: eve@in.example\nPrice: 5.00 USDC, held\n\nReview",
  );
  expect(hostile).not.toMatch(/evil|555/);
});

test("a subject that is unknown makes no mail", () => {
  expect(mailAbout("else")).toBeUndefined();
});

test("a notice is in the language of its reader, with the moment in their zone", () => {
  const mail = noticeMail(
    AT,
    {
      outboxId: "out_1",
      to: "ann@mail.example",
      about: "hold_ending",
      conversationId: ID,
      endsAt: "2030-01-31T12:00:00Z",
      timeZone: "Europe/Berlin",
    },
    sayIn("de"),
  );
  expect(mail?.subject).toBe("Ein reservierter Preis läuft bald ab");
  expect(mail?.text).toContain("31. Januar 2030 um 13:00 (Europe/Berlin)");
  expect(mail?.html).toContain('<html lang="de">');
});
