import {
  Client,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import type { TestService } from "../harness.ts";

type Options = NonNullable<ConstructorParameters<typeof Client>[1]>;

/** The official client of today: with a revision it is pinned to, or by a handshake. */
export async function connect(
  { baseUrl }: TestService,
  token: string,
  options: Options & { readonly query?: string } = {},
): Promise<Client & AsyncDisposable> {
  const { query = "", ...rest } = options;
  const url = new URL(`/api/mcp${query}`, baseUrl);
  const headers = { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers },
  });
  const client = new Client({ name: "test", version: "1" }, rest);
  await client.connect(transport);
  return Object.assign(client, {
    [Symbol.asyncDispose]: () => client.close(),
  });
}

export const MODERN: Options = {
  versionNegotiation: { mode: { pin: "2026-07-28" } },
};
export const LEGACY: Options = {};
