import type { Command } from "commander";
import { showFields, showTable } from "../columns.ts";
import type { OutputOf } from "./operations.ts";
import { run } from "./run.ts";

/** `svc domain …` */
export function addDomainCommand(svc: Command): void {
  const domain = svc
    .command("domain")
    .description(
      "manage accounts' custom domains, and the rules for other domains",
    );
  addRuleCommands(domain);
  domain
    .command("recheck")
    .description("run a domain's daily check now")
    .argument("<id>", "domain id, such as dom_01…")
    .action((id: string, _options: object, command: Command) =>
      run(command, async (operator) => {
        const output = await operator.run("recheck_domain", { id });
        const { domain, status, record, check } = output;
        const text = showFields([
          ["Domain", `${domain} (${output.id})`],
          ["Status", status],
          ["Record", `${record.name} TXT ${record.value}`],
          ["Found", check?.detail ?? "never checked"],
        ]);
        return { output, text };
      }),
    );
}

const RULES = [
  ["allow", "exchange conversations with a domain (FEDERATION=allowlist)"],
  ["block", "exchange nothing with a domain, whatever FEDERATION is"],
] as const;

/** `svc domain allow|block|forget|list` */
function addRuleCommands(domain: Command): void {
  for (const [rule, description] of RULES) {
    domain
      .command(rule)
      .description(description)
      .argument(
        "<domain>",
        "domain, such as b.example; all below it count, too",
      )
      .option("--reason <text>", "why, for the list")
      .action((name: string, options: { reason?: string }, command: Command) =>
        run(command, async (operator) => {
          const input = { domain: name, rule, ...options };
          return showRules(await operator.run("set_domain_rule", input));
        }),
      );
  }
  domain
    .command("forget")
    .description("remove the rule for a domain")
    .argument("<domain>", "domain, such as b.example")
    .action((name: string, _options: object, command: Command) =>
      run(command, async (operator) => {
        const input = { domain: name, rule: null };
        const { output, text } = showRules(
          await operator.run("set_domain_rule", input),
        );
        const had = output.hadRule ? "" : `There was no rule for ${name}.\n`;
        return { output, text: had + text };
      }),
    );
  domain
    .command("list")
    .description("list the allowed and blocked domains")
    .action((_options: object, command: Command) =>
      run(command, async (operator) => {
        const output = await operator.run("list_domain_rules", {});
        const { text } = showRules(output);
        return { output, text: `FEDERATION=${output.federation}\n${text}` };
      }),
    );
}

function showRules<T extends Pick<OutputOf<"list_domain_rules">, "rules">>(
  output: T,
) {
  const rows = output.rules.map(({ domain, rule, createdAt, reason }) => [
    domain,
    rule,
    createdAt,
    reason,
  ]);
  const heading = ["Domain", "Rule", "Since", "Reason"];
  const text =
    rows.length > 0 ? showTable([heading, ...rows]) : "No rule for any domain.";
  return { output, text };
}
