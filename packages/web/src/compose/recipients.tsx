import {
  Combobox,
  ComboboxItem,
  ComboboxPopover,
  ComboboxProvider,
} from "@ariakit/react/combobox";
import type { ReactNode, Ref } from "react";
import { useEffect, useId, useState } from "react";
import { t } from "../ui/t.ts";
import { RecipientChip } from "./recipient_chip.tsx";
import type { Recipient as Found } from "./resolved.ts";
import { useSuggestions } from "./suggestions.ts";
import { isAddress, namedAs } from "./written.ts";

/** Addresses in a line, each looked up once entered. */
export function Recipients({
  label,
  addresses,
  found = [],
  onChange,
  field,
  aside,
}: {
  label: string;
  addresses: readonly string[];
  /** The recipients in the preview, once it is there. */
  found?: readonly Found[] | undefined;
  onChange: (addresses: readonly string[]) => void;
  field?: Ref<HTMLInputElement>;
  aside?: ReactNode;
}) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const add = (text: string) => {
    const more = readAddresses(text).filter((it) => !addresses.includes(it));
    setTyped("");
    if (more.length > 0) onChange([...addresses, ...new Set(more)]);
  };
  const [isOpen, setOpen] = useState(false);
  const suggestions = useSuggestions(typed).filter(
    ({ address }) => !addresses.includes(address),
  );
  // Suggestions for what was typed before may still be shown when a comma is typed.
  const isWhole = isEnded(typed, suggestions.length > 0);
  useEffect(() => {
    if (isWhole) add(typed);
  });
  return (
    <div className="flex min-h-11 shrink-0 items-start gap-2 border-faint border-b px-4 py-1.5 has-[input:focus-visible]:inset-shadow-focus">
      <label
        htmlFor={id}
        className="w-12 shrink-0 py-1.5 text-soft max-md:py-3"
      >
        {label}
      </label>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5">
        {addresses.length > 0 && (
          <ul id={`${id}-chosen`} aria-label={label} className="contents">
            {addresses.map((address) => (
              <RecipientChip
                key={address}
                address={address}
                found={found.find((it) => it.address === namedAs(address))}
                onRemove={() =>
                  onChange(addresses.filter((it) => it !== address))
                }
              />
            ))}
          </ul>
        )}
        <ComboboxProvider
          open={isOpen && suggestions.length > 0}
          setOpen={setOpen}
          value={typed}
          setValue={setTyped}
        >
          <Combobox
            id={id}
            ref={field}
            autoSelect={isAddress(typed) ? false : "always"}
            className="min-h-8 min-w-32 flex-1 bg-transparent outline-none max-md:min-h-11"
            type="text"
            aria-invalid={!addresses.every(isAddress) || undefined}
            aria-describedby={
              addresses.every(isAddress) ? undefined : `${id}-chosen`
            }
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={
              addresses.length === 0 ? t`Name or address` : undefined
            }
            onBlur={() => add(typed)}
            onKeyDown={(event) => {
              const isPicking = suggestions.length > 0 && !isAddress(typed);
              if (event.key === "Enter" && typed.trim() !== "" && !isPicking) {
                event.preventDefault();
                add(typed);
              }
              if (event.key === "Backspace" && typed === "") {
                onChange(addresses.slice(0, -1));
              }
            }}
          />
          <ComboboxPopover
            gutter={4}
            aria-label={t`Suggestions for ${label}`}
            className="z-50 min-w-64 rounded-xl border border-line bg-card p-1 shadow-float"
          >
            {suggestions.map(({ address, name }) => (
              <ComboboxItem
                key={address}
                value={address}
                setValueOnClick={false}
                className="flex min-h-9 cursor-pointer flex-wrap items-center gap-x-2 rounded-md px-2 data-active-item:bg-chosen max-md:min-h-11"
                // Otherwise the field loses the focus first, and takes the half-typed text.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => add(address)}
              >
                {name && <bdi className="font-medium">{name}</bdi>}
                <bdi className="text-soft text-sm">{address}</bdi>
              </ComboboxItem>
            ))}
          </ComboboxPopover>
        </ComboboxProvider>
      </div>
      {aside}
    </div>
  );
}

/** A comma ends any word that nothing is suggested for, a space only an address. */
function isEnded(text: string, isSuggested: boolean): boolean {
  if (/[,;]$/.test(text) && !isSuggested) return true;
  return /[,;\s]$/.test(text) && isAddress(text.slice(0, -1).trim());
}

/** The addresses in a typed or pasted text. */
function readAddresses(text: string): readonly string[] {
  return text
    .split(/[\s,;]+/)
    .map((it) => it.replace(/^mailto:/i, "").trim())
    .filter((it) => it !== "");
}
