import type { ChainRequest } from "../src/node/rpc.ts";
import { ChainRefusal, chainClient, chainRequest } from "../src/node/rpc.ts";
import type { Anvil } from "./anvil.ts";

/** An answer in place of the node's own; undefined leaves that as it is. */
type Lie = (
  method: string,
  params: readonly unknown[],
  node: ChainRequest,
) => Promise<unknown>;

/** An HTTP endpoint before the node, as that of a provider with many backends is. */
export function lyingNode(anvil: Anvil) {
  const state: { lie: Lie | undefined } = { lie: undefined };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(asked) {
      const { method, params } = (await asked.json()) as {
        method: string;
        params: readonly unknown[];
      };
      try {
        const lied = await state.lie?.(method, params, anvil.request);
        const result = lied ?? (await anvil.request(method, params));
        return Response.json({ jsonrpc: "2.0", id: 1, result });
      } catch (error) {
        if (!(error instanceof ChainRefusal))
          return new Response("", { status: 502 });
        const { message, data } = error;
        return Response.json({
          jsonrpc: "2.0",
          id: 1,
          error: { message, data },
        });
      }
    },
  });
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    client: chainClient(chainRequest(url)),
    /** From now on; undefined for the truth. */
    tell(lie: Lie | undefined) {
      state.lie = lie;
    },
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

/** A backend that lags: what is final for it is a block of before. */
export const finalAt =
  (number: number): Lie =>
  async (method, [tag], node) =>
    method === "eth_getBlockByNumber" && tag === "finalized"
      ? await node(method, [`0x${number.toString(16)}`, false])
      : undefined;

/** One whose state lags, whichever block it is asked about. */
export const stateAt =
  (number: number): Lie =>
  async (method, [call, tag], node) =>
    method === "eth_call" && String(tag).startsWith("0x")
      ? await node(method, [call, `0x${number.toString(16)}`])
      : undefined;
