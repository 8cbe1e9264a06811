import type { Command } from "commander";
import { Option } from "commander";
import type { Static } from "typebox";
import type { LimitsInput } from "../../../../src/core/addresses/access_limits.ts";
import { CONTACT_TYPES } from "../../../../src/core/addresses/contact_types.ts";
import type { Preset, Scope } from "../../../../src/core/identity/scopes.ts";
import { PRESET_IDS, SCOPES } from "../../../../src/core/identity/scopes.ts";
import { showFields, showTable } from "../columns.ts";
import type { OfAccount } from "./find.ts";
import { accountIdOf, subcommand } from "./find.ts";
import { run } from "./run.ts";
import type { Runner } from "./runner.ts";
import type { ShownCredential } from "./show.ts";
import { credentialFields, showScopes, showStatus, showToken } from "./show.ts";

/** The limits of a credential as typed; "none" removes a limit. */
interface LimitOptions {
  readonly perPayment?: string;
  readonly perDay?: string;
  readonly perPayee?: string;
  readonly payee?: string[];
  readonly contactType?: string[];
  readonly acceptMax?: string;
  readonly acceptFrom?: string[];
  readonly acceptType?: string[];
  readonly askFirstPayment?: boolean;
}

export interface AddOptions extends OfAccount, LimitOptions {
  readonly name: string;
  readonly preset?: Preset["id"];
  readonly scope?: Scope[];
  readonly expiresAt?: string;
}

interface Issued {
  readonly credential: ShownCredential;
  readonly token: string;
}

/** `svc credential …` */
export function addCredentialCommand(svc: Command): void {
  const credential = svc
    .command("credential")
    .description("manage the tokens agents sign in with")
    .addHelpText(
      "after",
      `
Examples:
  svc credential add --account alice@inbox.localhost --name "Claude" --preset assistant
  svc credential add --account alice@inbox.localhost --name "Buyer" --per-payment 5 --per-day 20 --payee bob@inbox.localhost
  svc credential list --account alice@inbox.localhost
  svc credential limit cred_01k… --account alice@inbox.localhost --per-day 20 --per-payee none
  svc credential limit cred_01k… --account alice@inbox.localhost --accept-max 5 --accept-type clients
  svc credential rotate cred_01k… --account alice@inbox.localhost
  svc credential revoke cred_01k… --account alice@inbox.localhost`,
    );
  add(credential);
  list(credential);
  limit(credential);
  rotate(credential);
  revoke(credential);
}

/** Adds the options of every limit, in one order. */
function withLimits(command: Command): Command {
  const types = [...CONTACT_TYPES, NONE];
  return command
    .option("--per-payment <amount>", "most USDC per payment")
    .option("--per-day <amount>", "most USDC per UTC day")
    .option("--per-payee <amount>", "most USDC per UTC day and payee")
    .option("--payee <address...>", "the only addresses it can pay")
    .addOption(
      new Option(
        "--contact-type <type...>",
        "the only contact types it can pay as",
      ) //
        .choices(types),
    )
    .option("--accept-max <amount>", "most USDC of a request it can accept")
    .option(
      "--accept-from <address...>",
      "the only senders whose requests it can accept",
    )
    .addOption(
      new Option(
        "--accept-type <type...>",
        "the only contact types whose requests it can accept",
      ) //
        .choices(types),
    )
    .addOption(askFirstPayment())
    .option("--no-ask-first-payment", "pay new people within its limits");
}

/** The option to ask a person first, named the same in every command. */
export function askFirstPayment(): Option {
  return new Option(
    "--ask-first-payment",
    "ask before its first payment to someone outside the contacts",
  );
}

const NONE = "none";

/** The given limits, with null for "none". */
function limitsOf(options: LimitOptions): Static<typeof LimitsInput> {
  const { perPayment, perDay, perPayee, payee, contactType } = options;
  const { acceptMax, acceptFrom, acceptType } = options;
  const { askFirstPayment: asks } = options;
  const accept = {
    ...amountOf("maxPrice", acceptMax),
    ...listOf("senders", acceptFrom),
    ...listOf("contactTypes", acceptType),
  };
  return {
    ...amountOf("perPayment", perPayment),
    ...amountOf("perDay", perDay),
    ...amountOf("perPayee", perPayee),
    ...listOf("payees", payee),
    ...listOf("contactTypes", contactType),
    ...(asks !== undefined && { askFirstPayment: asks }),
    ...(Object.keys(accept).length > 0 && { accept }),
  };
}

function amountOf(name: string, said: string | undefined) {
  return said === undefined ? {} : { [name]: said === NONE ? null : said };
}

function listOf(name: string, said: readonly string[] | undefined) {
  if (said === undefined) return {};
  return { [name]: said.includes(NONE) ? null : said };
}

function add(parent: Command): void {
  withAccess(
    subcommand(parent, "add", "create a credential; its token is shown once"),
  ).action((options: AddOptions, command: Command) =>
    run(command, async (operator) => {
      const output = await operator.run(
        "add_credential",
        await accessOf(operator, options),
      );
      return { output, text: showIssued(output) };
    }),
  );
}

/** Adds the options of a new access: its name, rights, limits and end. */
export function withAccess(command: Command): Command {
  return withLimits(command)
    .requiredOption("--name <name>", "name of the credential")
    .addOption(
      new Option("--scope <scope...>", "what it can do (default: everything)") //
        .choices(SCOPES),
    )
    .addOption(
      new Option("--preset <preset>", "preset choice of scopes") //
        .choices(PRESET_IDS)
        .conflicts("scope"),
    )
    .option("--expires-at <time>", "RFC 3339 time (default: never)");
}

/** A new access as typed. */
export async function accessOf(operator: Runner, options: AddOptions) {
  const { account, name, preset, scope, expiresAt } = options;
  return {
    accountId: await accountIdOf(operator, account),
    name,
    ...(preset && { preset }),
    ...(scope && { scopes: [...new Set(scope)] }),
    limits: limitsOf(options),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

function list(parent: Command): void {
  subcommand(parent, "list", "list credentials, without their tokens").action(
    ({ account }: OfAccount, command: Command) =>
      run(command, async (operator) => {
        const accountId = await accountIdOf(operator, account);
        const output = await operator.run("list_credentials", { accountId });
        const now = Date.now();
        const rows = output.credentials.map((it) => [
          it.id,
          it.name,
          it.lastFour === null ? it.kind : `…${it.lastFour}`,
          showStatus(it, now),
          it.createdAt,
          it.lastUsedAt ?? "never",
          showScopes(it),
        ]);
        const head = [
          ...["Id", "Name", "Token", "Status", "Created", "Last used"],
          "Scopes",
        ];
        return { output, text: showTable([head, ...rows]) };
      }),
  );
}

function limit(parent: Command): void {
  withLimits(
    subcommand(
      parent,
      "limit",
      'change what it can pay and accept without asking; "none" removes a limit',
    ),
  )
    .argument("<credentialId>", "id from svc credential list")
    .action(
      (
        credentialId: string,
        options: OfAccount & LimitOptions,
        command: Command,
      ) =>
        run(command, async (operator) => {
          const output = await operator.run("update_credential", {
            accountId: await accountIdOf(operator, options.account),
            credentialId,
            limits: limitsOf(options),
          });
          const fields = credentialFields(output.credential);
          return { output, text: showFields(fields) };
        }),
    );
}

function rotate(parent: Command): void {
  subcommand(
    parent,
    "rotate",
    "replace a token; the old one stops working at once",
  )
    .argument("<credentialId>", "id from svc credential list")
    .action((credentialId: string, options: OfAccount, command: Command) =>
      run(command, async (operator) => {
        const output = await operator.run("rotate_credential", {
          accountId: await accountIdOf(operator, options.account),
          credentialId,
        });
        return { output, text: showIssued(output) };
      }),
    );
}

function revoke(parent: Command): void {
  subcommand(
    parent,
    "revoke",
    "revoke a credential; its token stops working at once",
  )
    .argument("<credentialId>", "id from svc credential list")
    .action((credentialId: string, options: OfAccount, command: Command) =>
      run(command, async (operator) => {
        const output = await operator.run("revoke_credential", {
          accountId: await accountIdOf(operator, options.account),
          credentialId,
        });
        const { name, id } = output.credential;
        return { output, text: `Revoked ${name} (${id}).` };
      }),
    );
}

function showIssued({ credential, token }: Issued): string {
  return `${showFields(credentialFields(credential))}\n\n${showToken(token)}`;
}
