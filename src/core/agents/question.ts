import type { QueryCall } from "../access/context.ts";
import type { SERVICE_LOCAL_PARTS } from "../addresses/reserved_local_parts.ts";

/** A question to one of the service's own agents. */
export interface Question {
  readonly text: string;
  readonly requester: Questioner;
}

/** The author of the question, with the scopes of their identity. */
export interface Questioner {
  /** Null for an ordinary address that was invited. */
  readonly accountId: string | null;
  readonly displayName: string;
  /** Scopes of the credential; null is the owner's full inbox rights. */
  readonly scopes: readonly string[] | null;
}

/** An agent's answer to a question: deterministic, only from rows. */
export type Answer = (question: Question, call: QueryCall) => Promise<string>;

export type ServiceLocalPart = (typeof SERVICE_LOCAL_PARTS)[number];

/** The first word of a question, as a command: lower case, letters only. */
export function commandOf({ text }: Question): string {
  const [word = ""] = text.trim().toLowerCase().split(/\s+/, 1);
  return word.replace(/[^a-z]/g, "");
}

/**
 * The account whose rows an agent may show, or the sentence for a refusal: an agent says
 * nothing that the asking identity could not read itself.
 */
export function mayTell(
  { accountId, scopes }: Questioner,
  scope: string,
): { readonly accountId: string } | { readonly why: string } {
  if (accountId === null) {
    return { why: "I can tell more to an account of this service only." };
  }
  if (scopes && !scopes.includes(scope)) {
    return {
      why: `I can tell nothing about the account: the credential that asks lacks the scope ${scope}.`,
    };
  }
  return { accountId };
}

/** A heading with its lines, or one sentence if there are none. */
export function list(
  heading: string,
  lines: readonly string[],
  none: string,
): string {
  if (lines.length === 0) return none;
  return [heading, ...lines.map((line) => `- ${line}`)].join("\n");
}
