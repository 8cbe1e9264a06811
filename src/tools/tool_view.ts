import type { Names } from "./names.ts";

/** Which tools a client wants to be shown, and how they are spelled. */
export interface ToolView {
  readonly names: Names;
  /** `?toolsets=`: only the tools of these; all if absent. */
  readonly toolsets?: readonly string[];
  /** `?readonly=1`: only the tools that change nothing. */
  readonly isReadOnly: boolean;
}

/** Reads what the address of a request asks for. */
export function viewOf(url: string): ToolView {
  if (!url.includes("?")) return WHOLE;
  const { searchParams: query } = new URL(url);
  const toolsets = query.get("toolsets")?.split(",").filter(Boolean);
  return {
    names: query.get("names") === "underscore" ? "underscored" : "dotted",
    ...(toolsets && toolsets.length > 0 && { toolsets }),
    isReadOnly: query.get("readonly") === "1",
  };
}

const WHOLE: ToolView = { names: "dotted", isReadOnly: false };
