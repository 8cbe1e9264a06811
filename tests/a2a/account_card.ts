import { AgentCard, verifyAgentCardSignature } from "@a2a-js/sdk";
import { importJWK } from "jose";
import type { TestService } from "../harness.ts";
import { json } from "../harness.ts";
import type { Json } from "./rpc.ts";

export const CARD = "/.well-known/agent-card.json";

export const hostOf = (localPart: string) => `${localPart}.inbox.localhost`;

/** Asks a service as whoever was sent to a host of it. */
export function hostsOf(service: TestService) {
  return async (host: string, path = CARD, init: RequestInit = {}) => {
    const headers = { ...(init.headers as Record<string, string>), host };
    return await service.fetch(path, { ...init, headers });
  };
}

/** The official verifier, with the keys that the signature says. */
export async function verify(card: Json): Promise<void> {
  const keyOf = async (kid: string, jku?: string) => {
    const { keys } = await json(await fetch(jku ?? ""));
    const jwk = keys.find((key: Json) => key.kid === kid);
    const key = await importJWK(jwk, "ES256");
    if (key instanceof Uint8Array) throw new TypeError("Expected a public key");
    return key;
  };
  // As it came, and as the official client hands it on: parsed.
  await verifyAgentCardSignature(keyOf)(card);
  await verifyAgentCardSignature(keyOf)(AgentCard.fromJSON(card));
}
