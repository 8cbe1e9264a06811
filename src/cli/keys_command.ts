import type { Command } from "commander";
import { Argument } from "commander";
import type { Terminal } from "../../packages/terminal/src/answer.ts";
import { print } from "../../packages/terminal/src/answer.ts";
import { readConfig } from "../config/config.ts";
import type { Keys } from "../core/base/keys.ts";
import { KEY_NAMES, rotateKeyFile } from "../core/base/keys.ts";
import { rotateSharedKey } from "../core/identity/shared_keys.ts";
import { openServices } from "../process/open_services.ts";

/** `svc keys …` */
export function addKeysCommand(svc: Command): void {
  svc
    .command("keys")
    .description("manage the service's signing keys")
    .command("rotate")
    .description("create a new signing key; the old one still verifies")
    .addArgument(
      new Argument(
        "[key]",
        "receipts (with the audit log), cards, or requests to other services (default: all)",
      ).choices(KEY_NAMES),
    )
    .addHelpText(
      "after",
      `
Restart the service (each node) afterwards; it signs with the old key until then. The old
public key stays at /.well-known/jwks.json, and its records still verify. An old key of
requests counts for another hour: restart within it. Back up the keys, and give the new one (GET /v1/audit/log) to the log's witnesses and to anyone who
checks the log by its key.

Example:
  svc keys rotate receipts`,
    )
    .action(async (key: keyof Keys | undefined, _options, command: Command) => {
      const { terminal } = command.optsWithGlobals<{ terminal: Terminal }>();
      const rotated = await rotate(terminal, key ? [key] : KEY_NAMES);
      const text = rotated
        .map(({ name, kid }) => `The new key of ${name} is ${kid}.`)
        .join("\n");
      print(command, {
        output: { rotated },
        text: `${text}\nRestart the service; it signs with the old key until then.`,
      });
    });
}

interface Rotated {
  readonly name: keyof Keys;
  readonly kid: string;
}

async function rotate(
  { env }: Terminal,
  names: readonly (keyof Keys)[],
): Promise<readonly Rotated[]> {
  const config = readConfig(env);
  const rotated: Rotated[] = [];
  if (config.databasePath !== null || config.authSecret === undefined) {
    const now = Date.now();
    for (const name of names) {
      rotated.push({ name, kid: await rotateKeyFile(config, { name, now }) });
    }
    return rotated;
  }
  const services = await openServices(config);
  try {
    for (const name of names) {
      const kid = await rotateSharedKey(services, config.authSecret, name);
      rotated.push({ name, kid });
    }
    return rotated;
  } finally {
    await services.close();
  }
}
