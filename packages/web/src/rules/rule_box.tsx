/** A box of a rule's form. */
export function Box({
  label,
  isOn,
  set,
}: {
  label: string;
  isOn: boolean;
  set: (isOn: boolean) => void;
}) {
  return (
    <label className="flex min-h-9 items-center gap-2.5 max-md:min-h-11">
      <input
        type="checkbox"
        className="size-5 accent-accent"
        checked={isOn}
        onChange={({ target }) => set(target.checked)}
      />
      {label}
    </label>
  );
}
