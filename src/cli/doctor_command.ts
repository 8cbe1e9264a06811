import type { Command } from "commander";
import type { Terminal } from "../../packages/terminal/src/answer.ts";
import { showFields } from "../../packages/terminal/src/columns.ts";
import { run } from "../../packages/terminal/src/operator/run.ts";
import { readConfig } from "../config/config.ts";
import { coreOf } from "./core_of.ts";
import { looked } from "./doctor/check.ts";

const MARKS = { ok: "ok  ", note: "note", bad: "BAD " } as const;

/** `svc doctor` */
export function addDoctorCommand(svc: Command): void {
  svc
    .command("doctor")
    .description("check everything the service depends on, and say what to fix")
    .option("--webhooks", "send a test event to active webhooks, 20 at most")
    .addHelpText(
      "after",
      `
Changes nothing, and sends nothing without --webhooks. Uses the settings of this terminal.
Exits 1 if anything is bad.`,
    )
    .action(({ webhooks }: { readonly webhooks?: true }, command: Command) =>
      run(command, async (operator) => {
        const service = await operator.run("inspect_service", {});
        const { terminal } = command.optsWithGlobals<{ terminal: Terminal }>();
        const config = readConfig(terminal.env);
        const probes = webhooks && (await operator.run("probe_webhooks", {}));
        const patient = {
          ...{ config, service, now: Date.now() },
          ...(probes && { probed: probes.probed }),
        };
        const { doctorChecks } = await coreOf(command);
        const checks = await Promise.all(
          (await doctorChecks()).map(async ({ name, look }) => ({
            name,
            ...(await looked(() => look(patient), "read the log")),
          })),
        );
        const lines = checks.map(({ name, is, found, fix }) => {
          const after = fix === undefined ? "" : `\n      → ${fix}`;
          return [`${MARKS[is]}  ${name}`, found + after] as const;
        });
        const isBad = checks.some(({ is }) => is === "bad");
        return {
          output: { ok: !isBad, checks },
          text: showFields(lines),
          isBad,
        };
      }),
    );
}
