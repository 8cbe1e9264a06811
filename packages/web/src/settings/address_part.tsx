import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { inbox } from "../api/client.ts";
import { faultIn } from "../api/problem.ts";
import { KEYS, useAccount } from "../api/queries.ts";
import { useSave } from "../api/use_save.ts";
import { Copy } from "../ui/copy.tsx";
import { TextField } from "../ui/field.tsx";
import { Waiting } from "../ui/notice.tsx";
import { t } from "../ui/t.ts";
import { ClaimForm } from "./claim_form.tsx";
import { DomainItem } from "./domain_item.tsx";

/** The addresses at which the person is reached. */
export function AddressPart() {
  const { data: account, error } = useAccount();
  if (!account) {
    return <Waiting error={error} />;
  }
  return (
    <>
      <h2 className="mb-2 text-lg font-semibold">{t`Your address`}</h2>
      {account.address ? (
        <Copy
          label={t`Address`}
          act={t`Copy address`}
          text={account.address.address}
        />
      ) : (
        <ClaimForm />
      )}
      <h2 className="mt-6 mb-2 text-lg font-semibold">{t`Your own domains`}</h2>
      <Domains />
    </>
  );
}

function Domains() {
  const [domain, setDomain] = useState("");
  const { data } = useQuery({
    queryKey: KEYS.domains,
    queryFn: () => inbox.listDomains(),
  });
  const add = useSave(() => inbox.addDomain({ domain: domain.trim() }), {
    reads: [KEYS.domains],
    says: t`Domain added`,
    showsError: true,
  });
  return (
    <>
      <ul className="mb-4 space-y-3" aria-label={t`Domains`}>
        {(data?.domains ?? []).map((it) => (
          <li key={it.id}>
            <DomainItem domain={it} />
          </li>
        ))}
      </ul>
      <form
        className="card p-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (add.isPending) return;
          add.mutate(undefined, { onSuccess: () => setDomain("") });
        }}
      >
        <TextField
          label={t`Domain`}
          hint={t`You get a DNS record to publish. Then you can send and receive at this domain.`}
          required
          placeholder="example.org"
          autoCapitalize="none"
          spellCheck={false}
          value={domain}
          error={faultIn(add.error)}
          onText={(text) => {
            setDomain(text);
            add.reset();
          }}
        />
        <button
          type="submit"
          className="btn"
          aria-disabled={add.isPending}
        >{t`Add domain`}</button>
      </form>
    </>
  );
}
