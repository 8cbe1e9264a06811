import type { A2aFields } from "../core/base/a2a_fields.ts";

interface Said {
  readonly a2a?: A2aFields;
}

/** Marks what a program added to a message, all of it as one text. */
export function maskA2a(
  { a2a }: { readonly a2a?: A2aFields | undefined },
  quote: (text: string) => string,
): Said {
  if (!a2a) return {};
  // An id alone says nothing to a model.
  if (Object.keys(a2a).every((it) => it === "messageId")) return { a2a: {} };
  return { a2a: { metadata: { added: quote(JSON.stringify(a2a)) } } };
}
