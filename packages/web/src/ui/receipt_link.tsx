import { t } from "./t.ts";

/** Links to the signed receipt as a printable page. */
export function ReceiptLink({
  conversationId,
  words = t`Receipt`,
}: {
  conversationId: string;
  /** Another text of the link, if the receipt is above it. */
  words?: string;
}) {
  return (
    <a
      className="text-accent underline"
      href={`/receipts/${encodeURIComponent(conversationId)}`}
    >
      {words}
    </a>
  );
}
