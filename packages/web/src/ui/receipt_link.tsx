import { t } from "./t.ts";

/** Leads out of the app to the signed receipt as a page to print. */
export function ReceiptLink({
  conversationId,
  words = t`Receipt`,
}: {
  conversationId: string;
  /** Another name of the link, where the receipt stands above it. */
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
