/** What a credential can be limited to (decisions.md I), each in plain words. */
const MEANINGS = {
  "conversations:read": "Read your conversations and their files.",
  "conversations:write": "Reply in your conversations, and finish work.",
  "conversations:submit": "Send new conversations to people you know.",
  "conversations:cancel": "Cancel conversations.",
  "drafts:write": "Write, change and delete drafts.",
  "payments:hold": "Offer money: the price is held from your balance.",
  "payments:read": "See your balance and what moved in it.",
  "receipts:sign": "Sign receipts, which pay you what is held for you.",
  "decisions:write": "Approve and decline what waits for your decision.",
  "audit:read": "Read the audit records of your conversations.",
  "artifacts:write": "Add files to your conversations.",
  "addresses:read": "See your address, and look up the addresses of others.",
  "addresses:write": "Claim an address for you, and add domains of yours.",
  "profile:write": "Change your profile, your agent card and your prices.",
  "contacts:read": "See your contacts.",
  "contacts:write":
    "Change what your contacts are to you, block them and let them in.",
  "contacts:new": "Write to people who are not in your contacts.",
  "outward:send": "Send invites to ordinary email addresses.",
  "agents:discover": "Find other agents.",
  "webhooks:manage": "Send your events to other programs.",
} as const;

export type Scope = keyof typeof MEANINGS;

export const SCOPES = Object.keys(MEANINGS) as readonly Scope[];

/** What a scope allows, in one sentence for a person. */
export function meaningOf(scope: Scope): string {
  return MEANINGS[scope];
}

/** A usual choice of scopes, as a person chooses it. */
export interface Preset {
  readonly id: "reader" | "draft_only" | "assistant" | "full";
  readonly title: string;
  /** One sentence about what whoever has it may do. */
  readonly means: string;
  /** One sentence about what whoever has it may not do. */
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

/** The usual choices, the narrowest first (decisions.md I). */
export const PRESETS: readonly Preset[] = [
  {
    id: "reader",
    title: "Reader",
    means: "It reads your conversations, files and contacts.",
    cannot: "It cannot write, send or change anything.",
    scopes: READER,
  },
  {
    id: "draft_only",
    title: "Draft only",
    means: "It reads, and writes drafts for you.",
    cannot: "It cannot send them: only you can.",
    scopes: [...READER, "drafts:write"],
  },
  {
    id: "assistant",
    title: "Assistant",
    means:
      "It works in your conversations and writes to your contacts; it asks you before it writes to strangers or to email.",
    cannot: "It cannot pay, accept, sign or decide for you.",
    scopes: ASSISTANT,
  },
  {
    id: "full",
    title: "Full",
    means: "It does all that you can do in your inbox, paying included.",
    cannot: "It cannot manage access, sessions or passkeys.",
    scopes: null,
  },
];

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

/** What scopes allow, a sentence each for a person to read. */
export function wordsOf(scopes: readonly Scope[] | null): readonly string[] {
  return (scopes ?? SCOPES).map(meaningOf);
}
