import { Type } from "typebox";
import { digestOf } from "./digest.ts";
import { LIMITS } from "./limits.ts";
import { Word } from "./own_words.ts";
import { filled } from "./schemas.ts";

/** Input of a read that can wait for a change (docs/events.md, Waiting). */
export const WAIT_FIELDS = {
  waitSeconds: Type.Optional(
    Type.Integer({
      description:
        "Wait up to this long for a change and answer early on one; 0 only gives since.",
      minimum: 0,
      maximum: LIMITS.waitSecondsMax,
    }),
  ),
  since: Type.Optional(
    filled(
      "since from an earlier answer: changes after it are answered at once.",
      LIMITS.idCharsMax,
    ),
  ),
};

/** Output of such a read. */
export const SINCE_FIELD = {
  since: Type.Optional(
    Word(
      "digest",
      "Value for the next since; present if waitSeconds was sent.",
    ),
  ),
};

/** The `since` of an answer, if the caller asked to wait. */
export function sinceOf(
  { waitSeconds }: { readonly waitSeconds?: number | undefined },
  shown: unknown,
): { readonly since?: string } {
  if (waitSeconds === undefined) return {};
  return { since: digestOf(shown).slice(-SINCE_CHARS) };
}

const SINCE_CHARS = 16;

interface Standing {
  readonly id: string;
  readonly version: number;
  readonly unread: boolean;
  readonly archived: boolean;
  readonly snoozedUntil: string | null;
  readonly labels: readonly string[];
}

/** The parts by which a conversation changes for its viewer. */
export function viewStanding(view: Standing): readonly unknown[] {
  const { id, version, unread, archived, snoozedUntil, labels } = view;
  return [id, version, unread, archived, snoozedUntil, ...labels];
}
