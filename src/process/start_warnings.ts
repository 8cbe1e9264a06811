import type { Config } from "../config/config.ts";
import { openSecretFiles } from "../config/secrets.ts";
import { hasEveryKey } from "../core/audit/log/verify_log.ts";
import type { Services } from "../core/pipeline/call.ts";

/** Logs problems that the operator should fix but that do not prevent a start. */
export async function warnAtStart(
  services: Pick<Services, "db" | "signer" | "log">,
  config: Config,
): Promise<void> {
  if (!(await hasEveryKey(services))) {
    services.log.error(
      "keys.foreign",
      "The log of this database was signed by a key that the service does not have. Stop it and bring signing_key.json back from a backup",
    );
  }
  const open = await openSecretFiles(config);
  if (open.length > 0) {
    services.log.error(
      "secrets.open",
      `Everybody on this machine may read secrets. Say: chmod 600 ${open.join(" ")}`,
    );
  }
}
