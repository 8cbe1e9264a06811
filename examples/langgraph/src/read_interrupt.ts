import type { HumanInterrupt, HumanResponse } from "./agent_inbox.ts";

/** An interrupt as requests to a person. */
export interface Requests {
  readonly requests: readonly HumanInterrupt[];
  /** The value to resume with, of an answer to each request. */
  resumeWith(answers: readonly HumanResponse[]): unknown;
}

/** An interrupt of LangChain's `humanInTheLoopMiddleware`. */
interface MiddlewareRequest {
  readonly actionRequests: readonly {
    readonly name: string;
    readonly args: Readonly<Record<string, unknown>>;
    readonly description?: string;
  }[];
  readonly reviewConfigs: readonly {
    readonly actionName: string;
    readonly allowedDecisions: readonly string[];
  }[];
}

/**
 * Reads what a node gave to `interrupt()`: agent-inbox's request, or a list of them, or the one of
 * LangChain's middleware. Pure.
 */
export function readInterrupt(value: unknown): Requests {
  if (isOfMiddleware(value)) return ofMiddleware(value);
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  const requests = given.filter(isRequest);
  if (requests.length === given.length)
    return { requests, resumeWith: (answers) => answers };
  throw new Error(
    "Cannot ask: the interrupt is neither agent-inbox's nor the middleware's.",
  );
}

function ofMiddleware({
  actionRequests,
  reviewConfigs,
}: MiddlewareRequest): Requests {
  const requests = actionRequests.map(({ name, args, description }) => {
    const { allowedDecisions = [] } =
      reviewConfigs.find((it) => it.actionName === name) ?? {};
    const mayReject = allowedDecisions.includes("reject");
    // The usual description ends with the tool and its arguments, which the question shows.
    const [words] = description?.split("\n\nTool: ") ?? [];
    return {
      action_request: { action: name, args },
      config: {
        allow_accept: allowedDecisions.includes("approve"),
        allow_edit: allowedDecisions.includes("edit"),
        allow_respond: mayReject,
        allow_ignore: mayReject,
      },
      ...(words && { description: words }),
    };
  });
  return {
    requests,
    resumeWith: (answers) => ({ decisions: answers.map(decisionOf) }),
  };
}

function decisionOf(answer: HumanResponse) {
  switch (answer.type) {
    case "accept":
      return { type: "approve" };
    case "edit": {
      const { action: name, args } = answer.args;
      return { type: "edit", editedAction: { name, args } };
    }
    case "response":
      return { type: "reject", message: answer.args };
    case "ignore":
      return { type: "reject" };
  }
}

function isOfMiddleware(value: unknown): value is MiddlewareRequest {
  return (
    isObject(value) && "actionRequests" in value && "reviewConfigs" in value
  );
}

function isRequest(value: unknown): value is HumanInterrupt {
  return isObject(value) && "action_request" in value && "config" in value;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
