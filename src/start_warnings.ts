import { hasEveryKey } from "./core/audit/log/verify_log.ts";
import type { Services } from "./core/pipeline/call.ts";

/** Says in the log what an operator has to put right, and what keeps no service from starting. */
export async function warnAtStart(
  services: Pick<Services, "db" | "signer" | "log">,
): Promise<void> {
  if (!(await hasEveryKey(services))) {
    services.log.error(
      "keys.foreign",
      "The log of this database was signed by a key that the service does not have. Stop it and bring signing_key.json back from a backup",
    );
  }
}
