import type { ConversationView } from "../core/conversations/projection/present.ts";

/** Who wrote a text, as the service knows it: one value for each. */
export interface Author {
  readonly address?: string;
  readonly trust?: ConversationView["messages"][number]["trust"];
}

/** What a text is to its reader; for a person and a model to tell apart. */
export type Kind =
  | "message"
  | "title"
  | "name"
  | "reason"
  | "artifact"
  | "checkpoint"
  | "comment"
  | "statement"
  | "release action"
  | "card"
  | "request id";

/** Replaces a text by its marker and keeps the text for the block. */
export type Mark = (text: string, kind: Kind, author: Author) => string;

/** The service does not say who wrote it. */
export const SOMEBODY: Author = {};
