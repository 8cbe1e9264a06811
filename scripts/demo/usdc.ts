import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { x402Client } from "@x402/core/client";
import { AuthCaptureEvmScheme } from "@x402/evm/auth-capture/client";
import { wrapFetchWithPayment } from "@x402/fetch";
import type { PrivateKeyAccount } from "viem/accounts";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { Hex } from "../../src/core/base/rails/chain.ts";
import {
  hexBytes,
  hexOf,
  keccak,
  word,
} from "../../src/core/payments/terms/hex.ts";
import { CODES } from "../escrow_codes.ts";
import type { LocalChain } from "../local_chain.ts";
import {
  CHAIN_ID,
  COLLECTOR,
  ESCROW,
  startLocalChain,
  TOKEN,
} from "../local_chain.ts";
import type { ServerProcess } from "../server_process.ts";
import { startProcess } from "../server_process.ts";
import type { Person } from "./person.ts";
import { addPerson } from "./person.ts";
import type { Conversation } from "./rest_client.ts";
import type { Places } from "./second_act.ts";
import { allowEachOther, arrivedAt, twoPlaces, until } from "./second_act.ts";
import { bold, checked, expect, say, scene } from "./stage.ts";
import { svc, svcEnded } from "./svc.ts";

// The x402 client signs for 1.00 at once unless told otherwise.
const PRICE = "0.50";
const TITLE = "A logo for the bakery";
const PRICE_ATOMIC = 500_000;
const START_TOKENS = 2_000_000;
const COINS = "0x56bc75e2d63100000";
const LOOK_MS = 500;
const LOOKS_MAX = 120;

interface Settled {
  readonly act: string;
  readonly success: boolean;
  readonly transactions: readonly string[];
}

type Paid = Conversation & {
  readonly payment: {
    readonly settlements?: readonly Settled[];
    readonly requirements?: object;
  };
};

/** A person with a wallet. */
interface Payer extends Person {
  readonly wallet: PrivateKeyAccount;
}

const codeHash = (code: string) => hexOf(keccak(hexBytes(code)));

/** Starts the service with a new key for its operator, who gets coins for gas. */
async function startService(
  chain: LocalChain,
  folder: string,
  place: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  scene("A service whose prices are USDC", "RAIL=x402, CHAIN_…");
  const secret = generatePrivateKey();
  const keyFile = join(folder, `operator_key_${place.PORT}`);
  await writeFile(keyFile, secret, { mode: 0o600 });
  const operator = privateKeyToAccount(secret).address;
  await chain.request("anvil_setBalance", [operator, COINS]);
  const service = await startProcess({
    script: "src/main.ts",
    env: {
      ...place,
      ...{ RAIL: "x402", CHAIN_ID: String(CHAIN_ID), CHAIN_RPC_URL: chain.url },
      CHAIN_OPERATOR_KEY_FILE: keyFile,
      CHAIN_ESCROW: `${ESCROW} ${codeHash(CODES[ESCROW])}`,
      CHAIN_COLLECTOR: `${COLLECTOR} ${codeHash(CODES[COLLECTOR])}`,
    },
  });
  say(`It listens at ${service.baseUrl}; ${operator} captures and returns.`);
  return service;
}

async function addPayer(
  service: ServerProcess,
  localPart: string,
  name: string,
): Promise<Payer> {
  const wallet = privateKeyToAccount(generatePrivateKey());
  return { ...(await addPerson(service, localPart, name)), wallet };
}

/** An account's balance of the token. */
async function tokensOf(chain: LocalChain, owner: Hex): Promise<number> {
  const data = `0x70a08231${word(owner)}`;
  return Number(
    await chain.request("eth_call", [{ to: TOKEN, data }, "latest"]),
  );
}

async function giveTokens(chain: LocalChain, to: Hex): Promise<void> {
  const [from] = (await chain.request("eth_accounts", [])) as readonly Hex[];
  const data = `0x40c10f19${word(to)}${word(START_TOKENS)}`;
  await chain.request("eth_sendTransaction", [{ from, to: TOKEN, data }]);
  for (let look = 0; look < LOOKS_MAX; look++) {
    if ((await tokensOf(chain, to)) === START_TOKENS) return;
    await Bun.sleep(LOOK_MS);
  }
}

/** The payee's wallet signs that it is theirs: nobody is paid at an address without that. */
async function proveWallet(
  service: ServerProcess,
  { address, wallet }: Payer,
  name: string,
): Promise<void> {
  scene(`${name} names a wallet to be paid to`, "svc account payout");
  const args = ["account", "payout", address, wallet.address];
  const { output } = await svcEnded<{ readonly textToSign: string }>(
    service,
    ...args,
  );
  const message = output.textToSign;
  say(`The wallet signs: “${message.split("\n")[0]}”`);
  const signature = await wallet.signMessage({ message });
  await svc(service, ...args, "--signature", signature);
  checked(`Prices for ${name} go to ${wallet.address}.`);
}

/** Alice asks for something and pays as any x402 client does. */
async function payByWallet(
  { baseUrl }: ServerProcess,
  alice: Payer,
  bob: Payer,
): Promise<string> {
  scene("Alice pays", "REST, the official x402 client");
  const { conversationId } = await alice.rest.post<{
    readonly conversationId: string;
  }>("/v1/conversations", {
    ...{ to: [bob.address], title: TITLE, price: PRICE },
    ...{ text: "Could you draw us a logo?", release: "replied", submit: true },
  });
  // A service elsewhere says some moments later how it is paid.
  await until("the terms to sign", async () => {
    const { conversation } = await readPaid(alice, conversationId);
    return conversation.payment.requirements;
  });
  const client = new x402Client().register(
    `eip155:${CHAIN_ID}`,
    new AuthCaptureEvmScheme(alice.wallet),
  );
  const path = `/v1/conversations/${conversationId}/fund`;
  const answer = await wrapFetchWithPayment(fetch, client)(baseUrl + path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${alice.token}`,
      "content-type": "application/json",
    },
    body: "{}",
  });
  expect(answer.ok, `The payment was answered ${answer.status}`);
  say("It was answered 402, signed the terms, and was let in.");
  return conversationId;
}

function readPaid({ rest }: Person, id: string) {
  return rest.get<{ readonly conversation: Paid }>(`/v1/conversations/${id}`);
}

/** Waits until an act is final on the chain, and returns its transaction. */
async function untilFinal(
  person: Person,
  id: string,
  act: string,
): Promise<string> {
  for (let look = 0; look < LOOKS_MAX; look++) {
    const { conversation } = await readPaid(person, id);
    const done = conversation.payment.settlements?.find((it) => it.act === act);
    if (done) {
      expect(done.success, `The chain refused the ${act}`);
      return done.transactions[0] ?? "";
    }
    await Bun.sleep(LOOK_MS);
  }
  throw new Error(`The chain did not finish the ${act}`);
}

async function earn(payee: Payer, name: string, id: string): Promise<void> {
  scene(`${name} answers and signs`, "REST");
  const path = `/v1/conversations/${id}`;
  await payee.rest.post(`${path}/messages`, { text: "Gladly: here it is." });
  await payee.rest.post(`${path}/receipt`, { confirm: true });
  say("That is what Alice wanted: the operator captures what is held.");
}

/** The second act: the same across two installations, each with an operator of its own. */
async function payAcross(
  chain: LocalChain,
  folder: string,
  [service, alice]: readonly [ServerProcess, Payer],
  { there }: Places,
): Promise<void> {
  await using other = await startService(chain, folder, there);
  const carol = await addPayer(other, "carol", "Carol");
  await allowEachOther(service, other);
  await proveWallet(other, carol, "Carol");
  const id = await payByWallet(service, alice, carol);
  await untilFinal(alice, id, "hold");
  checked(`Alice's own node says that ${PRICE} USDC is held for Carol.`);
  await earn(carol, "Carol", await arrivedAt(carol, TITLE));
  await untilFinal(alice, id, "capture");
  checked(`It says that ${PRICE} USDC is Carol's.`);
  const hers = await tokensOf(chain, carol.wallet.address);
  expect(hers === PRICE_ATOMIC, `On the chain Carol has ${hers}`);
  await Promise.all([service, other].map((it) => svc(it, "ledger", "verify")));
  checked("svc ledger verify: the rows of both agree with the escrow.");
  expect(other.complaints() === "", `It said: ${other.complaints()}`);
}

async function compare(
  chain: LocalChain,
  service: ServerProcess,
  { alice, bob }: Readonly<Record<"alice" | "bob", Payer>>,
): Promise<void> {
  scene("The books", "the chain itself, svc ledger verify, svc rail status");
  const [hers, his] = [
    await tokensOf(chain, alice.wallet.address),
    await tokensOf(chain, bob.wallet.address),
  ];
  expect(
    hers === START_TOKENS - PRICE_ATOMIC && his === PRICE_ATOMIC,
    `On the chain Alice has ${hers} and Bob ${his}`,
  );
  checked(`On the chain Alice has ${PRICE} USDC less, and Bob has it.`);
  await svc(service, "ledger", "verify");
  checked("svc ledger verify: rows, escrow and token stores agree.");
  await svc(service, "rail", "status");
  checked("svc rail status: nothing is on its way, nothing waits for anybody.");
}

/** The story of one price in USDC, on a chain that ends with it. */
export async function playUsdc(): Promise<void> {
  console.log(bold("One paid request in USDC, on a chain of its own"));
  scene("A chain", "anvil, with an escrow and a token for tests");
  await using chain = await startLocalChain("--block-time", "1");
  say(
    `It makes a block a second at ${chain.url}; nothing leaves this machine.`,
  );
  const folder = await mkdtemp(join(tmpdir(), "inbox-usdc-"));
  try {
    const places = twoPlaces();
    await using service = await startService(chain, folder, places.here);
    const alice = await addPayer(service, "alice", "Alice");
    const bob = await addPayer(service, "bob", "Bob");
    await giveTokens(chain, alice.wallet.address);
    await proveWallet(service, bob, "Bob");
    const id = await payByWallet(service, alice, bob);
    const held = await untilFinal(alice, id, "hold");
    checked(`${PRICE} USDC is held in escrow for good: ${held}`);
    await earn(bob, "Bob", id);
    const captured = await untilFinal(bob, id, "capture");
    checked(`${PRICE} USDC is Bob's for good: ${captured}`);
    await compare(chain, service, { alice, bob });
    await payAcross(chain, folder, [service, alice], places);
    expect(service.complaints() === "", `It said: ${service.complaints()}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}
