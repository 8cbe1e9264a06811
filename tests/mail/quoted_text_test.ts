import { expect, test } from "bun:test";
import { textOfHtml } from "../../packages/mail-reading/src/html_text.ts";
import { withoutQuoted } from "../../packages/mail-reading/src/quoted_text.ts";

const CASES: readonly (readonly [name: string, mail: string, own: string])[] = [
  [
    "Gmail",
    "Yes.\n\nOn Mon, Jan 5, 2026 at 10:00 AM Courier <c@x.example> wrote:\n\n> Old\n>\n> words\n",
    "Yes.",
  ],
  [
    "Gmail, folded",
    "Yes.\n\nOn Mon, Jan 5, 2026 at 10:00 AM Courier\n<c@x.example>\nwrote:\n> Old",
    "Yes.",
  ],
  [
    "Gmail in German",
    "Ja.\n\nAm Mo., 5. Jan. 2026 um 10:00 Uhr schrieb Courier <c@x.example>:\n> Alt",
    "Ja.",
  ],
  [
    "Apple Mail",
    "Yes.\n\n> On 5 Jan 2026, at 10:00, Courier <c@x.example> wrote:\n> \n> Old",
    "Yes.",
  ],
  [
    "Apple Mail in German",
    "Ja.\n\nAm 05.01.2026 um 10:00 schrieb Courier <c@x.example>:\n\n> Alt",
    "Ja.",
  ],
  [
    "Outlook",
    "Yes.\n\n________________________________\nFrom: Courier <c@x.example>\nSent: Monday\nTo: Eve\nSubject: Old\n\nOld words",
    "Yes.",
  ],
  [
    "Outlook in German",
    "Ja.\n\nVon: Courier <c@x.example>\nGesendet: Montag\nAn: Eve\nBetreff: Alt\n\nAlt",
    "Ja.",
  ],
  ["Outlook's rule", "Ja.\n-----Ursprüngliche Nachricht-----\nAlt", "Ja."],
  [
    "an answer below",
    "On Monday, Courier <c@x.example> wrote:\n> Old\n\nYes.",
    "Yes.",
  ],
];

test.each(CASES)("what %s quotes is left out", (_name, mail, own) => {
  expect(withoutQuoted(mail.replaceAll("\n", "\r\n"))).toBe(own);
});

test.each([
  [
    "answers between",
    "On Monday, C <c@x.example> wrote:\n> One?\nYes.\n> Two?\nNo.",
  ],
  ["a sentence", "On Monday he wrote: no.\nI agree."],
  ["words that look like a head", "From: Berlin\nI write"],
  ["a quote in the middle", "As you said:\n> Old\nI agree."],
])("what may be one's own stays: %s", (_name, mail) => {
  expect(withoutQuoted(mail)).toBe(mail);
});

test("HTML becomes its words, without the older mail and without what is not shown", () => {
  const own =
    "<style>p{}</style><p>Gr&uuml;&szlig;e &amp; <b>more</b></p><div>2<br>3</div>";
  expect(textOfHtml(`${own}<div class="gmail_quote">Old</div>`)).toBe(
    "Grüße & more\n2\n3",
  );
  expect(textOfHtml(`${own}<blockquote type="cite">Old</blockquote>`)).toBe(
    "Grüße & more\n2\n3",
  );
  expect(textOfHtml(`${own}<div id="appendonsend"></div>Old`)).toBe(
    "Grüße & more\n2\n3",
  );
  expect(textOfHtml('<!-- a --><div class="gmail_quote">Old</div>New')).toBe(
    "Old\nNew",
  );
});
