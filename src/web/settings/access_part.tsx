import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/client.ts";
import { KEYS } from "../api/queries.ts";
import type { Credential } from "../api/types.ts";
import { Waiting } from "../ui/notice.tsx";
import { AccessForm } from "./access_form.tsx";
import { AccessItem } from "./access_item.tsx";
import { Snippets } from "./snippets.tsx";

/** Which programs may act for the person, how far, and how to let one in. */
export function AccessPart() {
  const { data, error } = useQuery({
    queryKey: KEYS.credentials,
    queryFn: () =>
      api<{ readonly credentials: readonly Credential[] }>("/v1/credentials"),
  });
  const [token, setToken] = useState<string>();
  if (!data) return <Waiting error={error} />;
  const live = data.credentials.filter(({ revokedAt }) => revokedAt === null);
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
      <h2 className="mb-2 text-lg font-semibold">Connect a program</h2>
      <AccessForm onToken={setToken} />
    </>
  );
}
