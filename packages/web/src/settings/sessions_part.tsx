import { useQuery } from "@tanstack/react-query";
import { inbox } from "../api/client.ts";
import { forgetKept } from "../api/kept.ts";
import { KEYS } from "../api/queries.ts";
import { useSave } from "../api/use_save.ts";
import { Waiting } from "../ui/notice.tsx";
import { rich } from "../ui/rich.ts";
import { t } from "../ui/t.ts";
import { LastUsed, Time } from "../ui/time.tsx";
import { Passkeys } from "./passkeys.tsx";

/** The devices that the person is signed in on, and how to sign them out. */
export function SessionsPart() {
  const { data, error } = useQuery({
    queryKey: KEYS.sessions,
    queryFn: () => inbox.listSessions(),
  });
  const end = useSave(
    (sessionId: string) => inbox.revokeSession({ sessionId }),
    { reads: [KEYS.sessions], says: t`Signed out of that device` },
  );
  if (!data) return <Waiting error={error} />;
  return (
    <>
      <Passkeys />
      <h2 className="mb-2 text-lg font-semibold">{t`Devices`}</h2>
      <ul className="mb-6 space-y-3" aria-label={t`Where you are signed in`}>
        {data.sessions.map(({ id, device, current, createdAt, ...used }) => (
          <li key={id} className="card flex flex-wrap items-center gap-3 p-4">
            <div className="min-w-0 flex-1">
              <p className="font-semibold">
                {device}
                {current && <span className="text-good"> · {t`this one`}</span>}
              </p>
              <p className="hint">
                {rich`Since ${<Time at={createdAt} />}.`}{" "}
                <LastUsed at={used.lastUsedAt} from={used.lastUsedFrom} />
              </p>
            </div>
            {!current && (
              <button
                type="button"
                className="btn btn-bad"
                aria-label={t`Sign out ${device}`}
                onClick={() => end.mutate(id)}
              >{t`Sign out`}</button>
            )}
          </li>
        ))}
      </ul>
      <form method="post" action="/sign-out" onSubmit={forgetKept}>
        <button type="submit" className="btn">{t`Sign out here`}</button>
      </form>
    </>
  );
}
