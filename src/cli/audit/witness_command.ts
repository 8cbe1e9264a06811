import type { Command } from "commander";
import { terminalOf } from "../../../packages/terminal/src/answer.ts";
import type { WitnessOptions } from "./witness.ts";

/** `svc witness` */
export function addWitnessCommand(svc: Command): void {
  svc
    .command("witness")
    .description("sign the logs of other services, as their witness")
    .argument("<folder>", "its key, and the heads of the logs that it signed")
    .requiredOption("--name <name>", "its name, such as b.example/witness")
    .requiredOption("--log <key...>", "key of a log, from GET /v1/audit/log")
    .option("--listen <port>", "port on this machine", "3100")
    .addHelpText(
      "after",
      `
It prints its key: the other service has it in LOG_WITNESSES, with the address at your proxy.

Example:
  svc witness ./witness --name b.example/witness --log 'inbox.a.example/log+1a2b3c4d+A…'`,
    )
    .action(
      async (folder: string, options: WitnessOptions, command: Command) => {
        const { terminal } = terminalOf(command);
        // Only a witness has the parts that sign.
        const { serveWitness } = await import("./witness.ts");
        const witness = await serveWitness(folder, options);
        terminal.out(
          `${witness.key}\nThe witness is ready on port ${witness.port}.\n`,
        );
        const { promise, resolve } = Promise.withResolvers<void>();
        terminal.signal?.addEventListener("abort", () => resolve());
        await promise;
        await witness.stop();
      },
    );
}
