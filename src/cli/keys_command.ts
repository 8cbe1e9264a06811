import type { Command } from "commander";
import { Argument } from "commander";
import type { Terminal } from "../../packages/terminal/src/answer.ts";
import { print } from "../../packages/terminal/src/answer.ts";
import { readConfig } from "../config/config.ts";
import type { Keys } from "../core/base/keys.ts";
import { coreOf } from "./core_of.ts";

const KEY_NAMES: readonly (keyof Keys)[] = ["receipts", "cards", "requests"];

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
      const { rotateKeys } = await coreOf(command);
      const rotated = await rotateKeys(
        readConfig(terminal.env),
        key ? [key] : KEY_NAMES,
      );
      const text = rotated
        .map(({ name, kid }) => `The new key of ${name} is ${kid}.`)
        .join("\n");
      print(command, {
        output: { rotated },
        text: `${text}\nRestart the service; it signs with the old key until then.`,
      });
    });
}
