import { SendMessageRequest } from "@a2a-js/sdk";
import type { Client } from "@a2a-js/sdk/client";
import {
  ClientFactory,
  ClientFactoryOptions,
  createAuthenticatingFetchWithRetry,
  JsonRpcTransportFactory,
} from "@a2a-js/sdk/client";
import type { Service } from "./rpc.ts";
import { bearer } from "./rpc.ts";

/** The official client as its users make it: a card, and a fetch that signs in. */
export async function clientOf(
  service: Service,
  token?: string,
): Promise<Client> {
  const headers = async () => (token === undefined ? {} : bearer(token));
  const fetchImpl = createAuthenticatingFetchWithRetry(fetch, {
    headers,
    shouldRetryWithHeaders: async () => undefined,
  });
  const options = ClientFactoryOptions.createFrom(
    ClientFactoryOptions.default,
    { transports: [new JsonRpcTransportFactory({ fetchImpl })] },
  );
  return await new ClientFactory(options).createFromUrl(service.baseUrl);
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
