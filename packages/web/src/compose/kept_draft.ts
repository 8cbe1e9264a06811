import type { KeptPlace } from "../api/kept.ts";
import { keep, kept, keptNames } from "../api/kept.ts";
import type { Conversation } from "../api/types.ts";
import type { Written } from "./written.ts";

/** The first save of a draft, with the same key and words on each try. */
export interface Creation {
  readonly headers: Readonly<Record<string, string>>;
  readonly written: Written;
}

/** A draft stored on this device until the service has it. */
export interface KeptDraft {
  readonly id?: string;
  readonly contextId?: string;
  readonly written: Written;
  /** The draft as the form that wrote this last saw it at the service. */
  readonly read?: Conversation;
  /** A first save without a known answer. */
  readonly creation?: Creation;
}

const PREFIX = "compose:";
const NEW = "new";

/** The name of a stored draft before it has an id: the query of its page. */
export function newName(search: string): string {
  return search === "" ? NEW : `${NEW}?${search}`;
}

/** Names of drafts that never reached the service. */
export function unsavedNames(accountId: string): readonly string[] {
  return keptNames(accountId, PREFIX + NEW).map((it) =>
    it.slice(PREFIX.length),
  );
}

function placeOf({ accountId, name }: KeptPlace): KeptPlace {
  return { accountId, name: PREFIX + name };
}

/** The stored copy of a draft that did not reach the service. */
export function keptDraft(place: KeptPlace): KeptDraft | undefined {
  const text = kept(placeOf(place));
  return text === undefined ? undefined : JSON.parse(text);
}

/** Stores a draft on this device, or removes it. */
export function keepDraft(place: KeptPlace, draft?: KeptDraft): void {
  keep(placeOf(place), draft ? JSON.stringify(draft) : "");
}
