import type { HumanInterrupt } from "./agent_inbox.ts";

/** The question as the person reads it, with the answers that it allows. */
export function sayQuestion(
  { action_request, config, description }: HumanInterrupt,
  again?: string,
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
    answersTo(config).join("\n"),
  ]
    .filter((it) => it !== undefined)
    .join("\n\n");
}

function answersTo(config: HumanInterrupt["config"]): readonly string[] {
  return [
    config.allow_accept && "- To accept it, answer `yes`.",
    config.allow_edit &&
      '- To change it, answer what changes, as JSON: `{"name": "value"}`.',
    config.allow_respond && "- Any other answer goes to the agent as it is.",
    config.allow_ignore && "- To have it left alone, don't answer.",
  ].filter((it) => it !== false);
}
