import { LIMITS } from "../src/core/base/limits.ts";
import type { LimitName } from "./limit_rows.ts";
import { SECTIONS } from "./limit_sections.ts";

/** The limits that a caller may reach, by place. */
export function limitsDocument(): string {
  const sections = SECTIONS.map(({ title, rows }) => {
    const shown = rows.map(
      ({ limit, of, beyond }) =>
        `| ${of} | ${shownValue(limit)} | ${typeof beyond === "string" ? `\`${beyond}\`` : beyond.does} | \`${limit}\` |`,
    );
    return `## ${title}\n\n| Limit | Value | Beyond it | Name |\n|---|---|---|---|\n${shown.join("\n")}\n`;
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

/** In the largest unit that gives a whole number. */
function shownValue(name: LimitName): string {
  const value = LIMITS[name];
  const units = UNITS.find(([pattern]) => pattern.test(name))?.[1] ?? [];
  const [size, unit] = units.find(([one]) => value % one === 0) ?? [1, ""];
  return `${(value / size).toLocaleString("en-GB")} ${unit}`.trim();
}

const HEADING = `# Limits

Generated from \`src/core/base/limits.ts\`. A call beyond a limit is refused as early
as possible, with the code shown here ([errors.md](errors.md)) and a sentence that names the
limit, and changes nothing. Sizes are checked before anything is looked up, rates and quotas
once the caller is known. \`GET /v1/limits\` returns all of them as JSON, under the
names in the last column.

No request blocks the service's event loop for longer than 50 ms on a dedicated machine:
large data is read, hashed and assembled in pieces or in another thread
([0024](decisions/0024_the_second_read_path.md)). A slice of work longer than
\`loopLateMs\` is logged (\`loop.late\`, one line a minute at most) and shown in \`loop\` of \`GET /healthz\`.

The operator can change these limits: \`READS_PER_MINUTE\`,
\`CHANGES_PER_MINUTE\` and \`CREATES_PER_MINUTE\` set the rates, \`RATE_LIMITS=off\` (only for
development) turns them off, \`ACCOUNT_FILE_BYTES\` limits an account's texts and files, \`ACCOUNT_CREDENTIALS\`,
\`ACCOUNT_WEBHOOKS\` and \`ACCOUNT_STREAMS\` lower how many of these it has, \`ACCOUNT_CONVERSATIONS\` limits how many conversations it starts
in total, including ended ones (\`quota_exceeded\`), \`IDEMPOTENCY_KEPT\` sets how long a repeat
gets the first answer (\`GET /v1/limits\` shows the value), \`CACHE_BYTES\` sizes the caches, \`AGENT_AUTO_LIMIT\`, \`AGENT_AUTO_DAY_LIMIT\` and
\`AGENT_AUTO_PAYEE_LIMIT\` limit what agents pay without asking ([money.md](money.md)). All
others are the same in every installation, so that clients can rely on them. Internal
limits, which callers notice only as a short wait, are in \`src/core/base/limits/\`.

`;
