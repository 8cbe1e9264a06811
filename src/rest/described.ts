import type { TSchema } from "typebox";
import type { Operation } from "../core/access/operation.ts";
import type { Route } from "./route.ts";
import { inputFieldsOf } from "./route.ts";
import { ROUTES } from "./routes.ts";

/** One field of a route's query or body. */
export interface DescribedField {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: TSchema & { readonly description?: string };
}

/** A row with everything that documents show of it. */
export interface DescribedRoute extends Route {
  /** Unique among the routes. */
  readonly id: string;
  readonly group: string;
  readonly params: readonly DescribedField[];
  readonly fields: readonly DescribedField[];
  readonly isPublic: boolean;
}

/** Every row, as /openapi.json and /docs show it. */
export function describedRoutes(): readonly DescribedRoute[] {
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
    /^\/v1\/(?:account|approvals|credentials|sessions|notifications|push-devices)/.test(
      path,
    )
  )
    return "Access";
  if (/^\/v1\/(?:profile|agents|quotes)/.test(path)) return "Agents";
  if (path.startsWith("/v1/contacts")) return "Contacts";
  return path.startsWith("/api/") ? "Addresses" : "Service";
}
