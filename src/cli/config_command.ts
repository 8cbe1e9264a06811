import type { Command } from "commander";
import { showTable } from "../../packages/terminal/src/columns.ts";
import { listSettings } from "../core/operations/list_settings.ts";
import { run } from "./run.ts";

/** `svc config` */
export function addConfigCommand(svc: Command): void {
  svc
    .command("config")
    .description("every setting, and what it is set to")
    .addHelpText(
      "after",
      `
Of a running service: what it was started with. Otherwise: what it would start with here.
A secret is never shown. What each does: docs/settings.md.`,
    )
    .action((_options: object, command: Command) =>
      run(command, async (operator) => {
        const output = await operator.run(listSettings, {});
        const rows = output.settings.map(({ name, value, from, usual }) => [
          name,
          value ?? (from === "default" ? usual.replaceAll("`", "") : "(set)"),
          from,
        ]);
        const wrong = output.misspelt.map(
          (it) => `\n${it.name} is no setting: did you mean ${it.didYouMean}?`,
        );
        const table = showTable([["Setting", "Value", "From"], ...rows]);
        return { output, text: table + wrong.join("") };
      }),
    );
}
