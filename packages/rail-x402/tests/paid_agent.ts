import { isDeepStrictEqual } from "node:util";
import type { Message } from "@a2a-js/sdk";
import { Role, TaskState } from "@a2a-js/sdk";
import { PAYMENTS_EXTENSION } from "../../../src/core/agents/card.ts";
import { payoutExtension } from "../../../src/core/agents/card_payout.ts";
import { DAY_MS } from "../../../src/core/base/time.ts";
import { showChainAddress } from "../../../src/core/payments/terms/address.ts";
import { parseHex } from "../../../src/core/payments/terms/hex.ts";
import type { PaymentInfo } from "../../../src/core/payments/terms/payment_info.ts";
import {
  chainRequirements,
  holdTerms,
} from "../../../src/core/payments/terms/requirements.ts";
import {
  startSdkAgent,
  textPart,
} from "../../../tests/core/federation/sdk_agent.ts";
import { authorizeCall, captureCall, voidCall } from "../src/escrow_calls.ts";
import type { Anvil } from "./anvil.ts";
import { COLLECTOR, ESCROW } from "./anvil.ts";
import { PLACE, wallet } from "./stage.ts";

/** The parts of its card that make an agent payable. */
interface Pinning {
  readonly isSigned?: boolean;
  readonly isPinned?: boolean;
  /** It says that it works, and asks for its price when it is told to. */
  readonly beginsFirst?: boolean;
}

/**
 * An agent that the A2A SDK serves as it is: it knows nothing of this service, asks for a price
 * by a2a-x402, holds it in the escrow as its operator, works, and captures.
 */
export async function startPaidAgent(
  anvil: Anvil,
  seed: number,
  { isSigned = true, isPinned = true, beginsFirst = false }: Pinning = {},
) {
  const operator = wallet(seed).address;
  const payTo = showChainAddress(wallet(seed + 1).address);
  const payout = payoutExtension({
    network: `eip155:${PLACE.chainId}`,
    ...{ asset: PLACE.token, escrow: ESCROW, operator, address: payTo },
  });
  const extensions = [
    { uri: PAYMENTS_EXTENSION, required: true },
    ...(isPinned ? [payout] : []),
  ];
  const options = { extensions, isSigned };
  const agent = await startSdkAgent(["JSONRPC"], undefined, options);
  const day = DAY_MS / 1_000;
  const captureDeadline = Math.floor(Date.now() / 1_000) + 10 * day;
  const terms = chainRequirements(PLACE, operator, {
    ...{ amount: 5_000_000, payTo, captureDeadline, feeBps: 0 },
    ...{ refundDeadline: captureDeadline, maxTimeoutSeconds: 3_600 },
  });
  const asking = Promise.withResolvers<void>();
  const work = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const hold = Promise.withResolvers<PaymentInfo>();
  const offers: unknown[] = [];
  agent.does(async ({ userMessage, taskId, contextId }, say) => {
    const status = (words: string, metadata: Message["metadata"]) => ({
      state: TaskState.TASK_STATE_AUTH_REQUIRED,
      timestamp: undefined,
      message: {
        ...{ messageId: crypto.randomUUID(), taskId, contextId, metadata },
        ...{ role: Role.ROLE_AGENT, extensions: [], referenceTaskIds: [] },
        parts: [textPart(words)],
      },
    });
    const { "x402.payment.payload": paid, svc } = userMessage.metadata ?? {};
    if (!paid) {
      offers.push(svc);
      if (beginsFirst) {
        say.task(TaskState.TASK_STATE_WORKING);
        await asking.promise;
      }
      say.task(TaskState.TASK_STATE_AUTH_REQUIRED, "", {
        status: status("Five USDC, please.", {
          "x402.payment.status": "payment-required",
          "x402.payment.required": { x402Version: 2, accepts: [terms] },
        }),
      });
      return;
    }
    if (!isDeepStrictEqual(paid.accepted, terms)) {
      throw new Error("The payload repeats other terms");
    }
    const { authorization, signature, salt } = paid.payload;
    const info = holdTerms(PLACE, terms, {
      payer: authorization.from.toLowerCase(),
      preApprovalExpiry: Number(authorization.validBefore),
      salt: parseHex(salt, 32) ?? "0x",
    });
    const taken = authorizeCall(info, COLLECTOR, signature);
    if (!(await anvil.sendAs(operator, ESCROW, taken))) throw new Error("Hold");
    hold.resolve(info);
    say.task(TaskState.TASK_STATE_WORKING, "Paid. I begin.");
    await work.promise;
    const capture = captureCall(info);
    if (!(await anvil.sendAs(operator, ESCROW, capture))) {
      throw new Error("Capture");
    }
    say.task(TaskState.TASK_STATE_COMPLETED, "Here it is.", {
      artifacts: [
        {
          ...{ artifactId: "result", name: "poem.txt", description: "" },
          ...{ metadata: undefined, extensions: [] },
          parts: [
            {
              ...textPart(""),
              content: { $case: "raw", value: Buffer.from("Blue.") },
              filename: "poem.txt",
            },
          ],
        },
      ],
    });
    done.resolve();
  });
  return {
    ...agent,
    payTo: wallet(seed + 1).address,
    /** The wallet as it writes it. */
    asked: payTo,
    ask: asking.resolve,
    /** Pays itself a part of what it holds, or returns the rest. */
    async settle(amount: number) {
      const info = await hold.promise;
      const data = amount > 0 ? captureCall(info, amount) : voidCall(info);
      if (!(await anvil.sendAs(operator, ESCROW, data))) throw new Error("End");
    },
    /** The members of this service that its opening messages had. */
    offers,
    /** Lets it work, capture and hand over. */
    async finish() {
      work.resolve();
      await done.promise;
    },
  };
}
