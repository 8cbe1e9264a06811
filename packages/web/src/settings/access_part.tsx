import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { inbox } from "../api/client.ts";
import { KEYS } from "../api/queries.ts";
import type { Credential } from "../api/types.ts";
import { Waiting } from "../ui/notice.tsx";
import { rich } from "../ui/rich.ts";
import { t } from "../ui/t.ts";
import { Time } from "../ui/time.tsx";
import { AccessForm } from "./access_form.tsx";
import { AccessItem } from "./access_item.tsx";
import { connectLinksOf, mcpUrlOf, Snippets } from "./snippets.tsx";

/** When a credential stopped working; undefined while it works. */
function endOf({ revokedAt, expiresAt }: Credential): string | undefined {
  if (revokedAt !== null) return revokedAt;
  const hasRunOut = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  return hasRunOut ? expiresAt : undefined;
}

/** Which one stopped working, why and when. */
function Ended({ credential }: { credential: Credential }) {
  const name = <bdi>{credential.name}</bdi>;
  const at = <Time at={endOf(credential) ?? ""} />;
  return credential.revokedAt === null
    ? rich`${name}: ended ${at}`
    : rich`${name}: revoked ${at}`;
}

/** The programs that may act for the person, their rights, and how to add one. */
export function AccessPart() {
  const { data, error } = useQuery({
    queryKey: KEYS.credentials,
    queryFn: () => inbox.listCredentials(),
  });
  const [token, setToken] = useState<string>();
  const [client, setClient] = useState<string>();
  if (!data) return <Waiting error={error} />;
  const live = data.credentials.filter((it) => endOf(it) === undefined);
  const ended = data.credentials.filter((it) => endOf(it) !== undefined);
  return (
    <>
      <p className="mb-4 max-w-prose">{t`A credential lets a program act in your inbox. You choose its limits and can revoke it at any time.`}</p>
      {token && <Snippets token={token} onDone={() => setToken(undefined)} />}
      <h2 className="mb-2 text-lg font-semibold">{t`Programs with access`}</h2>
      {live.length === 0 ? (
        <p className="hint mb-6">{t`None yet.`}</p>
      ) : (
        <ul className="mb-6 space-y-3" aria-label={t`Programs with access`}>
          {live.map((credential) => (
            <li key={credential.id}>
              <AccessItem credential={credential} onToken={setToken} />
            </li>
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <details className="mb-6">
          <summary>{t`Ended (${ended.length})`}</summary>
          <ul>
            {ended.map((it) => (
              <li key={it.id} className="hint">
                <Ended credential={it} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <h2 className="mb-2 text-lg font-semibold">{t`Connect a program`}</h2>
      <p className="mb-2 max-w-prose">{t`These sign in by themselves. You choose what they can do:`}</p>
      <p className="mb-4 flex flex-wrap gap-2">
        {connectLinksOf(mcpUrlOf(location.href)).map(({ name, href }) => (
          <a key={name} className="btn" href={href}>
            {t`Add to ${name}`}
          </a>
        ))}
      </p>
      <AccessForm onToken={setToken} onClient={setClient} />
      {client && (
        <p className="card my-4 p-4" role="status">
          {rich`It signs in as ${<code>{client}</code>}, with client_credentials and private_key_jwt at ${<code>{new URL("/oauth/token", location.href).href}</code>}.`}
        </p>
      )}
    </>
  );
}
