import { LIMITS } from "../../../../src/core/base/limits.ts";
import type { Profile } from "../api/types.ts";
import { TextArea, TextField } from "../ui/field.tsx";
import { t } from "../ui/t.ts";

type Skill = Profile["skills"][number];

/** The person's skills, as agents find them. */
export function Skills({
  skills,
  onChange,
}: {
  skills: readonly Skill[];
  onChange: (skills: Skill[]) => void;
}) {
  const change = (at: number, part: Partial<Skill>) =>
    onChange(
      skills.map((it, index) => (index === at ? { ...it, ...part } : it)),
    );
  return (
    <fieldset className="mb-6">
      <legend className="mb-2 text-lg font-semibold">{t`Skills`}</legend>
      {skills.map((skill, index) => (
        <section
          key={skill.id}
          aria-label={skill.name || t`New skill`}
          className="card mb-3 p-4"
        >
          <TextField
            label={t`Skill`}
            required
            maxLength={LIMITS.nameCharsMax}
            value={skill.name}
            onText={(text) => change(index, { name: text })}
          />
          <TextArea
            label={t`Description`}
            rows={2}
            required
            maxLength={LIMITS.skillDescriptionCharsMax}
            value={skill.description}
            onText={(text) => change(index, { description: text })}
          />
          <TextField
            label={t`Keywords`}
            hint={t`Separate with commas.`}
            required
            defaultValue={skill.tags.join(", ")}
            onText={(text) => change(index, { tags: wordsOf(text) })}
          />
          <button
            type="button"
            className="btn btn-bad"
            onClick={() => onChange(skills.filter((it) => it !== skill))}
          >{t`Remove skill`}</button>
        </section>
      ))}
      <button
        type="button"
        className="btn"
        onClick={() => onChange([...skills, newSkill()])}
      >{t`Add a skill`}</button>
    </fieldset>
  );
}

function newSkill(): Skill {
  const id = `skill-${crypto.randomUUID().slice(0, 8)}`;
  return { id, name: "", description: "", tags: [] };
}

function wordsOf(text: string): string[] {
  const words = text.split(",").map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== ""))];
}
