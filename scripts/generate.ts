import { readFileSync } from "node:fs";
import { version } from "../package.json" with { type: "json" };
import { TRANSITIONS } from "../src/core/conversations/model/transitions.ts";
import type { ErrorRow, Words } from "../src/core/errors/error_row.ts";
import { ERRORS } from "../src/core/errors/error_table.ts";
import { meaningOf, PRESETS, SCOPES } from "../src/core/identity/scopes.ts";
import { OPERATIONS } from "../src/core/operations/mod.ts";
import { ACCEPT_RULES } from "../src/core/review/accept_rules.ts";
import { CONTACT_RULES } from "../src/core/review/contact_rules.ts";
import {
  ACCEPTANCE_RULES,
  ADDED_RULES,
  CANCEL_RULES,
  OUTWARD_RULES,
  PAYMENT_RULES,
  PROPOSAL_RULES,
  RAISE_RULES,
  SUBMIT_RULES,
} from "../src/core/review/rules.ts";
import { openApiDocument } from "../src/rest/openapi.ts";
import { createRegistry } from "../src/tools/registry.ts";
import { clientFiles } from "./client_types.ts";
import { limitsDocument } from "./limits_document.ts";
import { packageListing } from "./package_listing.ts";
import { pythonFiles } from "./python_types.ts";
import { settingsDocument } from "./settings_document.ts";
import { englishTexts } from "./texts.ts";
import { VERIFY_SCRIPT, verifyScript } from "./verify_script.ts";

/** The service's address in the documents. */
const BASE_URL = "http://localhost:3000";

/** The generated documents by path, as the repository must have them. */
export function generatedDocuments(): Readonly<Record<string, string>> {
  const openApi = shown(openApiDocument(BASE_URL));
  return {
    "docs/agent_access.md": withPart("docs/agent_access.md", scopesPart()),
    "src/core/base/words/en.json": shown(englishTexts()),
    ...clientFiles(JSON.parse(openApi)),
    ...pythonFiles(JSON.parse(openApi)),
    "docs/errors.md": errorsDocument(),
    "docs/limits.md": limitsDocument(),
    "docs/openapi.json": openApi,
    "docs/review_rules.md": rulesDocument(),
    "docs/settings.md": settingsDocument(),
    "docs/states.md": withPart("docs/states.md", statesPart()),
    ...Object.fromEntries(PUBLISHED.map((path) => [path, versioned(path)])),
    "server.json": shown(packageListing()),
    "docs/tools.json": shown({ tools: createRegistry(OPERATIONS).dotted }),
  };
}

/** Manifests of the other packages of a release, which have its version. */
const PUBLISHED = [
  "packages/client/package.json",
  "packages/client-python/pyproject.toml",
];

function versioned(path: string): string {
  const text = readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
  return text.replace(/^( *"?version"?(?:: | = )")[^"]*/m, `$1${version}`);
}

/** A handwritten page whose generated part between its two marks is replaced. */
function withPart(path: string, part: string): string {
  const page = readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
  const [before, rest] = page.split(BEGIN);
  const [, after] = rest?.split(END) ?? [];
  if (before === undefined || after === undefined) {
    throw new Error(`${path} has no marks around its generated part`);
  }
  return `${before}${BEGIN}\n${part}${END}${after}`;
}

const BEGIN = "<!-- generated -->\n";
const END = "\n<!-- by hand -->";

function errorsDocument(): string {
  const rows = Object.entries<ErrorRow>(ERRORS).map(
    ([code, { status, rpc, title, fix }]) =>
      `| \`${code}\` | ${status} | ${rpc} | ${title} | ${everywhere(fix)} |`,
  );
  return `${ERRORS_HEADING}${rows.join("\n")}\n`;
}

/** The words of every interface, if they differ. */
function everywhere(words: Words): string {
  if (typeof words === "string") return words;
  const { rest, mcp, a2a } = words;
  const tools = mcp === rest ? "" : ` MCP: ${mcp}`;
  return `${rest}${tools}${a2a === mcp ? "" : ` A2A: ${a2a}`}`;
}

function rulesDocument(): string {
  const sections = RULE_SECTIONS.map(({ title, text, rows }) => {
    const shown = rows.map(
      ({ id, outcome, reason }) => `| \`${id}\` | ${outcome} | ${reason} |`,
    );
    return `## ${title}\n\n${text}\n\n| Rule | Outcome | Reason |\n|---|---|---|\n${shown.join("\n")}\n`;
  });
  return `${RULES_HEADING}${sections.join("\n")}`;
}

function scopesPart(): string {
  const scopes = SCOPES.map((it) => `| \`${it}\` | ${meaningOf(it)} |`);
  const presets = PRESETS.map(
    ({ title, id, means, cannot }) =>
      `### ${title} (\`${id}\`)\n\n${means} ${cannot}\n`,
  );
  return `${SCOPES_HEADING}${scopes.join("\n")}\n\n${presets.join("\n")}`;
}

const SCOPES_HEADING = `## Scopes and presets

Generated from \`src/core/identity/scopes.ts\`. A preset is a list of scopes;
its description is made from that list.

| Scope | What it lets an agent do |
|---|---|
`;

function statesPart(): string {
  const rows = Object.entries(TRANSITIONS).map(
    ([verb, { row, from, to, by, payment, when }]) =>
      `| ${row} | \`${verb}\` | ${from.map(stateWord).join(", ")} | ${stateWord(to)} | ${by.join(", ")} | ${payment} | ${when} |`,
  );
  return `${STATES_HEADING}${rows.join("\n")}\n`;
}

function stateWord(state: string): string {
  return ["new", "same", "previous", "deleted"].includes(state)
    ? `(${state})`
    : `\`${state}\``;
}

interface RuleSection {
  readonly title: string;
  readonly text: string;
  readonly rows: readonly {
    readonly id: string;
    readonly outcome: string;
    readonly reason: string;
  }[];
}

const RULE_SECTIONS: readonly RuleSection[] = [
  {
    title: "Before a conversation is sent",
    text: "For `submit`, `svc.create_conversation`, `svc.submit_draft` and A2A `SendMessage`.",
    rows: SUBMIT_RULES,
  },
  {
    title: "Before a message or a file is added to a sent conversation",
    text: "For `POST …/messages` and `POST …/artifacts`, `svc.send_message`, `svc.add_artifact` and A2A `SendMessage` with a task, for all authors and readers. Files are artifacts and the parts of a message with `raw`, a `filename`, or a `url` and a `mediaType`. A denied one gets 403 `review_denied`. A file added without a message is for accounts: an ordinary address can read it once a message of the same author lists it in `artifactIds`, and that message is judged by the rules below.",
    rows: ADDED_RULES,
  },
  {
    title: "Before a further message reaches an ordinary address",
    text: "For messages of either side in a conversation that an email address can read. A message that needs a person waits in a checkpoint of the agent's own person (`input-required`). An approval posts it in the agent's name; a decline, or 72 hours without an answer, drops it.",
    rows: OUTWARD_RULES,
  },
  {
    title: "Before a conversation is canceled",
    text: "For `cancel`, `svc.cancel_conversation` and A2A `CancelTask`.",
    rows: CANCEL_RULES,
  },
  {
    title: "Before a contact gets a privilege",
    text: "For `PUT /v1/contacts/{address}`: always letting somebody in, or giving them a closer contact type. Blocking, lowering and deleting need no person. A privilege waits in the person's conversation with `security` (202). An approval grants it exactly as shown; a decline, or 72 hours without an answer, drops it. No agent can approve it. An agent's claim of a closer relation in a request does not change a contact either.",
    rows: CONTACT_RULES,
  },
  {
    title: "Before more is paid, or is given back",
    text: "For `fund` of a raised price and `refund`. An agent beyond a limit of its own access (one payment, a day, its lists) is refused with `limit_exceeded`, and one that needs a person for another reason with `person_required`, the rules and an `approvalUrl`: the conversation already waits for its sender.",
    rows: PAYMENT_RULES,
  },
  {
    title: "Before a raised price",
    text: "The sender is asked; the state is `auth-required` until they fund it or decline.",
    rows: RAISE_RULES,
  },
  {
    title: "Before terms are agreed on",
    text: "The side that a proposal is for is asked; nobody waits for it. Proposing and accepting take the checks of what they agree to: as the sender those of a submit with that price, as the payee those of an acceptance. An agent that fails them is refused with `person_required`: its person accepts or proposes.",
    rows: PROPOSAL_RULES,
  },
  {
    title: "Before a receiver's work starts",
    text: "The receiver is asked to accept; a reply also accepts. The state stays `submitted`.",
    rows: ACCEPTANCE_RULES,
  },
  {
    title: "Before a recipient's act accepts a request",
    text: "For an agent's message, file, completion or receipt while the request is open. An act that needs a person waits in a checkpoint of the agent's own person. An approval accepts the request and carries the act out; a decline drops it, and the request stays open. See [approvals](asking.md#approvals).",
    rows: ACCEPT_RULES,
  },
];

const RULES_HEADING = `# Review rules

Generated from \`src/core/review/rules.ts\`. These rules judge every payment, new contact,
outward send and cancel before it commits. They are pure functions of facts: only code
decides.

- \`deny\` stops everybody.
- \`needs_person\` stops an agent: its person gets a card with the exact action and
  has 72 hours to approve or decline it. For a signed-in person, submitting is the
  approval.
- \`allow\` lets it pass and says so.

If several rows share a rule, the strictest counts.

`;

const STATES_HEADING = `Generated from \`src/core/conversations/model/transitions.ts\`, the only place where a
state changes: any other change is refused. A conversation and an A2A task
have the same state.

- \`completed\`, \`canceled\`, \`failed\` and \`rejected\` are final. Then only
  a viewer's own flags, a refund and reading are possible, and for thirty days after a
  completion a message. That message reopens nothing, accepts nothing and asks for no decision.
  Over A2A a finished task takes no message, as its specification requires. Anything else needs
  a new conversation with the same \`contextId\` (\`links.followUp\`, with its \`to\` and
  \`title\`).
- \`input-required\` means that a person has to decide. The open checkpoint says who;
  each viewer has their own view \`needs_you\`.
- Asking a recipient to accept is a checkpoint that leaves the state \`submitted\`.
- \`(previous)\` is the state before a checkpoint. While it waits, a reply may start the
  work, and the conversation then continues in \`working\`.
- Repeating the same receipt, decision or cancel returns the stored result.

Every change of state writes one audit record and one \`state.changed\` event in the
same commit. *Price* is the effect on the money: \`hold\` takes it from the
sender's balance, \`release\` gives it to the payee, \`void\` returns what is held,
\`keep\` leaves it where it is, \`require\` waits for it.

| Row | Verb | From | To | By | Price | When |
|---|---|---|---|---|---|---|
`;

const ERRORS_HEADING = `# Errors

Generated from \`src/core/errors/error_table.ts\`. REST answers a problem object
(RFC 9457) with \`code\`, \`detail\`, \`fix\` and, for input, \`errors\` with a
pointer to each wrong field. MCP gives \`error\` (one sentence), \`code\`,
\`fix\` and \`errors\` in a result with \`isError\`. A2A has the
code in the metadata of \`google.rpc.ErrorInfo\`.

| Code | REST | JSON-RPC | Meaning | What to do |
|---|---|---|---|---|
`;

function shown(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

if (import.meta.main) {
  const root = new URL("../", import.meta.url);
  for (const [path, text] of Object.entries(generatedDocuments())) {
    await Bun.write(new URL(path, root), text);
    console.log(path);
  }
  await Bun.write(new URL(VERIFY_SCRIPT, root), await verifyScript());
}
