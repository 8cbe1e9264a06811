import {
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { LIMITS } from "../../core/base/limits.ts";
import { INVALID_PARAMS } from "../../core/errors/error_row.ts";
import { inNames } from "../names.ts";
import type { Prompt } from "../prompts.ts";
import { PROMPTS } from "../prompts.ts";
import { RpcError } from "../protocol/json_rpc.ts";
import type { Method } from "../protocol/method.ts";
import { readParams } from "../protocol/method.ts";
import { RESOURCES } from "../resources/mod.ts";
import type { Completer } from "../resources/resource.ts";
import { refuseCursor } from "./tools.ts";

export const listPrompts: Method = {
  eras: ["legacy", "modern"],
  freshMs: LIMITS.toolListFreshMs,
  answer: async (_server, _asked, params) => {
    refuseCursor(readParams(ListPromptsRequestSchema.shape.params, params));
    const prompts = PROMPTS.map((prompt) => ({
      name: prompt.name,
      title: prompt.title,
      description: prompt.description,
      arguments: prompt.arguments.map(({ name, description, required }) => ({
        name,
        description,
        required: required ?? false,
      })),
    }));
    return { prompts };
  },
};

export const getPrompt: Method = {
  eras: ["legacy", "modern"],
  subject: "name",
  answer: async (_server, { view }, params) => {
    const { name, arguments: given = {} } = readParams(
      GetPromptRequestSchema.shape.params,
      params,
    );
    const prompt = promptNamed(name);
    refuseArguments(prompt, given);
    const text = prompt.text(given, (tool) => inNames(tool, view.names));
    return {
      description: prompt.description,
      messages: [{ role: "user", content: { type: "text", text } }],
    };
  },
};

/** @throws RpcError that names the existing prompts */
function promptNamed(name: string): Prompt {
  const prompt = PROMPTS.find((it) => it.name === name);
  if (prompt) return prompt;
  const known = PROMPTS.map((it) => it.name).join(", ");
  throw new RpcError(INVALID_PARAMS, `Unknown prompt: there are ${known}`);
}

/** @throws RpcError for an argument that is missing, unknown or too long */
function refuseArguments(
  prompt: Prompt,
  given: Readonly<Record<string, string>>,
): void {
  const known = prompt.arguments.map(({ name }) => name);
  for (const [name, value] of Object.entries(given)) {
    if (!known.includes(name)) {
      const why = `Invalid params: ${prompt.name} takes ${known.join(", ") || "no arguments"}`;
      throw new RpcError(INVALID_PARAMS, why);
    }
    if (value.length > LIMITS.promptArgumentCharsMax) {
      const why = `Invalid params: ${name} is longer than ${LIMITS.promptArgumentCharsMax} characters`;
      throw new RpcError(INVALID_PARAMS, why);
    }
  }
  const missing = prompt.arguments.find((it) => it.required && !given[it.name]);
  if (!missing) return;
  const why = `Invalid params: ${prompt.name} needs ${missing.name}`;
  throw new RpcError(INVALID_PARAMS, why);
}

export const completeArgument: Method = {
  eras: ["legacy", "modern"],
  answer: async (server, asked, params) => {
    const { ref, argument } = readParams(
      CompleteRequestSchema.shape.params,
      params,
    );
    const completer =
      ref.type === "ref/prompt"
        ? ofPrompt(promptNamed(ref.name), argument.name)
        : ofResource(ref.uri, argument.name);
    const all = (await completer?.(server, asked, argument.value)) ?? [];
    const values = all.slice(0, LIMITS.completionsMax);
    return { completion: { values, hasMore: values.length < all.length } };
  },
};

function ofPrompt(prompt: Prompt, argument: string): Completer | undefined {
  return prompt.arguments.find(({ name }) => name === argument)?.complete;
}

/** @throws RpcError if no resource has this template */
function ofResource(uri: string, argument: string): Completer | undefined {
  const resource = RESOURCES.find((it) => it.uri === uri);
  if (!resource) {
    throw new RpcError(INVALID_PARAMS, "Unknown resource template");
  }
  const { complete: completers = {} } = resource;
  return Object.hasOwn(completers, argument) ? completers[argument] : undefined;
}
