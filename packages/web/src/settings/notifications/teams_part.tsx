import { useAccount } from "../../api/queries.ts";
import { t } from "../../ui/t.ts";

/** The teams that tell the person of what happens; nothing for somebody without a team. */
export function TeamsPart({
  muted,
  onChange,
}: {
  muted: readonly string[];
  onChange: (mutedTeams: string[]) => void;
}) {
  const { teams = [] } = useAccount().data ?? {};
  if (teams.length === 0) return null;
  return (
    <fieldset className="mb-6">
      <legend className="mb-1 font-semibold">{t`Teams`}</legend>
      <p className="hint mb-2">{t`You hear of conversations assigned to you, and of those nobody is assigned to that you can act on.`}</p>
      {teams.map(({ id, displayName }) => (
        <label key={id} className="flex items-start gap-2.5 py-1.5">
          <input
            type="checkbox"
            className="mt-0.5 size-5 accent-accent"
            checked={!muted.includes(id)}
            onChange={({ target }) => {
              const others = muted.filter((it) => it !== id);
              onChange(target.checked ? others : [...others, id]);
            }}
          />
          <span className="font-medium">{displayName}</span>
        </label>
      ))}
    </fieldset>
  );
}
