import type { TSchema } from "typebox";
import type { ObjectSchema } from "./mappings.ts";

/**
 * An output's form as it is listed: the members of the short form and their types, where
 * the whole one has no other. No deeper: clients compile each one and few models see it;
 * the whole types stand in OpenAPI.
 */
export function shallow(
  short: ObjectSchema,
  whole: ObjectSchema,
): ObjectSchema {
  const members = Object.entries(short.properties).map(([name, schema]) => {
    const type = typeOf(schema);
    const other = whole.properties[name];
    const isOne = type !== undefined && (!other || typeOf(other) === type);
    return [name, isOne ? { type } : {}];
  });
  return { type: "object", properties: Object.fromEntries(members) };
}

function typeOf(schema: TSchema & { readonly type?: unknown }) {
  return typeof schema.type === "string" ? schema.type : undefined;
}
