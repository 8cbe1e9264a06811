import type { Command } from "commander";
import { trustClock } from "../core/operations/trust_clock.ts";
import { run } from "./run.ts";

/** `svc clock …` */
export function addClockCommand(svc: Command): void {
  svc
    .command("clock")
    .description("the clock by which holds and approvals end")
    .command("trust")
    .description("say that the clock is right, after it was found far ahead")
    .addHelpText(
      "after",
      `
What time ends waits for an hour when the clock has jumped ahead, or when the service
starts after a day of silence (GET /healthz, "clock"). With this it goes on at once.`,
    )
    .action((_options: object, command: Command) =>
      run(command, async (operator) => {
        const output = await operator.run(trustClock, {});
        const { now, aheadSeconds } = output;
        const was =
          aheadSeconds === 0
            ? "It was trusted already."
            : `It was found ${aheadSeconds} s ahead; what it ends goes on now.`;
        return { output, text: `The clock shows ${now}. ${was}` };
      }),
    );
}
