/**
 * What a credential can be limited to, each in plain words: what it lets an agent do,
 * said alone (`means`) and within a list (`does`).
 */
const MEANINGS = {
  "conversations:read": {
    means: "Read your conversations and their files.",
    does: "read your conversations and files",
  },
  "conversations:write": {
    means:
      "Reply in your conversations, ask, archive, and finish work; what would accept a request waits for you unless it may decide, too.",
    does: "reply, ask and archive",
  },
  "conversations:submit": {
    means: "Send new conversations to people you know.",
    does: "write to your contacts",
  },
  "conversations:cancel": {
    means: "Cancel conversations; what is paid for waits for you.",
    does: "cancel what is not paid for",
  },
  "drafts:write": {
    means: "Write, change and delete drafts.",
    does: "write drafts",
  },
  "payments:hold": {
    means:
      "Offer money, held from your balance, and refund what you were paid, within its limits.",
    does: "offer money and give refunds within its limits",
  },
  "payments:read": {
    means: "See your balance and what moved in it.",
    does: "see your balance and payments",
  },
  "receipts:sign": {
    means: "Sign receipts, which pay you what is held for you.",
    does: "sign receipts",
  },
  "decisions:write": {
    means:
      "Accept and decline requests, and decide what it could do itself without asking.",
    does: "accept and decline requests",
  },
  "audit:read": {
    means: "Read the audit records of your conversations.",
    does: "read the audit records",
  },
  "artifacts:write": {
    means: "Add files to your conversations.",
    does: "add files",
  },
  "addresses:read": {
    means: "See your address, and look up the addresses of others.",
    does: "look up addresses",
  },
  "addresses:write": {
    means: "Claim an address for you, and add domains of yours.",
    does: "claim addresses and domains",
  },
  "profile:write": {
    means: "Change your profile, your agent card and your prices.",
    does: "change your profile and prices",
  },
  "contacts:read": { means: "See your contacts.", does: "see your contacts" },
  "contacts:write": {
    means:
      "Block and report people and lower what they are to you; you are asked before anybody is let in or called closer.",
    does: "block contacts",
  },
  "contacts:new": {
    means: "Write to people who are not in your contacts.",
    does: "write to strangers",
  },
  "outward:send": {
    means: "Write to ordinary email addresses.",
    does: "write to email addresses",
  },
  "agents:discover": { means: "Find other agents.", does: "find other agents" },
  "webhooks:manage": {
    means: "Send your events to other programs.",
    does: "send your events to other programs",
  },
} as const;

export type Scope = keyof typeof MEANINGS;

export const SCOPES = Object.keys(MEANINGS) as readonly Scope[];

/** What a scope allows, in one sentence for a person. */
export function meaningOf(scope: Scope): string {
  return MEANINGS[scope].means;
}

/** A usual choice of scopes, as a person chooses it. */
export interface Preset {
  readonly id: "reader" | "draft_only" | "assistant" | "full";
  readonly title: string;
  /** What its holder may do, made of its scopes. */
  readonly means: string;
  /** What its holder may not do, made of the scopes that it lacks. */
  readonly cannot: string;
  /** null is the owner's full inbox rights. */
  readonly scopes: readonly Scope[] | null;
}

const READER: readonly Scope[] = [
  "conversations:read",
  "payments:read",
  "audit:read",
  "addresses:read",
  "contacts:read",
  "agents:discover",
];

/**
 * What stays with the person: paying, accepting, deciding, calling off, signing,
 * new contacts, mail to the outside, and whatever changes the account itself.
 */
const ASSISTANT: readonly Scope[] = [
  ...READER,
  "drafts:write",
  "artifacts:write",
  "conversations:write",
  "conversations:submit",
];

/** What a holder without any of some scopes cannot do. */
interface Lack {
  readonly cannot: string;
  readonly without: readonly Scope[];
  /** Said only of those who have one of these: for others it goes without saying. */
  readonly having?: readonly Scope[];
}

const WRITING: readonly Scope[] = [
  "conversations:write",
  "conversations:submit",
  "conversations:cancel",
  "drafts:write",
  "payments:hold",
  "receipts:sign",
  "decisions:write",
  "artifacts:write",
  "addresses:write",
  "profile:write",
  "contacts:write",
  "webhooks:manage",
];
const SENDING: readonly Scope[] = [
  "conversations:write",
  "conversations:submit",
];

/** What lets others read a word of it: a message, a file, a reason, a statement. */
const SAYING: readonly Scope[] = [
  ...SENDING,
  "artifacts:write",
  "conversations:cancel",
  "receipts:sign",
];

/** Agents try to break these over each wire in tests/contract/presets_test.ts. */
const LACKS: readonly Lack[] = [
  { cannot: "write, send or change anything", without: WRITING },
  {
    cannot: "send anything",
    without: SAYING,
    having: WRITING,
  },
  {
    cannot: "pay",
    without: ["payments:hold"],
    having: WRITING,
  },
  {
    cannot: "accept, decline or decide anything",
    // A recipient who cancels before accepting has declined.
    without: ["decisions:write", "conversations:cancel"],
    having: WRITING,
  },
  {
    cannot: "accept or decide anything",
    without: ["decisions:write"],
    having: ["conversations:cancel"],
  },
  { cannot: "sign receipts", without: ["receipts:sign"], having: WRITING },
  { cannot: "cancel", without: ["conversations:cancel"], having: SENDING },
  {
    cannot: "write first to strangers without asking you",
    without: ["contacts:new"],
    having: ["conversations:submit"],
  },
  {
    cannot: "write to email addresses without asking you",
    without: ["outward:send"],
    having: SENDING,
  },
  {
    cannot: "change your contacts",
    without: ["contacts:write", "contacts:new"],
    having: WRITING,
  },
  {
    cannot: "let anybody in or call them closer without asking you",
    without: [],
    having: ["contacts:write"],
  },
  {
    cannot: "change your address, profile or prices",
    without: ["addresses:write", "profile:write"],
    having: WRITING,
  },
  { cannot: "manage access, sessions or passkeys", without: [] },
];

/** What some scopes let an agent do, in one sentence; null stands for all scopes. */
export function mayWords(scopes: readonly string[] | null): string {
  const does = SCOPES.filter((it) => has(scopes, it)).map(
    (it) => MEANINGS[it].does,
  );
  return `It may ${listed(does, "and")}.`;
}

/** What they do not let it do. */
export function cannotWords(scopes: readonly string[] | null): string {
  const lacks = LACKS.filter(
    ({ without, having }) =>
      !without.some((it) => has(scopes, it)) &&
      (!having || having.some((it) => has(scopes, it))),
  );
  return `It cannot ${listed(
    lacks.map(({ cannot }) => cannot),
    "or",
  )}.`;
}

function has(scopes: readonly string[] | null, scope: Scope): boolean {
  return scopes === null || scopes.includes(scope);
}

function listed(words: readonly string[], last: "and" | "or"): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")}, ${last} ${words.at(-1)}`;
}

/** The usual choices, the narrowest first (docs/agent_access.md). */
export const PRESETS: readonly Preset[] = [
  preset("reader", "Reader", READER),
  preset("draft_only", "Draft only", [...READER, "drafts:write"]),
  preset("assistant", "Assistant", ASSISTANT),
  preset("full", "Full", null),
];

function preset(
  id: Preset["id"],
  title: string,
  scopes: Preset["scopes"],
): Preset {
  const [means, cannot] = [mayWords(scopes), cannotWords(scopes)];
  return { id, title, means, cannot, scopes };
}

export const PRESET_IDS = PRESETS.map(({ id }) => id);

/** The scopes of a preset; null is the owner's full inbox rights. */
export function scopesOfPreset(id: string): readonly Scope[] | null {
  const preset = PRESETS.find((it) => it.id === id);
  if (!preset) throw new RangeError(`No preset ${id}`);
  return preset.scopes;
}

/** The preset that has exactly these scopes, if one has. */
export function presetOf(scopes: readonly string[] | null): Preset | undefined {
  const wanted = scopes && new Set(scopes);
  return PRESETS.find((it) => {
    if (!wanted || !it.scopes) return !wanted && !it.scopes;
    const hasAll = it.scopes.every((scope) => wanted.has(scope));
    return hasAll && it.scopes.length === wanted.size;
  });
}
