import { useId, useState } from "react";
import { Icon } from "../ui/icon.tsx";
import type { Recipient as Found } from "./resolved.ts";
import { resolvedWords, useResolved } from "./resolved.ts";
import { isAddress } from "./written.ts";

/** Addresses, each looked up as soon as it is entered. */
export function Recipients({
  label,
  hint,
  addresses,
  found = [],
  onChange,
}: {
  label: string;
  hint?: string;
  addresses: readonly string[];
  /** What the preview says of them, as far as it is there. */
  found?: readonly Found[] | undefined;
  onChange: (addresses: readonly string[]) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const add = (text: string) => {
    const more = text
      .split(/[\s,;]+/)
      .map((it) => it.replace(/^mailto:/i, "").trim())
      .filter((it) => it !== "" && !addresses.includes(it));
    setTyped("");
    if (more.length > 0) onChange([...addresses, ...new Set(more)]);
  };
  return (
    <div className="mb-4">
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      {addresses.length > 0 && (
        <ul aria-label={label} className="mb-2 space-y-1.5">
          {addresses.map((address) => (
            <Recipient
              key={address}
              address={address}
              found={found.find((it) => it.address === address.toLowerCase())}
              onRemove={() =>
                onChange(addresses.filter((it) => it !== address))
              }
            />
          ))}
        </ul>
      )}
      <input
        id={id}
        className="field"
        type="text"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby={hint && `${id}-hint`}
        value={typed}
        onChange={(event) => {
          const { value } = event.target;
          if (/[,;\s]$/.test(value)) add(value);
          else setTyped(value);
        }}
        onBlur={() => add(typed)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && typed.trim() !== "") {
            event.preventDefault();
            add(typed);
          }
          if (event.key === "Backspace" && typed === "") {
            onChange(addresses.slice(0, -1));
          }
        }}
      />
      {hint && (
        <p id={`${id}-hint`} className="hint mt-1">
          {hint}
        </p>
      )}
    </div>
  );
}

function Recipient({
  address,
  found,
  onRemove,
}: {
  address: string;
  found: Found | undefined;
  onRemove: () => void;
}) {
  const { data, isError } = useResolved(address);
  const isClosed = found?.how === "closed";
  const isWrong =
    !isAddress(address) || isClosed || found?.how === "nobody_here";
  return (
    <li
      className={`flex items-center gap-3 rounded-lg border px-3 py-1.5 ${isWrong ? "border-error bg-error-back" : "border-line bg-page"}`}
    >
      <span className="min-w-0 flex-1">
        <bdi className="font-medium">{data?.displayName ?? address}</bdi>
        <span className="hint block">
          {!isAddress(address)
            ? "This is not an address."
            : isClosed
              ? "This account is closed."
              : isError
                ? "Cannot look it up now."
                : data
                  ? resolvedWords(data, found)
                  : "Looking it up…"}
        </span>
      </span>
      <button
        type="button"
        className="btn btn-quiet px-2"
        aria-label={`Remove ${address}`}
        onClick={onRemove}
      >
        <Icon name="close" size={16} />
      </button>
    </li>
  );
}
