import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { LIMITS } from "../../../../../src/core/base/limits.ts";
import { Icon } from "../../ui/icon.tsx";
import { t } from "../../ui/t.ts";
import type { Written } from "../written.ts";
import { isPriced } from "../written.ts";

/** Who decides disputes about the price: a line once it is asked for. */
export function ArbiterField({
  written,
  set,
}: {
  written: Written;
  set: (change: Partial<Written>) => void;
}) {
  const { arbiter, steps } = written;
  const isPaid = isPriced(written) || steps.length > 0;
  const [isWanted, setWanted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  if (!isPaid && arbiter === "") return null;
  if (!isWanted && arbiter === "") {
    return (
      <div className="shrink-0 border-faint border-t px-4 py-1.5">
        <button
          type="button"
          className="flex min-h-8 items-center gap-2 text-soft text-sm hover:text-ink max-md:min-h-11"
          onClick={() => {
            flushSync(() => setWanted(true));
            field.current?.focus();
          }}
        >
          <Icon name="person" /> {t`Add an arbiter`}
        </button>
      </div>
    );
  }
  return (
    <div className="shrink-0 border-faint border-t px-4 py-2 text-soft text-sm">
      <label className="flex items-center gap-2">
        <Icon name="person" /> {t`Arbiter`}
        <input
          ref={field}
          className="field w-64 min-w-0"
          type="email"
          autoComplete="off"
          maxLength={LIMITS.addressCharsMax}
          value={arbiter}
          onChange={({ target }) => set({ arbiter: target.value })}
        />
      </label>
      <p className="hint mt-1">
        {t`An address here that decides if you two disagree about the result.`}
      </p>
    </div>
  );
}
