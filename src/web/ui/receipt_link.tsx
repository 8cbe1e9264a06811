import { t } from "./t.ts";

/** Leads out of the app to the signed receipt as a page to print. */
export function ReceiptLink({ conversationId }: { conversationId: string }) {
  return (
    <a
      className="text-accent underline"
      href={`/receipts/${encodeURIComponent(conversationId)}`}
    >
      {t`Receipt`}
    </a>
  );
}
