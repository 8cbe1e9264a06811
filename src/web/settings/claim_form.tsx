import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { LIMITS } from "../../core/base/limits.ts";
import { api, onceKey } from "../api/client.ts";
import { KEYS } from "../api/queries.ts";
import { useSave } from "../api/use_save.ts";
import { TextField } from "../ui/field.tsx";

interface Answer {
  readonly localPart: string;
  readonly available: boolean;
  readonly reason: "taken" | "reserved" | "invalid" | null;
  readonly suggestions: readonly string[];
}

const WORDS = {
  taken: "Somebody has it already.",
  reserved: "It is reserved.",
  invalid:
    "Use lower-case letters, digits, dots and hyphens; begin and end with a letter or digit.",
} as const;

const PAUSE_MS = 300;

/** Chooses an address, and says while one types whether it can be had. */
export function ClaimForm() {
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data } = useQuery({
    queryKey: ["available", asked],
    queryFn: () =>
      api<Answer>(
        `/api/addresses/free/available?localPart=${encodeURIComponent(asked)}`,
      ),
    enabled: asked !== "",
  });
  const claim = useSave(
    () =>
      api("/api/addresses/free", {
        method: "POST",
        json: { localPart: typed },
        headers: onceKey(),
      }),
    { reads: [KEYS.account, KEYS.profile], says: "The address is yours" },
  );
  const answer = data?.localPart === typed ? data : undefined;
  return (
    <form
      className="card p-4"
      onSubmit={(event) => {
        event.preventDefault();
        claim.mutate(undefined);
      }}
    >
      <TextField
        label="Choose your address"
        hint={
          answer?.available
            ? `${typed} is free.`
            : "It cannot be changed later."
        }
        error={answer?.reason ? WORDS[answer.reason] : undefined}
        required
        maxLength={LIMITS.localPartCharsMax}
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onText={(text) => setTyped(text.trim())}
      />
      {answer && answer.suggestions.length > 0 && (
        <p className="mb-4 flex flex-wrap items-center gap-2">
          Free:
          {answer.suggestions.map((it) => (
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
      >
        Claim address
      </button>
    </form>
  );
}
