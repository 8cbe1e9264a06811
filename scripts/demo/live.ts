import { restClient } from "./rest_client.ts";
import { bold, checked, expect, say, scene } from "./stage.ts";
import { svc } from "./svc.ts";

const PRICE = "5.00";

interface Added {
  readonly address: { readonly address: string };
  readonly token: string;
}

/** Where a service listens that was started as the README says. */
const LOCAL = "http://localhost:3000";

/**
 * Sends a paid request from a made-up baker to an address of the service that runs
 * from this folder, and says where it waits.
 */
export async function sendLive(
  to: string,
  baseUrl: string = LOCAL,
): Promise<void> {
  scene("A paid request to a running service", "svc, REST");
  const name = `baker-${Date.now().toString(36)}`;
  const { token, address } = await svc<Added>(
    {},
    ...["account", "add", "--local-part", name, "--name", "Basil the baker"],
    ...["--credit", "100.00"],
  );
  const { state } = await restClient(baseUrl, token).post<{
    readonly state: string;
  }>("/v1/conversations", {
    to: [to],
    title: "A slogan for the bakery",
    text: "We open on Monday and have no slogan yet. One line is enough!",
    price: PRICE,
    submit: true,
  });
  expect(state === "submitted", `The request is ${state}, not submitted`);
  checked(`${address.address} offers ${to} ${PRICE} USDC; it is held.`);
  say(`It waits at ${bold(`${baseUrl}/needs-you`)}`);
}
