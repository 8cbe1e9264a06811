import { json } from "../harness.ts";
import type { Pair } from "./pair.ts";

/** Bob's POST below /v1/conversations. */
export function post({ service, bob }: Pair, path: string, fields: object) {
  return service.fetch(`/v1/conversations/${path}`, {
    method: "POST",
    token: bob.token,
    json: fields,
  });
}

export async function draft({ service, alice }: Pair) {
  const response = await service.fetch("/v1/conversations", {
    method: "POST",
    token: alice.token,
    json: { title: "Draft" },
  });
  return await json(response);
}
