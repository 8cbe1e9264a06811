import type { Command } from "commander";
import { print, terminalOf } from "../../packages/terminal/src/answer.ts";
import { showTable } from "../../packages/terminal/src/columns.ts";
import type { OutputOf } from "../../packages/terminal/src/operator/operations.ts";
import type { Config } from "../config/config.ts";
import { readConfig } from "../config/config.ts";
import { findRunning } from "./operator.ts";

/** `svc config` */
export function addConfigCommand(svc: Command): void {
  svc
    .command("config")
    .description("show every setting and its value")
    .addHelpText(
      "after",
      `
Shows what a running service was started with, or what one would start with here.
Secrets are never shown. docs/settings.md explains each setting.`,
    )
    .action(async (_options: object, command: Command) => {
      const { terminal } = terminalOf(command);
      const output = await settingsOf(readConfig(terminal.env));
      const rows = output.settings.map(({ name, value, from, usual }) => [
        name,
        value ?? (from === "default" ? usual.replaceAll("`", "") : "(set)"),
        from,
      ]);
      const wrong = output.misspelt.map(
        (it) => `\n${it.name} isn't a setting; did you mean ${it.didYouMean}?`,
      );
      const table = showTable([["Setting", "Value", "From"], ...rows]);
      print(command, { output, text: table + wrong.join("") });
    });
}

/** Opens no database, because this must work where none opens. */
async function settingsOf(config: Config): Promise<OutputOf<"list_settings">> {
  const running = await findRunning(config);
  if (running) return await running.run("list_settings", {});
  const { listed, misspelt } = config;
  return { settings: [...listed], misspelt: [...misspelt] };
}
