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
  /** The part of one long text that is asked for. */
  readonly part?: PartAsked | undefined;
}

/** The model's view of an operation's output, and the form of it. */
export interface Presentation {
  readonly schema: ObjectSchema;
  /** True of one that shows of a changed conversation no more than how it stands. */
  readonly isBrief?: true;
  /** True for an output that is the service's own words, all of it. */
  isOwn?(output: ThreadOutput, reader: Viewer): boolean;
  make(output: ThreadOutput, reader: Viewer): object;
}

/** The members that say something: nothing, no, none and an empty list do not. */
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
