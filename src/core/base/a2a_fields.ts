import { Type } from "typebox";

/** The A2A members of a message besides its content, as they were sent. */
export interface A2aFields {
  readonly messageId?: string;
  readonly metadata?: Struct;
  readonly extensions?: readonly string[];
  readonly referenceTaskIds?: readonly string[];
  /** For each part in order; null if it has none. */
  readonly partMetadata?: readonly (Struct | null)[];
}

/** A google.protobuf.Struct. */
export type Struct = Readonly<Record<string, unknown>>;

/** One line, because it appears many times in the list of tools. */
export const A2aFieldsSchema = Type.Unsafe<A2aFields>({
  type: "object",
  description:
    "What the sender's A2A client added: messageId, metadata, extensions, referenceTaskIds, and partMetadata for each part. The service acts on none of it.",
});

/** Their size as JSON. */
export function a2aBytes(fields: A2aFields): number {
  return Buffer.byteLength(JSON.stringify(fields));
}
