import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { Option } from "commander";
import { jsonObjectIn } from "../call_command.ts";
import { showFields } from "../columns.ts";
import type { AddOptions } from "./credential_command.ts";
import { accessOf, withAccess } from "./credential_command.ts";
import type { OfAccount } from "./find.ts";
import { accountIdOf, subcommand } from "./find.ts";
import { run } from "./run.ts";
import type { ShownCredential } from "./show.ts";
import { credentialFields } from "./show.ts";

/** The keys as typed: one of the two. */
interface KeyOptions {
  readonly jwks?: string;
  readonly jwksUri?: string;
}

/** A JWK set, or one key. */
interface KeySet {
  readonly keys?: Record<string, unknown>[];
}

/** `svc client …` */
export function addClientCommand(svc: Command): void {
  const client = svc
    .command("client")
    .description("let programs in that sign with their own keys")
    .addHelpText(
      "after",
      `
Examples:
  svc client add --account alice@inbox.localhost --name "Build server" --jwks-uri https://ci.example/jwks.json
  svc client add --account alice@inbox.localhost --name "Nightly" --jwks keys.json --preset reader
  svc client keys cred_01k… --account alice@inbox.localhost --jwks new_keys.json

Its limits, and how it ends: svc credential limit, svc credential revoke.`,
    );
  withKeys(
    withAccess(subcommand(client, "add", "add a program by its public keys")),
  ).action((options: AddOptions & KeyOptions, command: Command) =>
    run(command, async (operator) => {
      const access = await accessOf(operator, options);
      const keys = await keysOf(options);
      const output = await operator.run("add_client", { ...access, keys });
      return { output, text: shown(output.credential) };
    }),
  );
  withKeys(subcommand(client, "keys", "replace the public keys of a program"))
    .argument("<credentialId>", "id from svc credential list")
    .action(
      (
        credentialId: string,
        options: OfAccount & KeyOptions,
        command: Command,
      ) =>
        run(command, async (operator) => {
          const output = await operator.run("update_credential", {
            accountId: await accountIdOf(operator, options.account),
            ...{ credentialId, keys: await keysOf(options) },
          });
          return { output, text: shown(output.credential) };
        }),
    );
}

function withKeys(command: Command): Command {
  return command
    .option("--jwks <file>", "file with its public keys (a JWK set)")
    .addOption(
      new Option(
        "--jwks-uri <url>",
        "where its public keys are read; they are rotated there",
      ).conflicts("jwks"),
    );
}

async function keysOf({ jwks, jwksUri }: KeyOptions) {
  if (jwks === undefined) return jwksUri === undefined ? {} : { jwksUri };
  const text = await readFile(jwks, "utf8");
  const read: KeySet = jsonObjectIn(text, `read ${jwks}`);
  return { jwks: read.keys ?? [{ ...read }] };
}

function shown(credential: ShownCredential): string {
  return `${showFields(credentialFields(credential))}\n\nIt signs in at /oauth/token as ${credential.clientId}, with private_key_jwt.`;
}
