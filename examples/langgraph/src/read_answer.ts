import type { HumanInterrupt, HumanResponse } from "./agent_inbox.ts";

/** A question that the person or the clock has closed. */
export interface Closed {
  readonly status: string;
  /** The comment or the message; empty if there is none. */
  readonly words: string;
}

/** Words that accept the action as it was shown. */
const YES = /^(yes|y|ok|okay|accept|approve|approved|ja)[.!]?$/i;

/** Reads an answer as one of agent-inbox, or says why the request does not allow it. Pure. */
export function readAnswer(
  { action_request, config }: HumanInterrupt,
  { status, words }: Closed,
): HumanResponse | { readonly problem: string } {
  const said = words.trim();
  if (status !== "approved") {
    // A reason that comes with a refusal is feedback.
    if (said && config.allow_respond) return { type: "response", args: said };
    return config.allow_ignore
      ? { type: "ignore", args: null }
      : { problem: "This needs an answer." };
  }
  if (said === "" || YES.test(said)) {
    return config.allow_accept
      ? { type: "accept", args: null }
      : { problem: "This cannot be accepted as it is." };
  }
  const changes = changesIn(said, action_request.args);
  if (changes && config.allow_edit) {
    const args = { ...action_request.args, ...changes };
    return { type: "edit", args: { ...action_request, args } };
  }
  if (config.allow_respond) return { type: "response", args: said };
  return { problem: `“${said}” is none of the answers that are possible.` };
}

/** A JSON object of arguments that the action has; undefined for any other text. */
function changesIn(
  said: string,
  args: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined {
  if (!said.startsWith("{")) return undefined;
  try {
    const read: Readonly<Record<string, unknown>> = JSON.parse(said);
    return Object.keys(read).every((it) => it in args) ? read : undefined;
  } catch {
    return undefined;
  }
}
