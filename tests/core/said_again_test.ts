import { expect, test } from "bun:test";
import { sayer, sayInEnglish } from "../../src/core/base/words/say.ts";
import { sayIn } from "../../src/core/base/words/say_in.ts";
import { ERRORS } from "../../src/core/errors/error_table.ts";
import { saidAgain } from "../../src/core/errors/said_again.ts";
import { refusalMail } from "../../src/core/mail/mail_text.ts";

const { title } = ERRORS.wrong_state;
const WHOLE = "Cannot send this: it is closed.";
const WITH_VALUES = "Cannot send this: its state is completed.";
const SAY = sayer("de", { [WHOLE]: "Es ist zu.", [title]: "Falscher Zustand" });

test.each([
  ["its sentence", { code: "wrong_state", detail: WHOLE }, "Es ist zu."],
  [
    "the title of its code where the sentence holds values",
    { code: "wrong_state", detail: WITH_VALUES },
    "Falscher Zustand",
  ],
  [
    "English where neither is translated",
    { code: "of_an_older_version", detail: WITH_VALUES },
    WITH_VALUES,
  ],
])("a kept error is told again by %s", (_by, kept, told) => {
  expect(saidAgain(kept, SAY)).toBe(told);
  expect(saidAgain(kept, sayInEnglish)).toBe(kept.detail);
});

test("the mail of an answer that was not taken is German for a German inviter's reader", () => {
  const at = { baseUrl: "https://x.example", addressDomain: "x.example" };
  const reason = "It has no Message-ID. Reply on the page instead.";
  const row = { id: "out_1", recipient: "eve@example.org", body: { reason } };
  const { subject, text, html } = refusalMail(at, row, sayIn("de"));
  expect(subject).toBe("Ihre Antwort wurde nicht gesendet");
  expect(text).toContain("Sie hat keine Message-ID.");
  expect(text).not.toContain("Answer");
  expect(html).toContain('<html lang="de">');
  expect(refusalMail(at, row, sayInEnglish).text).toStartWith(
    `Your email reply wasn't sent. ${reason}`,
  );
});
