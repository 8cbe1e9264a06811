import type { Method } from "../protocol/method.ts";
import { discover, initialize, ping } from "./handshake.ts";
import { listenToChanges } from "./listen.ts";
import { completeArgument, getPrompt, listPrompts } from "./prompts.ts";
import {
  listResources,
  listResourceTemplates,
  readResource,
} from "./resources.ts";
import { getSkill, listSkills } from "./skills.ts";
import { callTool, listTools } from "./tools.ts";

/** Every method that is served; others answer -32601. */
export const METHODS: ReadonlyMap<string, Method> = new Map([
  ["initialize", initialize],
  ["ping", ping],
  ["server/discover", discover],
  ["tools/list", listTools],
  ["tools/call", callTool],
  ["resources/list", listResources],
  ["resources/templates/list", listResourceTemplates],
  ["resources/read", readResource],
  ["skills/list", listSkills],
  ["skills/get", getSkill],
  ["prompts/list", listPrompts],
  ["prompts/get", getPrompt],
  ["completion/complete", completeArgument],
  ["subscriptions/listen", listenToChanges],
]);
