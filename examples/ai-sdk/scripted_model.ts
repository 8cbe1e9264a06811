import { MockLanguageModelV4 } from "ai/test";

interface Call {
  readonly toolName: string;
  readonly input: object;
}

/** What `svc_list_conversations` says about each conversation, as far as it is used here. */
interface Listed {
  readonly conversationId: string;
  readonly price?: string;
}

/** A model without a key and without a network: it reads the list, and acts by the prices. */
export function scriptedModel(): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    async doGenerate({ prompt }) {
      const results = prompt
        .filter(({ role }) => role === "tool")
        .map(({ content }) => textIn(content));
      const next = nextStep(results);
      return {
        content:
          typeof next === "string"
            ? [{ type: "text", text: next }]
            : [
                {
                  type: "tool-call",
                  toolCallId: `call-${results.length}`,
                  toolName: next.toolName,
                  input: JSON.stringify(next.input),
                },
              ],
        finishReason: {
          unified: typeof next === "string" ? "stop" : "tool-calls",
          raw: undefined,
        },
        usage: {
          inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 0, text: 0, reasoning: 0 },
        },
        warnings: [],
      };
    },
  });
}

/** Reads the inbox first; then there are one or two calls for each conversation. */
function nextStep([list, ...done]: readonly string[]): Call | string {
  if (list === undefined)
    return { toolName: "svc_list_conversations", input: { view: "inbox" } };
  const { conversations }: { conversations: Listed[] } = JSON.parse(list);
  const calls = conversations.flatMap(callsFor);
  return calls[done.length] ?? `Done: ${conversations.length} conversations.`;
}

function callsFor({ conversationId, price }: Listed): readonly Call[] {
  if (price === undefined) {
    const text = "Somebody asks without a price. Shall I answer?";
    const input = { conversationId, text, needsInput: true };
    return [{ toolName: "svc_send_message", input }];
  }
  const reply = { conversationId, text: "Good day." };
  return [
    { toolName: "svc_send_message", input: reply },
    {
      toolName: "svc_sign_receipt",
      input: { conversationId, confirm: true },
    },
  ];
}

/** The text of a tool's result, as a model reads it. */
function textIn(content: unknown): string {
  const [text = ""] = [...texts(content)];
  return text;
}

function* texts(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  if ("text" in value && typeof value.text === "string") yield value.text;
  for (const it of Object.values(value)) yield* texts(it);
}
