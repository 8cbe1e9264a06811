import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LIMITS } from "../../../../../src/core/base/limits.ts";
import type { ListDelegationsOutput } from "../../../../client/src/generated/types.ts";
import { inbox } from "../../api/client.ts";
import { faultIn } from "../../api/problem.ts";
import { KEYS, useProfile } from "../../api/queries.ts";
import type { Profile } from "../../api/types.ts";
import { useSave } from "../../api/use_save.ts";
import { Field, Options, TextField } from "../../ui/field.tsx";
import { localTime } from "../../ui/moments.ts";
import { Waiting } from "../../ui/notice.tsx";
import { rich } from "../../ui/rich.ts";
import { t } from "../../ui/t.ts";
import { inDays, whenText } from "../../ui/time.tsx";
import { AskDelegates } from "./ask_delegates.tsx";
import { AddDelegate, DecidesForList, DelegateList } from "./delegates.tsx";

/** While the person is away, and who decides for them. */
export function AbsencePart() {
  const { data, error } = useQuery({
    queryKey: KEYS.delegations,
    queryFn: () => inbox.listDelegations(),
  });
  const profile = useProfile();
  if (!data || !profile.data) {
    return <Waiting error={error ?? profile.error} />;
  }
  const { given, received, escalateAfter } = data;
  return (
    <>
      <h2 className="mb-2 font-semibold text-lg">{t`While you are away`}</h2>
      {profile.data.away ? (
        <Away away={profile.data.away} />
      ) : (
        <GoAway delegates={given} />
      )}
      <h2 className="mt-8 mb-2 font-semibold text-lg">{t`People who decide for you`}</h2>
      <p className="mb-4 max-w-prose">{t`They read only what waits for a decision of theirs. Everyone who reads it sees who decided. The first decision counts.`}</p>
      <DelegateList given={given} />
      {given.length > 0 && <AskDelegates after={escalateAfter} />}
      <AddDelegate />
      <DecidesForList received={received} />
    </>
  );
}

const READS = [KEYS.profile, KEYS.delegations];

function Away({
  away: { until, standIn },
}: {
  away: NonNullable<Profile["away"]>;
}) {
  const end = useSave(() => inbox.updateProfile({ away: null }), {
    reads: READS,
    says: t`Welcome back`,
  });
  return (
    <div className="card flex flex-wrap items-center gap-3 p-4">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{t`Away until ${whenText(until)}`}</p>
        <p className="hint">
          {standIn
            ? rich`${<bdi>{standIn}</bdi>} is told at once of what waits for you.`
            : t`You have no stand-in.`}
        </p>
      </div>
      <button
        type="button"
        className="btn"
        aria-disabled={end.isPending}
        onClick={() => end.mutate(undefined)}
      >{t`I'm back`}</button>
    </div>
  );
}

type Delegates = ListDelegationsOutput["given"];

const NOBODY = "";
const ANOTHER = "another";

function GoAway({ delegates }: { delegates: Delegates }) {
  const [until, setUntil] = useState("");
  const [chosen, setChosen] = useState(NOBODY);
  const [address, setAddress] = useState("");
  const isNew = chosen === ANOTHER;
  const at = new Date(until);
  const isTime = !Number.isNaN(at.getTime()) && at.getTime() > Date.now();
  const go = useSave(
    async () => {
      const end = at.toISOString();
      const standIn = isNew ? address.trim() : chosen;
      if (isNew) await inbox.putDelegation({ address: standIn, until: end });
      const away = { until: end, ...(standIn !== NOBODY && { standIn }) };
      return await inbox.updateProfile({ away });
    },
    { reads: READS, says: t`Absence set`, showsError: true },
  );
  return (
    <form
      className="card p-4"
      aria-label={t`While you are away`}
      onSubmit={(event) => {
        event.preventDefault();
        if (isTime && !go.isPending) go.mutate(undefined);
      }}
    >
      <TextField
        label={t`Back on`}
        type="datetime-local"
        className="field max-w-60"
        required
        hint={t`Senders see until when you are away.`}
        error={
          until === "" || isTime ? undefined : t`Choose a time in the future.`
        }
        min={localTime(inDays(0))}
        max={localTime(inDays(LIMITS.snoozeDaysMax))}
        value={until}
        onText={setUntil}
      />
      <StandInField
        delegates={delegates}
        chosen={chosen}
        error={isNew ? undefined : faultIn(go.error)}
        onChosen={(next) => {
          setChosen(next);
          go.reset();
        }}
      />
      {isNew && (
        <TextField
          label={t`Their address`}
          hint={t`They decide everything that waits for you until you are back.`}
          error={faultIn(go.error)}
          required
          autoCapitalize="none"
          spellCheck={false}
          value={address}
          onText={(text) => {
            setAddress(text);
            go.reset();
          }}
        />
      )}
      <button
        type="submit"
        className="btn"
        aria-disabled={go.isPending}
      >{t`Set absence`}</button>
    </form>
  );
}

function StandInField({
  delegates,
  chosen,
  error,
  onChosen,
}: {
  delegates: Delegates;
  chosen: string;
  error: string | undefined;
  onChosen: (chosen: string) => void;
}) {
  return (
    <Field
      label={t`Stands in for me`}
      hint={t`Is told at once of what waits for your decision. No one else sees who it is.`}
      error={error}
    >
      {(ties) => (
        <select
          className="field max-w-80"
          {...ties}
          value={chosen}
          onChange={({ target }) => onChosen(target.value)}
        >
          <Options
            of={[
              [NOBODY, t`No one`],
              ...delegates.flatMap(({ address, displayName }) =>
                address === null ? [] : [[address, displayName] as const],
              ),
              [ANOTHER, t`Somebody else…`],
            ]}
          />
        </select>
      )}
    </Field>
  );
}
