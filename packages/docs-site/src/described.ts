import type { TSchema } from "typebox";
import type { Operation } from "../../../src/core/access/operation.ts";

/** One field of a route's query or body. */
export interface DescribedField {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: TSchema & { readonly description?: string };
}

/** A route with everything that documents show of it. */
export interface DescribedRoute {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  /** 200 if absent. */
  readonly statuses?: readonly number[];
  /** Unique among the routes. */
  readonly id: string;
  readonly group: string;
  readonly params: readonly DescribedField[];
  readonly fields: readonly DescribedField[];
  readonly isPublic: boolean;
  readonly hasBody: boolean;
  /** True if the answer is a file. */
  readonly isFile: boolean;
}
