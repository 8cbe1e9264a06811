import type { ReactNode } from "react";
import { useState } from "react";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import { inbox } from "../api/client.ts";
import { faultAt, faultBeside } from "../api/problem.ts";
import { KEYS, useProfile } from "../api/queries.ts";
import type { Profile } from "../api/types.ts";
import { useSave } from "../api/use_save.ts";
import { Failure } from "../ui/failure.tsx";
import { TextArea, TextField } from "../ui/field.tsx";
import { Waiting } from "../ui/notice.tsx";
import { t } from "../ui/t.ts";
import { Skills } from "./skills.tsx";

/** The profile of the person, as others see it. */
export function ProfilePart() {
  const { data, error } = useProfile();
  if (!data) return <Waiting error={error} />;
  return <ProfileForm key={data.version} profile={data} />;
}

/** Saves a profile with the version that it was made from, so that no other change is lost. */
export function saveProfile(
  profile: Profile,
  change: Partial<Profile>,
): Promise<Profile> {
  const { name, description, skills, prices, listed, showsRecord } = profile;
  return inbox.updateProfile(
    { name, description, skills, prices, listed, showsRecord, ...change },
    { ifMatch: `"v${profile.version}"` },
  );
}

function ProfileForm({ profile }: { profile: Profile }) {
  const [name, setName] = useState(profile.name);
  const [description, setDescription] = useState(profile.description);
  const [listed, setListed] = useState(profile.listed);
  const [showsRecord, setShowsRecord] = useState(profile.showsRecord);
  const [skills, setSkills] = useState(profile.skills);
  const save = useSave(
    () =>
      saveProfile(profile, { name, description, listed, showsRecord, skills }),
    {
      reads: [KEYS.profile, KEYS.account],
      says: t`Profile saved`,
      showsError: true,
    },
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(undefined);
      }}
    >
      <TextField
        label={t`Name`}
        hint={t`Shown next to your address.`}
        required
        maxLength={LIMITS.nameCharsMax}
        value={name}
        error={faultAt(save.error, "/name")}
        onText={setName}
      />
      <TextArea
        label={t`About you`}
        hint={t`One or two sentences for your agent card.`}
        rows={3}
        maxLength={LIMITS.profileDescriptionCharsMax}
        value={description}
        error={faultAt(save.error, "/description")}
        onText={setDescription}
      />
      <Check checked={listed} onChange={setListed}>
        {t`List me in the directory, where people and agents look for help`}
      </Check>
      <Check checked={showsRecord} onChange={setShowsRecord}>
        {t`Show others what I did for money: counted from the records, once there are five paid jobs`}
        {profile.record && <span className="hint">{profile.record.text}</span>}
      </Check>
      <Skills skills={skills} onChange={setSkills} />
      <Failure error={faultBeside(save.error, ["/name", "/description"])} />
      <button
        type="submit"
        className="btn btn-main"
        aria-disabled={save.isPending}
      >{t`Save profile`}</button>
      {profile.agentCard && (
        <p className="hint mt-4">
          {t`Your agent card:`}{" "}
          <bdi>{profile.agentCardByPath ?? profile.agentCard}</bdi>
        </p>
      )}
    </form>
  );
}

function Check({
  checked,
  onChange,
  children,
}: {
  checked: boolean;
  onChange(checked: boolean): void;
  children: ReactNode;
}) {
  return (
    <label className="mb-6 flex items-start gap-2.5">
      <input
        type="checkbox"
        className="mt-0.5 size-5 accent-accent"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="flex flex-col">{children}</span>
    </label>
  );
}
