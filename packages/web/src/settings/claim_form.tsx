import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import { inbox } from "../api/client.ts";
import { faultIn } from "../api/problem.ts";
import { KEYS, useAccount } from "../api/queries.ts";
import { useSave } from "../api/use_save.ts";
import { TextField } from "../ui/field.tsx";
import { t } from "../ui/t.ts";

const WORDS = {
  taken: t`This address is taken.`,
  reserved: t`This address is reserved.`,
  invalid: t`Use lowercase letters, digits, dots and hyphens. Start and end with a letter or digit.`,
} as const;

const PAUSE_MS = 300;

/** Chooses an address, and shows while typing whether it is free. */
export function ClaimForm() {
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data } = useQuery({
    queryKey: ["available", asked],
    queryFn: () => inbox.checkFreeAddress({ localPart: asked }),
    enabled: asked !== "",
  });
  const suggestions = useSuggestions();
  const claim = useSave(() => inbox.claimFreeAddress({ localPart: typed }), {
    reads: [KEYS.account, KEYS.profile],
    says: t`The address is yours`,
    showsError: true,
  });
  const answer = data?.localPart === typed ? data : undefined;
  const offered = typed === "" ? suggestions : (answer?.suggestions ?? []);
  return (
    <form
      className="card p-4"
      onSubmit={(event) => {
        event.preventDefault();
        claim.mutate(undefined);
      }}
    >
      <TextField
        label={t`Choose your address`}
        hint={
          answer?.available
            ? t`${typed} is free.`
            : t`You can't change it later.`
        }
        error={answer?.reason ? WORDS[answer.reason] : faultIn(claim.error)}
        required
        maxLength={LIMITS.localPartCharsMax}
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onText={(text) => {
          setTyped(text.trim());
          claim.reset();
        }}
      />
      {offered.length > 0 && (
        <p className="mb-4 flex flex-wrap items-center gap-2">
          {t`Free:`}
          {offered.map((it) => (
            <button
              key={it}
              type="button"
              className="btn"
              onClick={() => setTyped(it)}
            >
              {it}
            </button>
          ))}
        </p>
      )}
      <button
        type="submit"
        className="btn btn-main"
        aria-disabled={claim.isPending}
      >{t`Claim address`}</button>
    </form>
  );
}

/** Addresses that are free for the person's name. */
function useSuggestions(): readonly string[] {
  const name = useAccount().data?.account.displayName;
  const { data } = useQuery({
    queryKey: ["free-addresses", name],
    queryFn: () => inbox.suggestFreeAddresses({ name: name ?? "" }),
    enabled: name !== undefined,
  });
  return data?.suggestions ?? [];
}
