import { existsSync } from "node:fs";
import type { Static, TSchema } from "typebox";
import { Value } from "typebox/value";
import { ProblemError } from "../../packages/terminal/src/problem_error.ts";
import type { Config } from "../config/config.ts";
import type { Command, Query } from "../core/access/operation.ts";
import { LIMITS } from "../core/base/limits.ts";
import { readSchema } from "../core/db/database.ts";
import { storageErrorIn } from "../core/db/failure.ts";
import { DatabaseInUseError } from "../core/db/lock/lock.ts";
import { problemOf, ServiceError } from "../core/errors/errors.ts";
import type { HandedOver, TakenMail } from "../core/loops/take_mail.ts";
import { takeMail } from "../core/loops/take_mail.ts";
import { outputOf } from "../core/pipeline/call.ts";
import type { OpenServices } from "../process/open_services.ts";
import { openServices } from "../process/open_services.ts";
import type { FoundChannel } from "./operator_channel.ts";
import { findChannel, operatorCaller } from "./operator_channel.ts";

/** Runs operator operations: in this process, or in the service that holds the database. */
export interface Runner {
  run<I extends TSchema, O extends TSchema>(
    operation: Query<I, O> | Command<I, O>,
    input: Static<I>,
  ): Promise<Static<O>>;
  /** Receives a mail; each character of it is one byte. */
  takeMail(handed: HandedOver): Promise<TakenMail>;
  close(): Promise<void>;
}

/**
 * Opens the database, which only the service creates, or finds the service that has it
 * open. Waits for a service that is starting or stopping, and for every earlier `svc`.
 */
export async function openOperator(
  config: Config,
  waitMs: number = LIMITS.operatorWaitMs,
): Promise<Runner> {
  await refuseNone(config);
  const giveUpAt = performance.now() + waitMs;
  for (;;) {
    const inUse = await openHere(config);
    if (!(inUse instanceof DatabaseInUseError)) return inUse;
    const running = await findRunning(config);
    if (running) return running;
    if (performance.now() > giveUpAt) {
      throw new Error(`${inUse.message}, and it doesn't answer svc`);
    }
    await Bun.sleep(LIMITS.operatorRetryMs);
  }
}

/** The service that has the database open, if one answers. */
export async function findRunning({
  operatorPath,
}: Config): Promise<Runner | undefined> {
  const channel = await findChannel(operatorPath);
  return channel && throughChannel(channel);
}

/** @throws if the service has not created the database yet */
async function refuseNone({
  databasePath: path,
  databaseUrl: url,
  databaseAuthToken: authToken,
}: Config): Promise<void> {
  const isThere =
    path === null
      ? ((
          await readSchema({
            url,
            ...(authToken !== undefined && { authToken }),
          })
        )?.applied ?? 0) > 0
      : existsSync(path);
  if (isThere) return;
  throw new Error(
    `Cannot open ${path ?? new URL(url).host}: there's no database. Set DATABASE_URL to the service's, or start the service to create one`,
  );
}

async function openHere(config: Config): Promise<Runner | DatabaseInUseError> {
  try {
    return inThisProcess(await openServices(config));
  } catch (error) {
    if (error instanceof DatabaseInUseError) return error;
    throw error;
  }
}

function inThisProcess(services: OpenServices): Runner {
  return {
    takeMail: (handed) => takeMail(services, handed),
    async run(operation, input) {
      const requestId = `svc-${services.randomBytes(8).toHex()}`;
      const caller = operatorCaller(requestId);
      try {
        return await outputOf(services, operation, caller, input);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        const { baseUrl } = services.settings;
        const problem = problemOf(error, { baseUrl, requestId });
        // There is no log to show the cause.
        const cause = storageErrorIn(error)?.message;
        const detail = cause && `${problem.detail} ${cause}.`;
        throw new ProblemError({ ...problem, ...(detail && { detail }) });
      }
    },
    close: () => services.close(),
  };
}

function throughChannel({ url, headers }: FoundChannel): Runner {
  return {
    async takeMail(handed) {
      const response = await fetch(`${url}mail`, {
        method: "POST",
        headers,
        body: JSON.stringify(handed),
      });
      const body = await response.json();
      if (!response.ok) throw new ProblemError(body);
      return body;
    },
    async run(operation, input) {
      const response = await fetch(url, {
        method: "POST",
        headers,
        body: JSON.stringify({ operation: operation.name, input }),
      });
      const body: Record<string, unknown> = await response.json();
      if (!response.ok) throw new ProblemError(body);
      if (Value.Check(operation.output, body.output)) return body.output;
      throw new Error(
        "Cannot read the service's answer: svc and the service are different versions",
      );
    },
    close: async () => {},
  };
}
