import { AuthCaptureEvmScheme } from "@x402/evm/auth-capture/client";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { sql } from "drizzle-orm";
import { privateKeyToAccount } from "viem/accounts";
import type { ChainPlace, Hex } from "../../../src/core/base/rails/chain.ts";
import { sayInEnglish } from "../../../src/core/base/words/say.ts";
import type { Database } from "../../../src/core/db/database.ts";
import { openDatabase } from "../../../src/core/db/database.ts";
import type { PaymentInfo } from "../../../src/core/payments/terms/payment_info.ts";
import { infoHash } from "../../../src/core/payments/terms/payment_info.ts";
import { refundRequirements } from "../../../src/core/payments/terms/requirements.ts";
import type { SignedRefund } from "../../../src/core/payments/terms/signed.ts";
import { testDirectory } from "../../../tests/directory.ts";
import { chainKey } from "../src/account.ts";
import { chainPass } from "../src/chain_pass.ts";
import type { ChainDesk } from "../src/chain_place.ts";
import { intentStore } from "../src/intent_store.ts";
import { readRefund } from "../src/refund/read_refund.ts";
import { refundStore } from "../src/refund/refund_store.ts";
import { transactionStore } from "../src/transaction_store.ts";
import type { Anvil } from "./anvil.ts";
import { CHAIN_ID, COLLECTOR, ESCROW, TOKEN, WALLET_FACTORY } from "./anvil.ts";

export const OPERATOR_KEY = chainKey(`0x${"07".repeat(32)}`);
export const OPERATOR = OPERATOR_KEY.address;
export const PAYEE: Hex = `0x${"b0".repeat(20)}`;

export const PLACE: ChainPlace = {
  chainId: CHAIN_ID,
  token: TOKEN,
  name: "USDC",
  version: "2",
  escrow: ESCROW,
  collector: COLLECTOR,
  walletFactories: [
    WALLET_FACTORY,
    "0x0ba5ed0c6aa8c49038f819e587e2633c4a9f428a",
  ],
  feeReceiver: OPERATOR,
  gasPriceMax: 1_000_000_000_000n,
};

/** A wallet that signs: by a key, or as a contract. */
export interface Signer {
  readonly address: Hex;
  readonly account: ConstructorParameters<typeof AuthCaptureEvmScheme>[0];
}

/** Somebody with a wallet; the number makes the key. */
export function wallet(seed: number) {
  const secret = `0x${seed.toString(16).padStart(64, "0")}` as const;
  const account = privateKeyToAccount(secret);
  return { account, address: account.address.toLowerCase() as Hex };
}

/** The terms of a hold, and the official client's signature over them. */
export async function signHold(
  payer: Signer,
  {
    amount,
    now,
    receiver = PAYEE,
    operator = OPERATOR,
    feeBps = 0,
  }: {
    readonly amount: number;
    /** Seconds since the epoch, by the chain. */
    readonly now: number;
    readonly receiver?: Hex;
    readonly operator?: Hex;
    readonly feeBps?: number;
  },
) {
  const scheme = new AuthCaptureEvmScheme(payer.account);
  const { payload } = await scheme.createPaymentPayload(2, {
    scheme: "auth-capture",
    network: `eip155:${CHAIN_ID}`,
    amount: String(amount),
    asset: TOKEN,
    payTo: receiver,
    maxTimeoutSeconds: 3_600,
    extra: {
      ...{ name: "USDC", version: "2", authCaptureEscrow: ESCROW },
      ...{ captureAuthorizer: operator, feeRecipient: OPERATOR },
      ...{ captureDeadline: now + 700_000, refundDeadline: now + 3_000_000 },
      ...{ minFeeBps: feeBps, maxFeeBps: feeBps },
    },
  });
  const { authorization, signature, salt } = payload as {
    authorization: { validBefore: string };
    signature: Hex;
    salt: Hex;
  };
  const info: PaymentInfo = {
    operator,
    payer: payer.address,
    receiver,
    token: TOKEN,
    maxAmount: amount,
    preApprovalExpiry: Number(authorization.validBefore),
    authorizationExpiry: now + 700_000,
    refundExpiry: now + 3_000_000,
    minFeeBps: feeBps,
    maxFeeBps: feeBps,
    feeReceiver: OPERATOR,
    salt,
  };
  return { info, signature, hash: infoHash(PLACE, info) };
}

/** A transfer back, signed by the official client, with a wallet of its payee. */
export async function signRefund(
  payee: Signer,
  { to, amount }: { readonly to: Hex; readonly amount: number },
): Promise<SignedRefund> {
  const asked = refundRequirements(PLACE, { amount, payTo: to });
  const scheme = new ExactEvmScheme(payee.account);
  const { payload } = await scheme.createPaymentPayload(2, asked);
  const now = Date.now();
  const read = readRefund(asked, {
    payload: { x402Version: 2, accepted: asked, payload },
    now,
  });
  if ("problem" in read) throw new Error(read.problem.in(sayInEnglish));
  return { ...read, fromBlock: 0 };
}

/** A desk with a database of its own, whose clock the test moves. */
export interface DeskStage extends AsyncDisposable {
  readonly desk: ChainDesk;
  readonly db: Database;
  /** Where it is. */
  readonly url: string;
  /** The errors in the log. */
  readonly errors: string[];
  now: number;
  add(
    act: "hold" | "capture" | "void" | "refund",
    paymentId: string,
    amount: number,
    hold?: Awaited<ReturnType<typeof signHold>>,
    refund?: SignedRefund,
  ): Promise<void>;
  /** Passes, each with new final blocks, until nothing is open. */
  settle(): Promise<void>;
  /** Act and state of each movement of a payment. */
  states(paymentId: string): Promise<readonly string[]>;
  transactions(): Promise<readonly string[]>;
}

const PASSES_MAX = 30;

export async function startDesk(anvil: Anvil): Promise<DeskStage> {
  const directory = await testDirectory("chain");
  const db = await openDatabase({ url: directory.databaseUrl });
  await anvil.request("anvil_setBalance", [OPERATOR, "0x56bc75e2d63100000"]);
  const errors: string[] = [];
  let made = 0;
  const stage: DeskStage = {
    db,
    url: directory.databaseUrl,
    errors,
    now: Date.UTC(2026, 0, 15),
    desk: {
      place: PLACE,
      client: anvil.client,
      key: OPERATOR_KEY,
      db,
      clock: () => stage.now,
      log: {
        info() {},
        error: (event) => void errors.push(event),
      },
    },
    async add(act, paymentId, amount, hold, refund) {
      made += 1;
      const id = `chi_${String(made).padStart(6, "0")}`;
      const isSettle = act === "capture" || act === "void";
      await db.commit([
        intentStore(db).add({
          ...{ id, act, paymentId, amount, conversationId: `cnv_${paymentId}` },
          key: isSettle ? `settle:${paymentId}` : `${act}:${id}`,
          terms: hold ? JSON.stringify(hold.info) : null,
          signature: hold?.signature ?? null,
          hash: hold?.hash ?? null,
          createdAt: stage.now,
        }),
        ...(refund ? [refundStore(db).add(id, refund)] : []),
      ]);
    },
    async settle() {
      for (let pass = 0; pass < PASSES_MAX; pass++) {
        await chainPass(stage.desk);
        const open = await intentStore(db).page("open", "");
        if (open.length === 0) return;
        await anvil.finalise();
      }
      throw new Error("It does not settle");
    },
    states: async (paymentId) =>
      (await intentStore(db).ofPayment(paymentId)).map(
        ({ act, state }) => `${act} ${state}`,
      ),
    transactions: async () =>
      (
        await db.orm.values<[number, string]>(
          sql`select attempt, state from chain_transactions order by nonce, attempt`,
        )
      ).map(([attempt, state]) => `${attempt} ${state}`),
    async [Symbol.asyncDispose]() {
      await db.close();
      await directory.remove();
    },
  };
  return stage;
}

/** Everything that is on its way, as rows. */
export const open = (db: Database) => transactionStore(db).open();
