import { useState } from "react";
import { LIMITS } from "../../../../../src/core/base/limits.ts";
import { openInboxOf, placeIn } from "../../api/acting_as.ts";
import { inbox } from "../../api/client.ts";
import { faultIn } from "../../api/problem.ts";
import { KEYS, useAccount } from "../../api/queries.ts";
import { useSave } from "../../api/use_save.ts";
import { TextField } from "../../ui/field.tsx";
import { Waiting } from "../../ui/notice.tsx";
import { rich } from "../../ui/rich.ts";
import { t } from "../../ui/t.ts";
import { ROLE_WORDS } from "./role_words.ts";
import { TeamMembers } from "./team_members.tsx";

/** The members of the team whose inbox this is; in one's own inbox the teams one is in. */
export function TeamPart() {
  const { data, error } = useAccount();
  if (!data) return <Waiting error={error} />;
  const place = placeIn(data);
  return place ? (
    <TeamMembers mine={place} />
  ) : (
    <>
      <OwnTeams />
      <MakeTeam domain={data.address?.address.split("@")[1]} />
    </>
  );
}

function OwnTeams() {
  const { teams = [] } = useAccount().data ?? {};
  return (
    <>
      <p className="mb-4 max-w-prose">{t`A team has an address that several people answer, with its own inbox and balance. Everyone in the conversation sees who wrote.`}</p>
      {teams.length > 0 && (
        <ul className="mb-6 space-y-3" aria-label={t`Your teams`}>
          {teams.map(({ id, address, displayName, myRole }) => (
            <li key={id} className="card flex flex-wrap items-center gap-3 p-4">
              <div className="min-w-0 flex-1">
                <p className="font-semibold">
                  <bdi>{displayName}</bdi>
                </p>
                <p className="hint">
                  <bdi>{address}</bdi> · {ROLE_WORDS[myRole].title}
                </p>
              </div>
              <button
                type="button"
                className="btn"
                aria-label={t`Open the inbox of ${displayName}`}
                onClick={() => openInboxOf(address ?? id)}
              >{t`Open inbox`}</button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function MakeTeam({ domain }: { domain: string | undefined }) {
  const [displayName, setName] = useState("");
  const [localPart, setLocalPart] = useState("");
  const make = useSave(() => inbox.makeTeam({ displayName, localPart }), {
    reads: [KEYS.account],
    says: t`Team created`,
    showsError: true,
  });
  return (
    <form
      className="card p-4"
      aria-label={t`Create a team`}
      onSubmit={(event) => {
        event.preventDefault();
        if (make.isPending) return;
        make.mutate(undefined, {
          onSuccess() {
            setName("");
            setLocalPart("");
          },
        });
      }}
    >
      <TextField
        label={t`Team name`}
        required
        maxLength={LIMITS.nameCharsMax}
        autoComplete="off"
        value={displayName}
        onText={(text) => {
          setName(text);
          make.reset();
        }}
      />
      <TextField
        label={t`Address`}
        hint={
          domain === undefined
            ? t`You can't change it later.`
            : rich`Before ${<bdi>@{domain}</bdi>}. You can't change it later.`
        }
        error={faultIn(make.error)}
        required
        maxLength={LIMITS.localPartCharsMax}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={localPart}
        onText={(text) => {
          setLocalPart(text.trim());
          make.reset();
        }}
      />
      <button
        type="submit"
        className="btn"
        aria-disabled={make.isPending}
      >{t`Create team`}</button>
    </form>
  );
}
