import { fetchRemoteCard } from "../../../src/core/agents/remote/remote_card.ts";
import { refusal } from "../core_harness.ts";
import type { TestWorld } from "./hostile_server.ts";

/** Code and sentence of the refusal, and the cause that only the log sees. */
export async function refused(world: TestWorld, url: string) {
  const { code, message, cause } = await refusal(fetchRemoteCard(world, url));
  return { code, message, cause: cause instanceof Error ? cause.message : "" };
}

/** The refusal of a server that did not answer. */
export const UNREACHABLE = {
  code: "card_unreachable" as const,
  message: "No public server with a valid certificate returned a card in time",
};
