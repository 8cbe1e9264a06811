import { UriTemplate } from "@modelcontextprotocol/sdk/shared/uriTemplate.js";
import {
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { LIMITS } from "../../core/base/limits.ts";
import { INVALID_PARAMS } from "../../core/errors/error_row.ts";
import { rowOf, ServiceError } from "../../core/errors/errors.ts";
import { inNames } from "../names.ts";
import { RpcError } from "../protocol/json_rpc.ts";
import type { Method, MethodCall } from "../protocol/method.ts";
import { readParams } from "../protocol/method.ts";
import { RESOURCES } from "../resources/mod.ts";
import type { Resource } from "../resources/resource.ts";
import { refuseCursor } from "./tools.ts";

/** MCP 2025-11-25, resources; from 2026-07-28 on it is -32602. */
const LEGACY_NOT_FOUND = -32002;

const isTemplate = ({ uri }: Resource) => UriTemplate.isTemplate(uri);
const TEMPLATES = RESOURCES.filter(isTemplate).map((resource) => ({
  resource,
  template: new UriTemplate(resource.uri),
}));

export const listResources: Method = {
  eras: ["legacy", "modern"],
  freshMs: LIMITS.toolListFreshMs,
  answer: async (_server, asked, params) => {
    const { shape } = ListResourcesRequestSchema;
    refuseCursor(readParams(shape.params, params));
    return { resources: listed(asked, (it) => !isTemplate(it), "uri") };
  },
};

export const listResourceTemplates: Method = {
  eras: ["legacy", "modern"],
  freshMs: LIMITS.toolListFreshMs,
  answer: async (_server, asked, params) => {
    const { shape } = ListResourceTemplatesRequestSchema;
    refuseCursor(readParams(shape.params, params));
    return { resourceTemplates: listed(asked, isTemplate, "uriTemplate") };
  },
};

function listed(
  { view }: MethodCall,
  isOne: (resource: Resource) => boolean,
  member: "uri" | "uriTemplate",
): readonly object[] {
  return RESOURCES.filter((it) => isOne(it) && !it.isUnlisted).map(
    ({ uri, name, title, description, mimeType }) => ({
      [member]: uri,
      name,
      title,
      description: inNames(description, view.names),
      ...(mimeType !== undefined && { mimeType }),
    }),
  );
}

export const readResource: Method = {
  eras: ["legacy", "modern"],
  subject: "uri",
  freshMs: 0,
  answer: async (server, asked, params) => {
    const { uri } = readParams(ReadResourceRequestSchema.shape.params, params);
    const found = find(uri);
    if (!found) throw notFound(asked, uri);
    const { resource, variables } = found;
    try {
      const contents = await resource.read(server, asked, variables);
      return { contents: contents.map((it) => ({ uri, ...it })) };
    } catch (error) {
      const isMissing =
        error instanceof ServiceError && rowOf(error).status === 404;
      throw isMissing ? notFound(asked, uri) : error;
    }
  },
};

/** Finds the resource at an address, with the values of its template's variables. */
function find(uri: string) {
  if (uri.length > LIMITS.uriCharsMax) return undefined;
  const resource = RESOURCES.find((it) => it.uri === uri && !isTemplate(it));
  if (resource) return { resource, variables: {} };
  for (const { resource, template } of TEMPLATES) {
    const matched = template.match(uri);
    if (!matched) continue;
    const variables = Object.entries(matched).map(([name, value]) => [
      name,
      String(value),
    ]);
    return { resource, variables: Object.fromEntries(variables) };
  }
  return undefined;
}

function notFound({ era }: MethodCall, uri: string): RpcError {
  const code = era === "legacy" ? LEGACY_NOT_FOUND : INVALID_PARAMS;
  return new RpcError(code, "Resource not found", { data: { uri } });
}
