import type { Message } from "../api/types.ts";
import { t } from "../ui/t.ts";

/** What a sender's program added to a message, as text: people write nothing there. */
export function Added({
  a2a,
  isOpen = false,
}: {
  a2a: NonNullable<Message["a2a"]>;
  /** True if all of it must be visible. */
  isOpen?: boolean;
}) {
  return (
    <details className="mt-2" open={isOpen}>
      <summary className="hint cursor-pointer">{t`Data for programs`}</summary>
      <pre className="mt-1 whitespace-pre-wrap rounded-lg bg-page p-3 font-mono text-sm [overflow-wrap:anywhere]">
        {JSON.stringify(a2a, null, 2)}
      </pre>
    </details>
  );
}

/** True for more than an id, which tells a person nothing. */
export function saysMore(a2a: Message["a2a"]): a2a is NonNullable<typeof a2a> {
  return Object.keys(a2a ?? {}).some((name) => name !== "messageId");
}
