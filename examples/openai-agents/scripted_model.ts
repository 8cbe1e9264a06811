import type { AgentInputItem } from "@openai/agents";
import {
  assistantMessage,
  functionCall,
  modelResponder,
  ScriptedModel,
} from "@openai/agents/testing";

interface Call {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

/** What `svc_list_conversations` says about each conversation, as far as it is used here. */
interface Listed {
  readonly conversationId: string;
  readonly price?: string;
}

/** More than it needs: it ends with its answer. */
const CALLS_MAX = 20;

/** A model without a key and without a network: it reads the list, and acts by the prices. */
export function scriptedModel(): ScriptedModel {
  const step = modelResponder(({ request: { input } }) => {
    const results = typeof input === "string" ? [] : input.flatMap(resultIn);
    const next = nextStep(results);
    if (typeof next === "string") return [assistantMessage(next)];
    const options = { callId: `call-${results.length}` };
    return [functionCall(next.tool, next.input, options)];
  });
  return new ScriptedModel(Array.from({ length: CALLS_MAX }, () => step));
}

/** Reads the inbox first; then there are one or two calls for each conversation. */
function nextStep([list, ...done]: readonly string[]): Call | string {
  if (list === undefined)
    return { tool: "svc_list_conversations", input: { view: "inbox" } };
  const { conversations }: { conversations: Listed[] } = JSON.parse(list);
  const calls = conversations.flatMap(callsFor);
  return calls[done.length] ?? `Done: ${conversations.length} conversations.`;
}

function callsFor({ conversationId, price }: Listed): readonly Call[] {
  if (price === undefined) {
    const text = "Somebody asks without a price. Shall I answer?";
    const input = { conversationId, text, needsInput: true };
    return [{ tool: "svc_send_message", input }];
  }
  return [
    {
      tool: "svc_send_message",
      input: { conversationId, text: "Good day." },
    },
    { tool: "svc_sign_receipt", input: { conversationId, confirm: true } },
  ];
}

/** The text of a tool's result, as a model reads it. */
function resultIn(item: AgentInputItem): readonly string[] {
  if (item.type !== "function_call_result") return [];
  const { output } = item;
  if (typeof output === "string") return [output];
  const [first] = Array.isArray(output) ? output : [output];
  return first && "text" in first ? [first.text] : [""];
}
