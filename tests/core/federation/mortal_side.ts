import type { Static, TSchema } from "typebox";
import { oneFile } from "../../../scripts/one_file.ts";
import { readConfig } from "../../../src/config/config.ts";
import type { Command, Query } from "../../../src/core/access/operation.ts";
import { OPERATOR } from "../../../src/core/access/principal.ts";
import { addAccount } from "../../../src/core/operations/add_account.ts";
import { setDomainRule } from "../../../src/core/operations/set_domain_rule.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { callOperation } from "../../../src/core/pipeline/call.ts";
import type { OpenServices } from "../../../src/process/open_services.ts";
import { openServices } from "../../../src/process/open_services.ts";
import { testDirectory } from "../../directory.ts";
import { json } from "../../harness.ts";
import { IS_PROOF } from "../../proof.ts";
import { linesOf } from "../db/fixture.ts";
import type { MortalOrder } from "./mortal_child.ts";

const CHILD = IS_PROOF
  ? await oneFile("tests/core/federation/mortal_child.ts")
  : "";

/** The commit at which a process ends by itself. */
export type Death = Pick<MortalOrder, "diesAt" | "isBefore">;

/** A conversation as one side reads it. */
export interface Read {
  readonly conversationId: string;
  readonly state: string;
  readonly conversation: {
    readonly title: string;
    readonly participants: readonly {
      readonly remote?: {
        readonly taskId: string | null;
        readonly endedOtherwise?: true;
      };
    }[];
  };
  readonly messages: readonly { readonly text: string }[];
}

/** One person at an installation whose process dies and starts again. */
export interface Side extends AsyncDisposable {
  readonly address: string;
  readonly deaths: number;
  /** Calls REST until it is answered, under one key; undefined if it is too late for it. */
  post(path: string, body: object): Promise<Read | undefined>;
  /** Every conversation that it has. */
  all(): Promise<readonly Read[]>;
  /** Kills the process, which starts again. */
  kill(): void;
  /** Stops it and verifies everything that is stored. */
  faults(): Promise<readonly unknown[]>;
}

/** What both sides share. */
export interface Stage {
  readonly hosts: string;
  readonly clockPath: string;
  readonly now: () => number;
}

/** Adds one person and the rule for the other domain, and starts the process. */
export async function startSide(
  { hosts, clockPath, now }: Stage,
  {
    domain,
    other,
    port,
    name,
  }: Record<"domain" | "other" | "name", string> & {
    readonly port: number;
  },
  nextDeath: () => Death | undefined,
): Promise<Side> {
  const directory = await testDirectory("inbox-mortal-");
  const env = {
    ...{ PORT: String(port), BASE_URL: `http://localhost:${port}` },
    ...{ DATABASE_URL: directory.databaseUrl, RATE_LIMITS: "off" },
    ...{ ADDRESS_DOMAIN: domain, ALLOW_LOOPBACK_FETCH: "true" },
    ...{ FEDERATION: "allowlist", FEDERATION_HOSTS: hosts, DEMO_PRICE: "0" },
  };
  const opened = () => openServices(readConfig(env), { clock: now });
  const services = await opened();
  await operate(services)(setDomainRule, { domain: other, rule: "allow" });
  const account = { name, localPart: name };
  const { token } = await operate(services)(addAccount, account);
  await services.close();

  let died = 0;
  let isOver = false;
  let child = spawn({ env, clockPath, ...(nextDeath() ?? NEVER) });
  const living = (async () => {
    for (;;) {
      await child.ended;
      if (isOver) return;
      died += 1;
      child = spawn({ env, clockPath, ...(nextDeath() ?? NEVER) });
    }
  })();
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": crypto.randomUUID(),
    };
    for (;;) {
      await child.ready;
      try {
        const answer = await fetch(env.BASE_URL + path, { ...init, headers });
        const read = await json(answer);
        // The card of the recipient is at the one that is dead.
        const isPassing =
          answer.status >= 500 || read.code === "card_unreachable";
        if (!isPassing) return { status: answer.status, read };
      } catch {
        // It has died.
      }
    }
  };
  const stop = async () => {
    isOver = true;
    child.kill();
    await living;
  };
  return {
    address: `${name}@${domain}`,
    get deaths() {
      return died;
    },
    async post(path, body) {
      const init = { method: "POST", body: JSON.stringify(body) };
      const { status, read } = await call(path, init);
      if (status < 300) return read;
      if (read.code === "conversation_closed") return undefined;
      if (status === 409) return undefined;
      throw new Error(JSON.stringify(read));
    },
    async all() {
      const ids = new Set<string>();
      for (const view of ["inbox", "sent", "archive", "requests"]) {
        const path = `/v1/conversations?view=${view}&limit=100`;
        const { conversations } = (await call(path)).read;
        for (const it of conversations) ids.add(it.conversationId);
      }
      const all: Read[] = [];
      for (const id of ids) {
        const path = `/v1/conversations/${id}?limit=500`;
        all.push((await call(path)).read);
      }
      return all;
    },
    kill: () => child.kill(),
    async faults() {
      await stop();
      const reopened = await opened();
      try {
        return (await operate(reopened)(verifyAudit, {})).faults;
      } finally {
        await reopened.close();
      }
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await directory.remove();
    },
  };
}

const NEVER = { diesAt: 0, isBefore: false };

function spawn(order: MortalOrder) {
  const child = Bun.spawn([process.execPath, CHILD, JSON.stringify(order)], {
    ...{ stdin: "ignore", stdout: "pipe", stderr: "pipe" },
  });
  const ready = Promise.withResolvers<void>();
  const errors: string[] = [];
  const reading = (async () => {
    for await (const line of linesOf(child.stdout)) {
      if (line === "ready") ready.resolve();
    }
  })();
  const complaining = (async () => {
    for await (const line of linesOf(child.stderr)) errors.push(line);
  })();
  const ended = Promise.all([child.exited, reading, complaining]).then(() => {
    // It may die while it starts.
    ready.resolve();
    if (child.signalCode !== "SIGKILL") {
      throw new Error(`It has ended by itself: ${errors.slice(-9).join("\n")}`);
    }
  });
  return { ready: ready.promise, ended, kill: () => child.kill("SIGKILL") };
}

function operate(services: OpenServices) {
  const caller = { principal: OPERATOR, via: "cli", requestId: "t" } as const;
  return async <I extends TSchema, O extends TSchema>(
    operation: Query<I, O> | Command<I, O>,
    input: Static<I>,
  ): Promise<Static<O>> =>
    (await callOperation(services, operation, caller, input)).output;
}
