import type { Shot } from "./aim.ts";

export const V1 = "/v1/conversations";

/** A JSON list of the same item so many times. */
export function list(item: string, times: number): string {
  return `[${Array.from({ length: times }, () => item).join(",")}]`;
}

export function post(path: string, body: string, type?: string): Shot {
  const headers = { ...(type !== undefined && { "content-type": type }) };
  return { path, method: "POST", body, headers };
}

export function rpc(method: string, params: object, id = 1): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params });
}

/** A call of a tool over MCP. */
export function tool(name: string, given: object, id = 1): string {
  return rpc("tools/call", { name, arguments: given }, id);
}

/** The same shot so many times at once. */
export function many(shot: Shot, times: number): readonly Shot[] {
  return Array.from({ length: times }, () => shot);
}

/** Twenty calls in one batch. */
export function batch(call: (index: number) => string): string {
  return `[${Array.from({ length: 20 }, (_, index) => call(index)).join(",")}]`;
}
