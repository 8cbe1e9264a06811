import type { Command } from "commander";
import { run } from "./run.ts";

/** `svc clock …` */
export function addClockCommand(svc: Command): void {
  svc
    .command("clock")
    .description("the clock that ends holds and approvals")
    .command("trust")
    .description("confirm the clock after it was found far ahead")
    .addHelpText(
      "after",
      `
When the clock has jumped ahead, or the service starts after a day of silence, expiry
waits for an hour (GET /healthz, "clock"). This command lets it continue at once.`,
    )
    .action((_options: object, command: Command) =>
      run(command, async (operator) => {
        const output = await operator.run("trust_clock", {});
        const { now, aheadSeconds } = output;
        const was =
          aheadSeconds === 0
            ? "It was already trusted."
            : `It was found ${aheadSeconds} s ahead; expiry continues now.`;
        return { output, text: `The clock shows ${now}. ${was}` };
      }),
    );
}
