import { isIP } from "node:net";

/** Finds the network address of a request's client; called only where needed. */
export type ClientAddress = (request: Request) => string | null;

/** Bun's `Server`, as far as it gives the peer's address. */
interface Listening {
  requestIP(request: Request): { readonly address: string } | null;
}

const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/**
 * Finds the client's address: that of the connection, or behind a proxy the one
 * in the header that the proxy overwrites. Other headers are not trusted.
 */
export function clientAddress(
  server: () => Listening | null,
  trustedHeader?: string,
): ClientAddress {
  return (request) => {
    const named = trustedHeader && request.headers.get(trustedHeader);
    const forwarded = named ? addressIn(named) : undefined;
    if (forwarded !== undefined) return forwarded;
    const peer = server()?.requestIP(request)?.address;
    return (peer !== undefined && addressIn(peer)) || null;
  };
}

/** The nearest proxy appends the last address of the list. */
function addressIn(text: string): string | undefined {
  const last = text.split(",").at(-1)?.trim() ?? "";
  const address = last.replace(MAPPED, "");
  return isIP(address) === 0 ? undefined : address;
}
