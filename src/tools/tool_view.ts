import { LIMITS } from "../core/base/limits.ts";
import { INVALID_PARAMS } from "../core/errors/error_row.ts";
import { urlOf } from "../http/request_info.ts";
import type { Names } from "./names.ts";
import { RpcError } from "./protocol/json_rpc.ts";

/** The tools that a client wants to see, and their spelling. */
export interface ToolView {
  readonly names: Names;
  /** `?toolsets=`: only the tools of these sets; all if absent. */
  readonly toolsets?: readonly string[];
  /** `?readonly=1`: only the tools that change nothing. */
  readonly isReadOnly: boolean;
}

/**
 * Names, in lower case, of clients whose hosts drop or refuse tools with a dot in their
 * names. Other clients get the documented names.
 */
const REFUSE_DOTS: ReadonlySet<string> = new Set([
  "anthropic/claudeai",
  "claude-ai",
  "codex-mcp-client",
  "cursor",
  "cursor-vscode",
  "github-copilot-developer",
  "openai-mcp",
]);

/** True for a client that gets underscores unless its address asks otherwise. */
export function refusesDots(clientName: string | undefined): boolean {
  return clientName !== undefined && REFUSE_DOTS.has(clientName.toLowerCase());
}

/** The session of a client that refuses dots, which stores only this. */
export const UNDERSCORE_SESSION = "names-underscore";

const SPELLINGS: Readonly<Record<string, Names>> = {
  dotted: "dotted",
  underscore: "underscored",
};
const FLAGS: Readonly<Record<string, boolean>> = {
  "1": true,
  true: true,
  "0": false,
  false: false,
};

/**
 * The view that the request's address asks for, otherwise the one that suits its client.
 * @throws RpcError for an invalid address, which would show too much
 */
export function viewOf(url: string, isUnderscored: boolean): ToolView {
  const usual = isUnderscored ? "underscored" : "dotted";
  if (!url.includes("?")) return { names: usual, isReadOnly: false };
  const { searchParams: query } = urlOf({ url });
  for (const name of query.keys()) {
    if (!PARAMETERS.includes(name)) {
      throw wrongAddress(name, `there is ${PARAMETERS.join(", ")}`);
    }
    if (query.getAll(name).length > 1) {
      throw wrongAddress(name, "it may be there once");
    }
  }
  const toolsets = query.get("toolsets")?.split(",").filter(Boolean);
  if (toolsets?.length === 0) {
    throw wrongAddress("toolsets", "it names no toolset");
  }
  return {
    names: valueIn(query, "names", SPELLINGS) ?? usual,
    ...(toolsets && { toolsets }),
    isReadOnly: valueIn(query, "readonly", FLAGS) ?? false,
  };
}

const PARAMETERS: readonly string[] = ["names", "toolsets", "readonly"];

function valueIn<T>(
  query: URLSearchParams,
  name: string,
  values: Readonly<Record<string, T>>,
): T | undefined {
  const given = query.get(name);
  if (given === null) return undefined;
  if (Object.hasOwn(values, given)) return values[given];
  throw wrongAddress(name, `it is one of ${Object.keys(values).join(", ")}`);
}

function wrongAddress(name: string, why: string): RpcError {
  const shown = JSON.stringify(name.slice(0, LIMITS.toolNameCharsMax));
  return new RpcError(
    INVALID_PARAMS,
    `Invalid parameter ${shown} in the address: ${why}`,
  );
}
