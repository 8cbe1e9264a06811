import type { Outcome } from "../driver.ts";
import type { TestService } from "../harness.ts";
import type { Problem } from "../refusal.ts";
import { ofProblem } from "../refusal.ts";
import { unfenced } from "../unfenced.ts";
import type { WireName } from "./stage.ts";

/** A verb as REST and MCP say it; A2A has no word for these. */
interface Wording {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** After the conversation's own path. */
  readonly path: string;
  readonly tool: string;
}

const WORDINGS = {
  sign: { method: "POST", path: "/receipt", tool: "sign_receipt" },
  decide: { method: "POST", path: "/decisions", tool: "record_hil_decision" },
  review: { method: "POST", path: "/review", tool: "request_review" },
  complete: {
    method: "POST",
    path: "/complete",
    tool: "complete_conversation",
  },
  submit: { method: "POST", path: "/submit", tool: "submit_draft" },
  update: { method: "PATCH", path: "", tool: "update_conversation" },
  delete: { method: "DELETE", path: "", tool: "delete_draft" },
  attach: { method: "POST", path: "/artifacts", tool: "add_artifact" },
  send: { method: "POST", path: "/messages", tool: "send_message" },
  read: { method: "GET", path: "", tool: "get_conversation" },
  audit: { method: "GET", path: "/audit", tool: "read_audit" },
} as const satisfies Record<string, Wording>;

export type PairVerb = keyof typeof WORDINGS;

/** The members of any result that the scenarios read. */
export interface PairOutput {
  readonly state?: string;
  readonly outcome?: string;
  readonly preview?: object;
  readonly problems?: readonly { readonly pointer?: string }[];
  readonly rules?: readonly { readonly id: string }[];
  readonly artifactId?: string;
  readonly messageId?: string;
  readonly records?: readonly { readonly type: string }[];
  readonly conversation?: {
    readonly state: string;
    readonly version: number;
    readonly folders: readonly string[];
    readonly unread: boolean;
    readonly archived: boolean;
    readonly payment: { readonly status: string };
    readonly checkpoints: readonly { readonly checkpointId: string }[];
  };
}

/** Says a verb over REST or MCP. */
export type Say = (
  token: string,
  verb: PairVerb,
  conversationId: string,
  input?: object,
) => Promise<Outcome<PairOutput>>;

export function sayOver(
  service: TestService,
  wire: Exclude<WireName, "a2a">,
): Say {
  return wire === "rest" ? overRest(service) : overMcp(service);
}

/** A message that names no mode has another one over each wire. */
function spoken(verb: PairVerb, input: object): object {
  return verb === "send" ? { mode: "reply", ...input } : input;
}

function overRest(service: TestService): Say {
  return async (token, verb, conversationId, given = {}) => {
    const { method, path } = WORDINGS[verb];
    const input = spoken(verb, given);
    const hasBody = method === "POST" || method === "PATCH";
    const query = new URLSearchParams(input as Record<string, string>);
    const search = hasBody || query.size === 0 ? "" : `?${query}`;
    const response = await service.fetch(
      `/v1/conversations/${conversationId}${path}${search}`,
      { method, token, ...(hasBody && { json: input }) },
    );
    const answer = await response.json();
    return response.ok
      ? { ok: true, output: answer }
      : { ok: false, error: ofProblem(answer) };
  };
}

function overMcp(service: TestService): Say {
  return async (token, verb, conversationId, given = {}) => {
    const input = spoken(verb, given);
    const response = await service.fetch("/api/mcp", {
      method: "POST",
      token,
      headers: { accept: "application/json" },
      json: {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: {
          name: `svc.${WORDINGS[verb].tool}`,
          arguments: { detail: "full", conversationId, ...input },
        },
      },
    });
    const { result, error } = await response.json();
    if (error) return { ok: false, error: ofProblem(error) };
    if (!result.isError) {
      return { ok: true, output: unfenced(result.structuredContent) };
    }
    const problem: Problem = unfenced(JSON.parse(result.content[0].text));
    return { ok: false, error: ofProblem(problem) };
  };
}
