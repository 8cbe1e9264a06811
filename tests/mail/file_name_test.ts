import { expect, test } from "bun:test";
import { readMailContent } from "../../packages/mail-reading/src/read_mail.ts";
import { MAIL_BOUNDS } from "../../src/core/mail/mail_bounds.ts";

async function namesOf(fields: readonly string[]): Promise<readonly string[]> {
  const mail = [
    "From: somebody@mail.example",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    ...fields,
    "",
    "Words",
    "--b--",
  ].join("\r\n");
  const raw = Buffer.from(mail).toString("latin1");
  const { files } = await readMailContent(raw, MAIL_BOUNDS);
  return files.map(({ filename }) => filename);
}

const ATTACHED = "Content-Disposition: attachment";

const NAMES: readonly (readonly [string, readonly string[], string])[] = [
  ["plain", [`${ATTACHED}; filename=plan.pdf; size=5`], "plan.pdf"],
  ["with blanks", [`${ATTACHED}; filename=my plan.pdf`], "my plan.pdf"],
  [
    "with quotes",
    [String.raw`${ATTACHED}; filename="a \"b\".txt"`],
    'a "b".txt',
  ],
  ["in UTF-8", [`${ATTACHED}; filename="योजना.pdf"`], "योजना.pdf"],
  [
    "with its encoding",
    [`${ATTACHED}; filename="x.pdf"; filename*=UTF-8''%E0%A4%AF.pdf`],
    "य.pdf",
  ],
  [
    "with another encoding",
    [`${ATTACHED}; filename*=iso-8859-1'de'M%FCller.pdf`],
    "Müller.pdf",
  ],
  [
    "in pieces",
    [`${ATTACHED};`, ' filename*1=" of the year.pdf";', ' filename*0="Plan"'],
    "Plan of the year.pdf",
  ],
  [
    "in pieces that part a letter",
    [
      `${ATTACHED};`,
      " filename*0*=utf-8''%E0%A4%B9%E0%A4;",
      ' filename*1*=%BF; filename*2=".pdf"',
    ],
    "हि.pdf",
  ],
  [
    "in words of an old encoding",
    [`${ATTACHED}; filename="=?iso-8859-1?Q?M=FCller_1.pdf?="`],
    "Müller 1.pdf",
  ],
  [
    "in words without quotes",
    [
      `${ATTACHED}; filename==?utf-8*de?B?${btoa("plan ")}?=`,
      " =?gb2312?B?xOO6w7DaLnBkZg==?=",
    ],
    "plan 你好摆.pdf",
  ],
  [
    "in a word that is too long",
    [`${ATTACHED}; filename="=?utf-8?B?${btoa(`${"x".repeat(90)}.pdf`)}?="`],
    `${"x".repeat(90)}.pdf`,
  ],
  [
    "in an encoding that nobody knows",
    [`${ATTACHED}; filename*=x-none''a%00%FFb`],
    "a\ufffdb",
  ],
  ["in the type", ["Content-Type: text/csv; name=a.csv", ATTACHED], "a.csv"],
  ["nothing", [ATTACHED], "attachment"],
];

for (const [how, fields, name] of NAMES) {
  test(`a file of a mail that is named ${how} is ${JSON.stringify(name.slice(0, 20))}`, async () => {
    expect(await namesOf(fields)).toEqual([name]);
  });
}
