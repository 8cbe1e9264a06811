import { useRef } from "react";
import { Icon } from "../../ui/icon.tsx";
import { t } from "../../ui/t.ts";

/** A button that lets the person choose files. */
export function FilePicker({
  isSmall = false,
  onChosen,
}: {
  /** True to show only the icon. */
  isSmall?: boolean;
  onChosen: (files: readonly File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t`Files`}
        onChange={({ target }) => {
          onChosen([...(target.files ?? [])]);
          // The same file may be chosen again.
          target.value = "";
        }}
      />
      <button
        type="button"
        className={isSmall ? "icon-btn" : "btn"}
        title={isSmall ? t`Attach files` : undefined}
        onClick={() => input.current?.click()}
      >
        <Icon name="file" size={isSmall ? 16 : 18} />{" "}
        <span className={isSmall ? "sr-only" : ""}>{t`Attach files`}</span>
      </button>
    </>
  );
}
