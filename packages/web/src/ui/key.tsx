/** The modifier key of this device's keyboard. */
export const MOD_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent)
  ? "⌘"
  : "Ctrl ";

/** A key shown at its button, which exposes it by `aria-keyshortcuts`. */
export function Key({
  name,
  look = "key",
}: {
  name: string;
  look?: "key" | "key-on-accent";
}) {
  return (
    <span
      aria-hidden="true"
      className={`${look} ml-auto whitespace-nowrap max-md:hidden`}
    >
      {name}
    </span>
  );
}
