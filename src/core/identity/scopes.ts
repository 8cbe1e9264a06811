import { hasScope } from "../access/principal.ts";
import { clauses } from "../base/words/lists.ts";
import type { Say } from "../base/words/say.ts";
import { phrase, sayInEnglish } from "../base/words/say.ts";

/**
 * The scopes of a credential in plain words: what each lets an agent do, alone (`means`) and
 * within a list (`does`).
 */
const MEANINGS = {
  "conversations:read": {
    means: "Read your conversations and their files.",
    does: phrase`read your conversations and files`,
  },
  "conversations:write": {
    means:
      "Reply in your conversations, ask, archive, and finish work; what would accept a request waits for you unless it may decide, too.",
    does: phrase`reply, ask and archive`,
  },
  "conversations:submit": {
    means: "Send new conversations to people you know.",
    does: phrase`write to your contacts`,
  },
  "conversations:cancel": {
    means: "Cancel conversations; what is paid for waits for you.",
    does: phrase`cancel unpaid requests`,
  },
  "drafts:write": {
    means: "Write, change and delete drafts.",
    does: phrase`write drafts`,
  },
  "payments:hold": {
    means:
      "Offer money, held from your balance, and refund what you were paid, within its limits.",
    does: phrase`offer money and refund within its limits`,
  },
  "payments:read": {
    means: "See your balance and what moved in it.",
    does: phrase`see your balance and payments`,
  },
  "receipts:sign": {
    means: "Sign receipts, which pay you what is held for you.",
    does: phrase`sign receipts`,
  },
  "decisions:write": {
    means:
      "Accept and decline requests, and decide what it could do itself without asking.",
    does: phrase`accept and decline requests`,
  },
  "audit:read": {
    means: "Read the audit records of your conversations.",
    does: phrase`read the audit records`,
  },
  "artifacts:write": {
    means: "Add files to your conversations.",
    does: phrase`add files`,
  },
  "addresses:read": {
    means: "See your address, and look up the addresses of others.",
    does: phrase`look up addresses`,
  },
  "addresses:write": {
    means: "Claim an address for you, and add domains of yours.",
    does: phrase`claim addresses and domains`,
  },
  "profile:write": {
    means: "Change your profile, your agent card and your prices.",
    does: phrase`change your profile and prices`,
  },
  "contacts:read": {
    means: "See your contacts.",
    does: phrase`see your contacts`,
  },
  "contacts:write": {
    means:
      "Block and report people and lower what they are to you; you are asked before anybody is let in or called closer.",
    does: phrase`block contacts`,
  },
  "contacts:new": {
    means: "Write to people who are not in your contacts.",
    does: phrase`write to strangers`,
  },
  "outward:send": {
    means: "Write to email addresses, and to inboxes at other services.",
    does: phrase`write to addresses elsewhere`,
  },
  "agents:discover": {
    means: "Find other agents.",
    does: phrase`discover other agents`,
  },
  "teams:act": {
    means: "Act as your teams, with your own rights there; it pays nothing.",
    does: phrase`act as your teams`,
  },
  "webhooks:manage": {
    means: "Send your events to other programs.",
    does: phrase`send your events to other apps`,
  },
} as const;

export type Scope = keyof typeof MEANINGS;

export const SCOPES = Object.keys(MEANINGS) as readonly Scope[];

/** The meaning of a scope, in one sentence for a person. */
export function meaningOf(scope: Scope): string {
  return MEANINGS[scope].means;
}

/** A common choice of scopes. */
export interface Preset {
  readonly id: "reader" | "draft_only" | "assistant" | "full";
  readonly title: string;
  /** A sentence about what its holder may do, made from its scopes. */
  readonly means: string;
  /** A sentence about what its holder may not do, made from the missing scopes. */
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
 * Everything except the acts that stay with the person: paying, accepting, deciding,
 * canceling, signing, new contacts, outside mail, and changes to the account itself.
 */
const ASSISTANT: readonly Scope[] = [
  ...READER,
  "drafts:write",
  "artifacts:write",
  "conversations:write",
  "conversations:submit",
];

/** An act that needs one of some scopes. */
interface Lack {
  readonly cannot: string;
  readonly without: readonly Scope[];
  /** Mentioned only for holders of one of these; for others it is obvious. */
  readonly having?: readonly Scope[];
  /** Mentioned only if the access asks before a first payment, which its owner chooses. */
  readonly isChosen?: true;
}

const SENDING: readonly Scope[] = [
  "conversations:write",
  "conversations:submit",
];
const WRITING: readonly Scope[] = [
  ...SENDING,
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
/** The scopes for acts with words for others: a message, a file, a reason, a statement. */
const SAYING: readonly Scope[] = [
  ...SENDING,
  "artifacts:write",
  "conversations:cancel",
  "receipts:sign",
];

/** Agents try to bypass these over each wire in tests/contract/presets_test.ts. */
const LACKS: readonly Lack[] = [
  { cannot: phrase`write, send or change anything`, without: WRITING },
  { cannot: phrase`send anything`, without: SAYING, having: WRITING },
  { cannot: phrase`pay`, without: ["payments:hold"], having: WRITING },
  {
    cannot: phrase`accept, decline or decide anything`,
    // A recipient who cancels before accepting has declined.
    without: ["decisions:write", "conversations:cancel"],
    having: WRITING,
  },
  {
    cannot: phrase`accept or decide anything`,
    without: ["decisions:write"],
    having: ["conversations:cancel"],
  },
  {
    cannot: phrase`sign receipts`,
    without: ["receipts:sign"],
    having: WRITING,
  },
  {
    cannot: phrase`cancel`,
    without: ["conversations:cancel"],
    having: SENDING,
  },
  {
    cannot: phrase`write to strangers first without asking you`,
    without: ["contacts:new"],
    having: ["conversations:submit"],
  },
  {
    cannot: phrase`write to email addresses without asking you`,
    without: ["outward:send"],
    having: SENDING,
  },
  {
    cannot: phrase`change your contacts`,
    without: ["contacts:write", "contacts:new"],
    having: WRITING,
  },
  {
    cannot: phrase`add or upgrade contacts without asking you`,
    without: [],
    having: ["contacts:write"],
  },
  {
    cannot: phrase`change your address, profile or prices`,
    without: ["addresses:write", "profile:write"],
    having: WRITING,
  },
  {
    cannot: phrase`make a first payment to anyone outside your contacts without asking you`,
    without: [],
    having: ["payments:hold"],
    isChosen: true,
  },
  { cannot: phrase`manage access, sessions or passkeys`, without: [] },
];

/** Describes in one sentence what some scopes allow; null means all scopes. */
export function mayWords(
  scopes: readonly string[] | null,
  say: Say = sayInEnglish,
): string {
  const does = SCOPES.filter((it) => hasScope({ scopes }, it)).map((it) =>
    say.of(MEANINGS[it].does),
  );
  return say`It can ${clauses(does, "and", say)}.`;
}

/** Describes what they forbid; a person's grant asks before first payments by default. */
export function cannotWords(
  scopes: readonly string[] | null,
  say: Say = sayInEnglish,
  asksFirstPayment = true,
): string {
  const lacks = LACKS.filter(
    ({ without, having, isChosen }) =>
      (asksFirstPayment || !isChosen) &&
      !without.some((it) => hasScope({ scopes }, it)) &&
      (!having || having.some((it) => hasScope({ scopes }, it))),
  );
  const words = lacks.map(({ cannot }) => say.of(cannot));
  return say`It can't ${clauses(words, "or", say)}.`;
}

/** The common choices, the narrowest first (docs/agent_access.md). */
export const PRESETS: readonly Preset[] = [
  preset("reader", phrase`Reader`, READER),
  preset("draft_only", phrase`Draft only`, [...READER, "drafts:write"]),
  preset("assistant", phrase`Assistant`, ASSISTANT),
  preset("full", phrase`Full`, null),
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
  const keyOf = (of: readonly string[] | null) =>
    of && [...new Set(of)].toSorted().join();
  return PRESETS.find((it) => keyOf(it.scopes) === keyOf(scopes));
}
