/** The service, which says how long one turn of its loop took at most since it was last asked. */

import { startedScript } from "../../scripts/started_script.ts";
import { LapClock } from "../../src/core/loops/loop_watch.ts";

const clock = new LapClock();
let longestMs = 0;
let times = 0;
setInterval(() => {
  const { ms, cpuMs } = clock.lap();
  // What other processes of the machine took is none of the service's.
  longestMs = Math.max(longestMs, Math.min(ms, cpuMs));
}, 1);
process.on("SIGUSR2", () => {
  console.log(`longest turn ${++times} of ${longestMs.toFixed(1)} ms`);
  longestMs = 0;
});
await import(await startedScript());
