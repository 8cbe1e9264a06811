import { Value } from "typebox/value";
import type {
  Carrier,
  Runner,
} from "../../packages/terminal/src/operator/runner.ts";
import type { Config } from "../config/config.ts";
import { storageErrorIn } from "../core/db/failure.ts";
import { DatabaseInUseError } from "../core/db/lock/lock.ts";
import { problemOf, ServiceError } from "../core/errors/errors.ts";
import type { RunOperation } from "../core/loops/duty.ts";
import { takeMail } from "../core/loops/take_mail.ts";
import { OPERATIONS } from "../core/operations/mod.ts";
import { outputOf } from "../core/pipeline/call.ts";
import type { OpenServices } from "../process/open_services.ts";
import { openServices } from "../process/open_services.ts";
import { operatorCaller, operatorOperations } from "./operator_channel.ts";

/** Opens the database in this process; says why if another process has it. */
export async function openHere(
  config: Config,
): Promise<Carrier | { readonly inUse: string }> {
  try {
    return inThisProcess(await openServices(config));
  } catch (error) {
    if (error instanceof DatabaseInUseError) return { inUse: error.message };
    throw error;
  }
}

function inThisProcess(services: OpenServices): Carrier {
  const served = operatorOperations(OPERATIONS);
  return {
    takeMail: (handed) => takeMail(services, handed),
    async call(name, input) {
      const requestId = `svc-${services.randomBytes(8).toHex()}`;
      const caller = operatorCaller(requestId);
      const operation = served.get(name);
      try {
        if (!operation) throw new ServiceError("unknown_operator_call");
        return { output: await outputOf(services, operation, caller, input) };
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        const { baseUrl } = services.settings;
        const problem = problemOf(error, { baseUrl, requestId });
        // There is no log to show the cause.
        const cause = storageErrorIn(error)?.message;
        const detail = cause && `${problem.detail} ${cause}.`;
        return { problem: { ...problem, ...(detail && { detail }) } };
      }
    },
    close: () => services.close(),
  };
}

/** Runs operations for a command that has them by themselves. */
export function operationsOf(operator: Runner): RunOperation {
  return async (operation, input) => {
    const output = await operator.call(operation.name, input);
    if (Value.Check(operation.output, output)) return output;
    throw new Error(
      "Cannot read the service's answer: svc and the service are different versions",
    );
  };
}
