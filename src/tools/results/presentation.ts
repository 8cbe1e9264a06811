import type { Settings } from "../../core/access/context.ts";
import type { JsonObject } from "../../core/base/json.ts";
import type { ObjectSchema } from "../mappings.ts";
import type { ThreadOutput } from "../outputs.ts";
import type { PartAsked } from "./part_asked.ts";

/** The reader of a result. */
export interface Viewer {
  readonly viewerId: string;
  readonly settings: Settings;
  /** The input of the operation. */
  readonly input: JsonObject;
  /** The requested part of one long text. */
  readonly part?: PartAsked | undefined;
}

/** An operation's output for a model, and its form. */
export interface Presentation {
  readonly schema: ObjectSchema;
  /** True if it shows only the status of a changed conversation. */
  readonly isBrief?: true;
  /** True for an output that is entirely the service's own words. */
  isOwn?(output: ThreadOutput, reader: Viewer): boolean;
  make(output: ThreadOutput, reader: Viewer): object;
}

/** The members with content: without undefined, false, null and empty lists. */
export function telling<T extends object>(members: T): Partial<T> {
  const entries = Object.entries(members).filter(
    ([, it]) =>
      it !== undefined &&
      it !== null &&
      it !== false &&
      it !== "" &&
      !(Array.isArray(it) && it.length === 0),
  );
  return Object.fromEntries(entries) as Partial<T>;
}
