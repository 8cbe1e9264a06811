import type { Method } from "../protocol/method.ts";
import { discover, initialize, ping } from "./handshake.ts";
import { callTool, listTools } from "./tools.ts";

/** Every method that is served; what is not here is -32601. */
export const METHODS: ReadonlyMap<string, Method> = new Map([
  ["initialize", initialize],
  ["ping", ping],
  ["server/discover", discover],
  ["tools/list", listTools],
  ["tools/call", callTool],
]);
