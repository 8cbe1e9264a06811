import { existsSync } from "node:fs";
import {
  findChannel,
  throughChannel,
} from "../../packages/terminal/src/operator/channel.ts";
import type { Runner } from "../../packages/terminal/src/operator/runner.ts";
import { runnerOf } from "../../packages/terminal/src/operator/runner.ts";
import type { Config } from "../config/config.ts";
import { LIMITS } from "../core/base/limits.ts";
import type { LoadCore } from "./core_of.ts";

interface Opening {
  readonly waitMs?: number;
  readonly core: LoadCore;
}

/**
 * Finds the service that has the database open, or opens the database, which only the
 * service creates. Waits for a service that is starting or stopping, and for every
 * earlier `svc`.
 */
export async function openOperator(
  config: Config,
  { waitMs = LIMITS.operatorWaitMs, core }: Opening,
): Promise<Runner> {
  await refuseNone(config, core);
  const giveUpAt = performance.now() + waitMs;
  for (;;) {
    const running = await findRunning(config);
    if (running) return running;
    const { openHere } = await core();
    const opened = await openHere(config);
    if (!("inUse" in opened)) return runnerOf(opened);
    if (performance.now() > giveUpAt) {
      throw new Error(`${opened.inUse}, and it doesn't answer svc`);
    }
    await Bun.sleep(LIMITS.operatorRetryMs);
  }
}

/** The service that has the database open, if one answers. */
export async function findRunning({
  operatorPath,
}: Config): Promise<Runner | undefined> {
  const channel = await findChannel(operatorPath);
  return channel && runnerOf(throughChannel(channel));
}

/** @throws if the service has not created the database yet */
async function refuseNone(config: Config, core: LoadCore): Promise<void> {
  const { databasePath: path, databaseUrl } = config;
  if (path === null ? await isOnServer(config, core) : existsSync(path)) return;
  throw new Error(
    `Cannot open ${path ?? new URL(databaseUrl).host}: there's no database. Set DATABASE_URL to the service's, or start the service to create one`,
  );
}

async function isOnServer(
  { databaseUrl: url, databaseAuthToken: authToken }: Config,
  core: LoadCore,
): Promise<boolean> {
  const { readSchema } = await core();
  const schema = await readSchema({
    url,
    ...(authToken !== undefined && { authToken }),
  });
  return (schema?.applied ?? 0) > 0;
}
