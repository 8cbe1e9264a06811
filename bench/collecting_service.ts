import { startedScript } from "../scripts/started_script.ts";

/** The service, which collects its garbage when it is asked to: only then is what it holds known. */
process.on("SIGUSR2", () => Bun.gc(true));
await import(await startedScript());
