import type {
  DescribedField,
  DescribedRoute,
} from "../../packages/docs-site/src/described.ts";
import type { Operation } from "../core/access/operation.ts";
import { hasBody } from "./fields.ts";
import type { Route } from "./route.ts";
import { inputFieldsOf } from "./route.ts";
import { ROUTES } from "./routes.ts";

/** A row with everything that documents show of it. */
export type ShownRoute = Route & DescribedRoute;

/** Every row, as /openapi.json and /docs show it. */
export function describedRoutes(): readonly ShownRoute[] {
  const ids = new Set<string>();
  return ROUTES.map((route) => {
    const { operation, path } = route;
    const id = ids.has(operation.name)
      ? `${operation.name}_at_${path.split("/").at(-1)}`
      : operation.name;
    ids.add(id);
    const fields = fieldsOf(operation);
    const isParam = ({ name }: DescribedField) =>
      path.split(/\/@?/).includes(`:${name}`);
    return {
      ...route,
      id,
      group: groupOf(path),
      params: fields.filter(isParam),
      fields: fields.filter((field) => !isParam(field)),
      isPublic: operation.access.who === "anyone",
      hasBody: hasBody(route.method),
      isFile: route.respond !== undefined,
    };
  });
}

function fieldsOf(operation: Operation): DescribedField[] {
  const { properties, required } = inputFieldsOf(operation);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isRequired: required.includes(name),
  }));
}

function groupOf(path: string): string {
  if (/^\/v1\/(?:conversations|labels|recipients|digest)/.test(path)) {
    return "Conversations";
  }
  if (path === "/v1/changes") return "Events";
  if (path.startsWith("/v1/webhooks")) return "Webhooks";
  if (/^\/v1\/(?:balance|payments|payout-address)$/.test(path)) {
    return "Money";
  }
  if (
    /^\/v1\/(?:account|credentials|sessions|notifications|push-devices)/.test(
      path,
    )
  )
    return "Access";
  if (/^\/v1\/(?:profile|agents|quotes)/.test(path)) return "Agents";
  if (path.startsWith("/v1/contacts")) return "Contacts";
  return path.startsWith("/api/") ? "Addresses" : "Service";
}
