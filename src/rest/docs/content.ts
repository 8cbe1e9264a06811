import type {
  DocsContent,
  DocsError,
  DocsRoute,
} from "../../../packages/docs-site/src/content.ts";
import { needsSession } from "../../core/access/access.ts";
import type { ErrorRow } from "../../core/errors/error_row.ts";
import { wordsFor } from "../../core/errors/error_row.ts";
import { ERRORS } from "../../core/errors/error_table.ts";
import type { DescribedRoute } from "../described.ts";
import { describedRoutes } from "../described.ts";
import { hasBody } from "../fields.ts";
import { documentFiles, PICTURES } from "./document_files.ts";

let kept: DocsContent | undefined;

/** The documents, routes and errors of this service, for the site of its documentation. */
export function docsContent(): DocsContent {
  kept ??= {
    documents: documentFiles(),
    pictures: PICTURES,
    routes: describedRoutes().map(routeOf),
    errors: Object.entries<ErrorRow>(ERRORS).map(docsErrorOf),
  };
  return kept;
}

function routeOf({ operation, statuses = [200], ...row }: DescribedRoute) {
  const { id, group, method, path, params, fields, isPublic } = row;
  return {
    ...{ id, group, method, path, params, fields, isPublic, statuses },
    operation: operation.name,
    title: operation.title,
    description: operation.description ?? "",
    hasBody: hasBody(method),
    isSessionOnly: needsSession(operation.access),
    scope: operation.scope,
    isFile: row.respond !== undefined,
  } satisfies DocsRoute;
}

/** An error as callers of REST are told of it. */
export function docsErrorOf([code, row]: readonly [
  string,
  ErrorRow,
]): DocsError {
  const { status, rpc, title, fix } = row;
  return { code, status, rpc, title, fix: wordsFor(fix, "rest") };
}
