/** The key that goes with others, as the keyboard of this device has it. */
export const MOD_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent)
  ? "⌘"
  : "Ctrl ";

/** A key shown where it works; its element tells it to others by `aria-keyshortcuts`. */
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
