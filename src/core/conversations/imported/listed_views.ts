import { Type } from "typebox";
import { VIEWS } from "../model/schemas.ts";

/** The views of a list: those that a conversation is in, and what was imported. */
export const LISTED_VIEWS = [...VIEWS, "imported"] as const;
export type ListedView = (typeof LISTED_VIEWS)[number];

export const ListedViewSchema = Type.Enum([...LISTED_VIEWS], {
  description: "Which conversations to list; all readable ones if absent.",
});
