import type { Command } from "commander";
import { showFields } from "../../packages/terminal/src/columns.ts";
import { recheckDomain } from "../core/operations/recheck_domain.ts";
import { run } from "./run.ts";

/** `svc domain …` */
export function addDomainCommand(svc: Command): void {
  svc
    .command("domain")
    .description("manage accounts' custom domains")
    .command("recheck")
    .description("run a domain's daily check now")
    .argument("<id>", "domain id, such as dom_01…")
    .action((id: string, _options: object, command: Command) =>
      run(command, async (operator) => {
        const output = await operator.run(recheckDomain, { id });
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
