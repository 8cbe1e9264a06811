import type { ObjectSchema } from "./mappings.ts";

/**
 * An output's form as it is listed: the members of the short form, each with a word. No types:
 * clients compile each one (docs/mcp.md, What the list costs) and few models see it; the
 * whole types stand in OpenAPI.
 */
export function shallow({ properties }: ObjectSchema): ObjectSchema {
  const members = Object.keys(properties).map((name) => [
    name,
    { description: name.replace(/(?=[A-Z])/g, " ").toLowerCase() },
  ]);
  return { type: "object", properties: Object.fromEntries(members) };
}
