import { LIMITS } from "../src/core/base/limits.ts";
import type { LimitName } from "./limit_rows.ts";
import { SECTIONS } from "./limit_sections.ts";

/** The bounds that a caller meets, by where. */
export function limitsDocument(): string {
  const sections = SECTIONS.map(({ title, rows }) => {
    const shown = rows.map(
      ({ limit, of, beyond }) =>
        `| ${of} | ${shownValue(limit)} | ${typeof beyond === "string" ? `\`${beyond}\`` : beyond.does} | \`${limit}\` |`,
    );
    return `## ${title}\n\n| Bound | Most | Beyond it | Name |\n|---|---|---|---|\n${shown.join("\n")}\n`;
  });
  return `${HEADING}${sections.join("\n")}`;
}

const UNITS: readonly (readonly [
  RegExp,
  readonly (readonly [number, string])[],
])[] = [
  [
    /Bytes/,
    [
      [1024 ** 3, "GiB"],
      [1024 ** 2, "MiB"],
      [1024, "KiB"],
      [1, "bytes"],
    ],
  ],
  [
    /Ms$|MsMax$|MaxMs$/,
    [
      [86_400_000, "days"],
      [3_600_000, "h"],
      [60_000, "min"],
      [1_000, "s"],
      [1, "ms"],
    ],
  ],
  [/Chars/, [[1, "characters"]]],
];

/** In the largest unit that makes it a whole number. */
function shownValue(name: LimitName): string {
  const value = LIMITS[name];
  const units = UNITS.find(([pattern]) => pattern.test(name))?.[1] ?? [];
  const [size, unit] = units.find(([one]) => value % one === 0) ?? [1, ""];
  return `${(value / size).toLocaleString("en-GB")} ${unit}`.trim();
}

const HEADING = `# Limits

Generated from \`src/core/base/limits.ts\`. A call beyond a bound is refused as early
as possible, with the code that is named here ([errors.md](errors.md)) and a sentence that says
what was too much; nothing was changed then. A size is checked before anything is looked
up; a rate or a quota once the caller is known, and what the account has already.
\`GET /v1/limits\` gives all of them as JSON, the last column is the name there.

No request keeps the service's event loop for longer than 50 ms on a machine of its
own: large things are read, hashed and put together in pieces or in another thread
([0024](decisions/0024_the_second_read_path.md)). Work that takes longer than
\`loopLateMs\` at once is in the log (\`loop.late\`, one line a minute at most) and in \`loop\` of \`GET /healthz\`.

These settings of the operator change a bound: \`READS_PER_MINUTE\`,
\`CHANGES_PER_MINUTE\` and \`CREATES_PER_MINUTE\` move the rates, \`RATE_LIMITS=off\` (for development
alone) turns them off, \`ACCOUNT_FILE_BYTES\` says what the texts and files of an account may take, \`ACCOUNT_CREDENTIALS\`,
\`ACCOUNT_WEBHOOKS\` and \`ACCOUNT_STREAMS\` lower what it may have, \`ACCOUNT_CONVERSATIONS\` bounds how many conversations it begins
in all, ended ones too (\`quota_exceeded\`), and \`IDEMPOTENCY_KEPT\` how long a repeat
is known (\`GET /v1/limits\` shows what holds), \`CACHE_BYTES\` moves the caches, \`AGENT_AUTO_LIMIT\`, \`AGENT_AUTO_DAY_LIMIT\` and
\`AGENT_AUTO_PAYEE_LIMIT\` say what agents pay by themselves ([money.md](money.md)). The
others are the same in every installation, so that clients can rely on them. Bounds within
the service, which callers notice by a short wait at most, are in \`src/core/base/limits/\`.

`;
