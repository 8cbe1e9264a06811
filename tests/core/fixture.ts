import type { Static, TSchema } from "typebox";
import type { Config } from "../../src/config/config.ts";
import { readConfig } from "../../src/config/config.ts";
import type { Command, Query } from "../../src/core/access/operation.ts";
import type { Principal } from "../../src/core/access/principal.ts";
import { OPERATOR } from "../../src/core/access/principal.ts";
import { addAccount } from "../../src/core/operations/add_account.ts";
import { callOperation } from "../../src/core/pipeline/call.ts";
import type { OpenServices } from "../../src/process/open_services.ts";
import { openServices } from "../../src/process/open_services.ts";
import { testDirectory } from "../directory.ts";
import type { SessionOptions, TestSession } from "../sessions.ts";
import { insertSession } from "../sessions.ts";

/** The core on a database file of its own, without any wire. */
export interface Opened extends AsyncDisposable {
  readonly services: OpenServices;
  readonly config: Config;
  readonly directory: string;
  readonly logged: readonly string[];
  advance(ms: number): void;
  run<I extends TSchema, O extends TSchema>(
    operation: Query<I, O> | Command<I, O>,
    principal: Principal,
    input: Static<I>,
  ): Promise<Static<O>>;
  add(localPart?: string): Promise<Added>;
  /** Signs a person in. */
  addSession(
    account: Pick<Added, "accountId">,
    options?: SessionOptions,
  ): Promise<TestSession>;
}

export interface Added {
  readonly accountId: string;
  readonly credentialId: string;
  readonly token: string;
  readonly member: Principal;
}

export const START = Date.UTC(2026, 0, 15, 12);

export async function openCore(
  env: Readonly<Record<string, string>> = {},
): Promise<Opened> {
  const directory = await testDirectory("inbox-core-");
  const logged: string[] = [];
  let now = START;
  const config = readConfig({
    DATABASE_URL: directory.databaseUrl,
    // Whoever signs up finds the welcome alone, but in the tests of the demo request.
    DEMO_PRICE: "0",
    RATE_LIMITS: "off",
    // Tests of other things may pay more than an agent does by itself in a day.
    AGENT_AUTO_DAY_LIMIT: "none",
    AGENT_AUTO_PAYEE_LIMIT: "none",
    ...env,
  });
  const services = await openServices(config, {
    clock: () => now,
    writeLog: (line) => void logged.push(line),
  });
  const run: Opened["run"] = async (operation, principal, input) => {
    const caller = { principal, via: "cli", requestId: "test" } as const;
    return (await callOperation(services, operation, caller, input)).output;
  };
  return {
    services,
    config,
    directory: directory.path,
    logged,
    run,
    advance(ms) {
      now += ms;
    },
    async add(localPart) {
      const name = localPart ?? "Nobody";
      const added = await run(addAccount, OPERATOR, {
        name,
        ...(localPart !== undefined && { localPart }),
      });
      const { account, credential, token } = added;
      const member = {
        kind: "agent",
        accountId: account.id,
        credentialId: credential.id,
        credentialName: credential.name,
        scopes: null,
      } as const;
      const credentialId = credential.id;
      return { accountId: account.id, credentialId, token, member };
    },
    addSession: (account, options) => insertSession(services, account, options),
    async [Symbol.asyncDispose]() {
      await services.close();
      await directory.remove();
    },
  };
}
