import type { HumanInterrupt } from "./agent_inbox.ts";

/** What a question says, beside the request. */
export interface Asked {
  /** Finds the question again; each attempt has another. */
  readonly key: string;
  /** Why the last answer could not be used. */
  readonly again?: string | undefined;
}

/** The question as the person reads it, with the answers that it allows. */
export function sayQuestion(
  { action_request, config, description }: HumanInterrupt,
  { key, again }: Asked,
): string {
  const { action, args } = action_request;
  const shown = Object.entries(args).map(
    ([name, value]) =>
      `- ${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return [
    again,
    description ?? "May I do this?",
    [`**${action}**`, ...shown].join("\n"),
    howToAnswer(config, args),
    reference(key),
  ]
    .filter((it) => it !== undefined)
    .join("\n\n");
}

/** True for the text of the question with this key. */
export function isQuestion(text: string, key: string): boolean {
  return text.trimEnd().endsWith(reference(key));
}

function reference(key: string): string {
  return `Reference: \`${key}\``;
}

function howToAnswer(
  config: HumanInterrupt["config"],
  args: Readonly<Record<string, unknown>>,
): string {
  const [last] = Object.entries(args).slice(-1);
  const change = JSON.stringify(last ? Object.fromEntries([last]) : {});
  return [
    config.allow_accept && "Answer `yes` to accept it.",
    config.allow_edit && `Answer what changes as JSON: \`${change}\`.`,
    config.allow_respond && "The agent reads any other answer as your words.",
    config.allow_ignore && "*Don't answer* leaves it alone.",
  ]
    .filter((it) => it !== false)
    .join(" ");
}
