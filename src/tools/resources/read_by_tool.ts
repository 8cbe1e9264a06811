import type { ContentBlock } from "@modelcontextprotocol/sdk/types.js";
import type { JsonObject } from "../../core/base/json.ts";
import { toolResult } from "../call_tool.ts";
import { WrittenResult } from "../protocol/method.ts";
import type { Contents, Resource } from "./resource.ts";

/**
 * Reads a resource as a tool shows it, cut and fenced the same way, as it reaches the same
 * models.
 */
export function readByTool(
  name: string,
  always: JsonObject = {},
): Resource["read"] {
  return async (server, asked, variables) => {
    const given = { ...always, ...variables };
    const operation = server.registry.find(name);
    if (!operation) throw new TypeError(`There is no tool ${name}`);
    const call = { operation, given, key: undefined };
    const result = await toolResult(server, asked, call);
    if (!(result instanceof WrittenResult)) {
      throw new TypeError(`The tool ${name} asks a person`);
    }
    const { content }: { content: readonly ContentBlock[] } = JSON.parse(
      result.json,
    );
    return content.flatMap(contentsOf);
  };
}

function contentsOf(block: ContentBlock): readonly Contents[] {
  switch (block.type) {
    case "text":
      return [{ mimeType: "application/json", text: block.text }];
    case "image":
      return [{ mimeType: block.mimeType, blob: block.data }];
    default:
      return [];
  }
}
