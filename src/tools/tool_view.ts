import { urlOf } from "../http/request_info.ts";
import type { Names } from "./names.ts";

/** Which tools a client wants to be shown, and how they are spelled. */
export interface ToolView {
  readonly names: Names;
  /** `?toolsets=`: only the tools of these; all if absent. */
  readonly toolsets?: readonly string[];
  /** `?readonly=1`: only the tools that change nothing. */
  readonly isReadOnly: boolean;
}

/**
 * Clients whose hosts drop or refuse tools with a dot in their names, as they call
 * themselves, in small letters. The others are shown the names as they are documented.
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

/** True for a client that is shown underscores unless its address says otherwise. */
export function refusesDots(clientName: string | undefined): boolean {
  return clientName !== undefined && REFUSE_DOTS.has(clientName.toLowerCase());
}

/** The session of a client that refuses dots: it remembers this and no more. */
export const UNDERSCORE_SESSION = "names-underscore";

/** What the address of a request asks for, and else what is known of its client. */
export function viewOf(url: string, isUnderscored: boolean): ToolView {
  const query = url.includes("?") ? urlOf({ url }).searchParams : undefined;
  const names = query?.get("names");
  const toolsets = query?.get("toolsets")?.split(",").filter(Boolean);
  return {
    names:
      names === "underscore" || (!names && isUnderscored)
        ? "underscored"
        : "dotted",
    ...(toolsets && toolsets.length > 0 && { toolsets }),
    isReadOnly: query?.get("readonly") === "1",
  };
}
