import { lazy, Suspense } from "react";
import { PlainText } from "./plain_text.tsx";

const Markdown = lazy(async () => ({
  default: (await import("./markdown/markdown.tsx")).Markdown,
}));

/** The text of somebody: plain until the reader of Markdown is loaded. */
export function WrittenText({
  text,
  isWhole = false,
}: {
  text: string;
  /** True where nothing of it may be folded away. */
  isWhole?: boolean;
}) {
  return (
    <Suspense fallback={<PlainText text={text} />}>
      <Markdown text={text} isWhole={isWhole} />
    </Suspense>
  );
}
