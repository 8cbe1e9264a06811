import { SendMessageRequest } from "@a2a-js/sdk";
import type { Client } from "@a2a-js/sdk/client";
import {
  ClientFactory,
  ClientFactoryOptions,
  createAuthenticatingFetchWithRetry,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from "@a2a-js/sdk/client";
import type { Service } from "./rpc.ts";
import { bearer } from "./rpc.ts";

type Transports = ClientFactoryOptions["transports"];

/** The official client as its users make it: a card, and a fetch that signs in. */
export const clientOf = (service: Service, token?: string): Promise<Client> =>
  clientBy(service, token, (given) => [new JsonRpcTransportFactory(given)]);

/** The same over HTTP+JSON, from the full card at a path. */
export const restClientOf = (
  service: Service,
  token: string,
  path: string,
): Promise<Client> =>
  clientBy(service, token, (given) => [new RestTransportFactory(given)], path);

async function clientBy(
  service: Service,
  token: string | undefined,
  transportsOf: (given: { readonly fetchImpl: typeof fetch }) => Transports,
  path?: string,
): Promise<Client> {
  const headers = async () => (token === undefined ? {} : bearer(token));
  const fetchImpl = createAuthenticatingFetchWithRetry(fetch, {
    headers,
    shouldRetryWithHeaders: async () => undefined,
  });
  const options = ClientFactoryOptions.createFrom(
    ClientFactoryOptions.default,
    { transports: transportsOf({ fetchImpl }) },
  );
  return await new ClientFactory(options).createFromUrl(service.baseUrl, path);
}

export function textMessage(
  text: string,
  more: object = {},
): SendMessageRequest {
  return SendMessageRequest.fromJSON({
    message: {
      messageId: crypto.randomUUID(),
      role: "ROLE_USER",
      parts: [{ text }],
      ...more,
    },
  });
}

/** Narrows the two things that the SDK may give back for a message. */
export async function sendTask(client: Client, request: SendMessageRequest) {
  const said = await client.sendMessage(request);
  if (!("status" in said)) throw new TypeError("Expected a task");
  return said;
}
