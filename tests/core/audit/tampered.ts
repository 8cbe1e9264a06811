import { cp, rm } from "node:fs/promises";
import Sqlite from "libsql";
import { hexDigest } from "../../../packages/verify/src/bytes.ts";
import { recordHash } from "../../../packages/verify/src/record_hash.ts";
import { OPERATOR } from "../../../src/core/access/principal.ts";
import { signHeads } from "../../../src/core/loops/sweeper.ts";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { addCredential } from "../../../src/core/operations/add_credential.ts";
import { creditAccount } from "../../../src/core/operations/credit_account.ts";
import { disableAccount } from "../../../src/core/operations/disable_account.ts";
import { raisePrice } from "../../../src/core/operations/raise_price.ts";
import { refundPayment } from "../../../src/core/operations/refund_payment.ts";
import { revokeCredential } from "../../../src/core/operations/revoke_credential.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { callOperation } from "../../../src/core/pipeline/call.ts";
import { openServices } from "../../../src/process/open_services.ts";
import { emptyDirectory } from "../../directory.ts";
import type { Stage } from "../core_harness.ts";
import { decide, send, startStage } from "../core_harness.ts";

/** The rows that the traffic left, closed: a directory to copy and tamper with. */
export interface Seeded extends AsyncDisposable {
  readonly stage: Stage;
  /** Paid, answered with a file, signed for and refunded in part. */
  readonly done: string;
  /** Held, with a raised price that waits for its payer. */
  readonly open: string;
  /** Free, and the last that was written. */
  readonly other: string;
  readonly bob: string;
}

const FILE = {
  name: "plan.txt",
  mimeType: "text/plain",
  bytes: btoa("the plan"),
};

/** A program's additions to the answer, with names that parsers put in another order. */
const ADDED = {
  messageId: "m-1",
  metadata: { page: 7, "10": 1, "9": { é: [null, 1.5, -0, "\u2028"] } },
  partMetadata: [{ lang: "en" }],
};

/** Lets people write to each other and pay, then closes the database. */
export async function seed(): Promise<Seeded> {
  const stage = await startStage();
  const { alice, bob, carol, dave } = stage;
  const to = [bob.address];
  const done = await send(alice.asPerson(), {
    to,
    cc: [carol.address],
    bcc: [dave.address],
    title: "The plan",
    price: "5.00",
    artifacts: [FILE],
  });
  await decide(bob.asPerson(), done, "approve", { comment: "Gladly" });
  await bob.run(addArtifact, { conversationId: done, ...FILE });
  const answer = { conversationId: done, text: "Here it is" };
  const mode = "reply" as const;
  await bob.run(sendMessage, { ...answer, mode }, { a2a: ADDED });
  const confirm = true as const;
  await bob.run(signReceipt, { conversationId: done, confirm });
  await bob
    .asPerson()
    .run(refundPayment, { conversationId: done, amount: "1.00" });
  const open = await send(alice.asPerson(), {
    to,
    title: "More",
    price: "2.00",
  });
  await decide(bob.asPerson(), open, "approve");
  await bob.run(raisePrice, { conversationId: open, price: "3.00" });
  const { accountId } = bob;
  const { credential } = await bob.asPerson().run(addCredential, { name: "x" });
  const { id: credentialId } = credential;
  await bob.asPerson().run(revokeCredential, { credentialId });
  await stage.run(creditAccount, { accountId, amount: "7.00", key: "gift" });
  await stage.services.agents.idle();
  await stage.run(disableAccount, { accountId });
  await signHeads(stage.services);
  const seeded = { stage, done, open, bob: accountId };
  // Somebody who took no part in it, so that their chain ends here.
  const other = await send(dave.asPerson(), {
    to: [carol.address],
    title: "Else",
  });
  await stage.services.agents.idle();
  await signHeads(stage.services);
  await stage.services.close();
  return {
    ...seeded,
    other,
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  };
}

/** A change of the closed file, made with the ids of the traffic. */
export type Tampering = (file: Sqlite.Database, seeded: Seeded) => void;

/** Copies the database, changes the copy as an intruder would, and verifies it. */
export async function verifyTampered(seeded: Seeded, tamper: Tampering) {
  const directory = await emptyDirectory("inbox-tampered-");
  // The log of a closed file is written back; a reader that closes late removes it.
  const filter = (path: string) => !/-(wal|shm)$/.test(path);
  await cp(seeded.stage.directory, directory, { recursive: true, filter });
  const file = new Sqlite(`${directory}/inbox.db`);
  dropGuards(file);
  tamper(file, seeded);
  file.close();
  const services = await openServices(
    {
      ...seeded.stage.config,
      databaseUrl: `file:${directory}/inbox.db`,
      signingKeyPath: `${directory}/signing_key.json`,
    },
    { writeLog() {} },
  );
  const caller = { principal: OPERATOR, via: "cli", requestId: "" } as const;
  const { output } = await callOperation(services, verifyAudit, caller, {});
  await services.close();
  await rm(directory, { recursive: true });
  return output;
}

/** Takes off every trigger that refuses a change. */
export function dropGuards(file: Sqlite.Database): void {
  const triggers = file
    .prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'")
    .raw()
    .all() as [string][];
  for (const [name] of triggers) {
    // Balances still follow forged entries: the books stay consistent.
    if (name !== "ledger_entries_move") file.exec(`DROP TRIGGER ${name}`);
  }
}

interface Linked {
  readonly first: number;
  readonly body: string;
}

/** Makes every hash of a chain anew, as if its texts had always been these. */
export function relink(file: Sqlite.Database, chainId: string): void {
  const rows = file
    .prepare(
      "SELECT first, body FROM audit_records WHERE chain_id = ? ORDER BY first",
    )
    .all(chainId) as Linked[];
  const update = file.prepare(
    "UPDATE audit_records SET hash = unhex(?) WHERE chain_id = ? AND first = ?",
  );
  let last = "0".repeat(64);
  for (const { first, body } of rows) {
    last = recordHash(last, body.split("\n").map(hexDigest));
    update.run([last, chainId, first]);
  }
}
