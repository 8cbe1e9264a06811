import type { Command } from "commander";
import { showFields } from "../../packages/terminal/src/columns.ts";
import { recheckDomain } from "../core/operations/recheck_domain.ts";
import { run } from "./run.ts";

/** `svc domain …` */
export function addDomainCommand(svc: Command): void {
  svc
    .command("domain")
    .description("custom domains of accounts")
    .command("recheck")
    .description("do the daily check of a domain now, with all it may change")
    .argument("<id>", "id of the domain, such as dom_01…")
    .action((id: string, _options: object, command: Command) =>
      run(command, async (operator) => {
        const output = await operator.run(recheckDomain, { id });
        const { domain, status, record, check } = output;
        const text = showFields([
          ["Domain", `${domain} (${output.id})`],
          ["Status", status],
          ["Record", `${record.name} TXT ${record.value}`],
          ["Found", check?.detail ?? "never looked up"],
        ]);
        return { output, text };
      }),
    );
}
