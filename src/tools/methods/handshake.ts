import { InitializeRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import packageJson from "../../../package.json" with { type: "json" };
import { LIMITS } from "../../core/base/limits.ts";
import { INSTRUCTIONS } from "../instructions.ts";
import {
  LEGACY_VERSIONS,
  MODERN_VERSIONS,
  NEWEST_LEGACY_VERSION,
} from "../protocol/era.ts";
import type { Method } from "../protocol/method.ts";
import { readParams } from "../protocol/method.ts";

/** What the service calls itself. */
export const IMPLEMENTATION = {
  name: packageJson.name,
  title: "Conversation inbox",
  version: packageJson.version,
};

const CAPABILITIES = {
  completions: {},
  prompts: { listChanged: false },
  resources: { subscribe: false, listChanged: false },
  tools: { listChanged: false },
};

export const initialize: Method = {
  eras: ["legacy"],
  answer: async (_server, _asked, params) => {
    const { protocolVersion: wanted } = readParams(
      InitializeRequestSchema.shape.params,
      params,
    );
    return {
      protocolVersion: LEGACY_VERSIONS.includes(wanted)
        ? wanted
        : NEWEST_LEGACY_VERSION,
      capabilities: CAPABILITIES,
      serverInfo: IMPLEMENTATION,
      instructions: INSTRUCTIONS,
    };
  },
};

export const discover: Method = {
  eras: ["modern"],
  freshMs: LIMITS.toolListFreshMs,
  answer: async () => ({
    supportedVersions: MODERN_VERSIONS,
    capabilities: CAPABILITIES,
    instructions: INSTRUCTIONS,
  }),
};

export const ping: Method = {
  eras: ["legacy"],
  answer: async () => ({}),
};
