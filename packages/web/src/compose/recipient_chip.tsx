import { useUsualCurrency } from "../api/currency.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/t.ts";
import type { Recipient as Found } from "./resolved.ts";
import { remoteWords, resolvedWords, useResolved } from "./resolved.ts";
import { isAddress } from "./written.ts";

/** One recipient: who it is, and any fault in full. */
export function RecipientChip({
  address,
  found,
  onRemove,
}: {
  address: string;
  found: Found | undefined;
  onRemove: () => void;
}) {
  const { data, isError } = useResolved(address);
  const currency = useUsualCurrency();
  const isClosed = found?.how === "closed";
  const isWrong =
    !isAddress(address) || isClosed || found?.how === "nobody_here";
  const words = !isAddress(address)
    ? t`This isn't a valid address.`
    : isClosed
      ? t`This account is closed.`
      : found?.how === "remote"
        ? remoteWords(address, found)
        : isError
          ? t`Can't look this up right now.`
          : data
            ? resolvedWords(data, found, currency)
            : t`Looking up…`;
  const isToldAlways = isWrong || found?.asks !== undefined;
  return (
    <li
      title={words}
      className={`flex max-w-full items-center rounded-full pl-2.5 text-sm ${isWrong ? "bg-error-back text-error" : "bg-faint"}`}
    >
      <bdi className="min-w-0 truncate font-medium">
        {found?.agent?.name ?? data?.displayName ?? address}
      </bdi>
      <span className={isToldAlways ? "ml-2 py-1 text-xs" : "sr-only"}>
        {words}
      </span>
      <button
        type="button"
        className="icon-btn rounded-full max-md:-my-1.5 max-md:h-11"
        aria-label={t`Remove ${address}`}
        onClick={onRemove}
      >
        <Icon name="close" size={12} />
      </button>
    </li>
  );
}
