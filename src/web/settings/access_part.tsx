import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { inbox } from "../api/client.ts";
import { KEYS } from "../api/queries.ts";
import type { Credential } from "../api/types.ts";
import { Waiting } from "../ui/notice.tsx";
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

/** Which programs may act for the person, how far, and how to let one in. */
export function AccessPart() {
  const { data, error } = useQuery({
    queryKey: KEYS.credentials,
    queryFn: () => inbox.listCredentials(),
  });
  const [token, setToken] = useState<string>();
  if (!data) return <Waiting error={error} />;
  const live = data.credentials.filter((it) => endOf(it) === undefined);
  const ended = data.credentials.filter((it) => endOf(it) !== undefined);
  return (
    <>
      <p className="mb-4 max-w-prose">
        A credential lets a program act in your inbox. Choose how far it may go;
        you can take it back at any moment.
      </p>
      {token && <Snippets token={token} onDone={() => setToken(undefined)} />}
      <h2 className="mb-2 text-lg font-semibold">Programs with access</h2>
      {live.length === 0 ? (
        <p className="hint mb-6">None yet.</p>
      ) : (
        <ul className="mb-6 space-y-3" aria-label="Programs with access">
          {live.map((credential) => (
            <li key={credential.id}>
              <AccessItem credential={credential} onToken={setToken} />
            </li>
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <details className="mb-6">
          <summary>What has ended ({ended.length})</summary>
          <ul>
            {ended.map((it) => (
              <li key={it.id} className="hint">
                <bdi>{it.name}</bdi>: {it.revokedAt ? "revoked" : "ended"}{" "}
                <Time at={endOf(it) ?? ""} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <h2 className="mb-2 text-lg font-semibold">Connect a program</h2>
      <p className="mb-2 max-w-prose">
        These sign in here by themselves, where you choose what they may do:
      </p>
      <p className="mb-4 flex flex-wrap gap-2">
        {connectLinksOf(mcpUrlOf(location.href)).map(({ name, href }) => (
          <a key={name} className="btn" href={href}>
            Add to {name}
          </a>
        ))}
      </p>
      <AccessForm onToken={setToken} />
    </>
  );
}
