import { readConfig } from "../../src/config/config.ts";
import { bold, checked, expect, say, scene } from "./stage.ts";
import { svc } from "./svc.ts";

const PRICE = "5.00";

interface Added {
  readonly address: { readonly address: string };
  readonly token: string;
}

/**
 * Sends a paid request from a made-up baker to an address of the service that runs
 * with the settings of this process, and says where it waits.
 */
export async function sendLive(
  to: string,
  baseUrl: string = readConfig().baseUrl,
): Promise<void> {
  scene("A paid request to a running service", "svc, REST");
  await requireService(baseUrl);
  const name = `baker-${Date.now().toString(36)}`;
  const { token, address } = await svc<Added>(
    {},
    ...["account", "add", "--local-part", name, "--name", "Basil the baker"],
    ...["--credit", "100.00"],
  );
  const state = await offered(baseUrl, token, to);
  expect(state === "submitted", `The request is ${state}, not submitted`);
  checked(`${address.address} offers ${to} ${PRICE} USDC; it is held.`);
  say(`It waits at ${bold(`${baseUrl}/needs-you`)}`);
}

/** @throws Mismatch if nothing answers there */
async function requireService(baseUrl: string): Promise<void> {
  const isThere = await fetch(`${baseUrl}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
  expect(
    isThere,
    `No service answers at ${baseUrl}. Start it with bun run start, or set PORT or BASE_URL as it has them.`,
  );
}

/** Gives the state of the request. */
async function offered(
  baseUrl: string,
  token: string,
  to: string,
): Promise<string> {
  const response = await fetch(`${baseUrl}/v1/conversations`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({
      to: [to],
      title: "A slogan for the bakery",
      text: "We open on Monday and have no slogan yet. One line is enough!",
      price: PRICE,
      submit: true,
    }),
  });
  const answer: Answer = await response.json();
  expect(response.status !== 401, OTHER_DATABASE);
  expect(answer.code !== "no_such_account", nobody(answer));
  expect(response.ok, answer.detail ?? `It was answered ${response.status}`);
  return answer.state ?? "not told";
}

interface Answer {
  readonly state?: string;
  readonly code?: string;
  readonly detail?: string;
}

/** The account was made in one database, and the service has another. */
const OTHER_DATABASE =
  "The service does not know the account that was just made: set DATABASE_URL as the service has it.";

function nobody({ detail = "" }: Answer): string {
  return `${detail} bun run svc account list shows who is there.`;
}
