import { useState } from "react";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import type { Preset } from "../../../../src/core/identity/scopes.ts";
import {
  cannotWords,
  mayWords,
  PRESETS,
} from "../../../../src/core/identity/scopes.ts";
import { inbox } from "../api/client.ts";
import { faultAt, faultBeside } from "../api/problem.ts";
import { KEYS } from "../api/queries.ts";
import { useSave } from "../api/use_save.ts";
import { Failure } from "../ui/failure.tsx";
import { Field, TextField } from "../ui/field.tsx";
import { t } from "../ui/t.ts";
import { inDays } from "../ui/time.tsx";
import { Glance } from "./glance.tsx";
import { LIMIT_POINTERS, LimitFields } from "./limit_fields.tsx";
import { areAmountsRead, limitsOf, NO_LIMITS } from "./typed_limits.ts";

/** The lifetimes of a credential, in days. */
const EXPIRIES = [
  ["", t`Never`],
  ["7", t`In a week`],
  ["30", t`In 30 days`],
  ["90", t`In 90 days`],
  ["365", t`In a year`],
] as const;

/** Creates a credential with a name, rights, spending limits and an end. */
export function AccessForm({
  onToken,
  onClient,
}: {
  onToken: (token: string) => void;
  onClient: (clientId: string) => void;
}) {
  const [name, setName] = useState("");
  const [preset, setPreset] = useState<Preset["id"]>("assistant");
  const [limits, setLimits] = useState(NO_LIMITS);
  const [days, setDays] = useState("");
  const [keysAt, setKeysAt] = useState("");
  const chosen = PRESETS.find(({ id }) => id === preset);
  const scopes = chosen === undefined ? [] : chosen.scopes;
  const add = useSave(
    async () => {
      const access = {
        name,
        preset,
        limits: limitsOf(limits, scopes),
        ...(days !== "" && { expiresAt: inDays(Number(days)) }),
      };
      if (keysAt === "") {
        const { token } = await inbox.addCredential(access);
        return () => onToken(token);
      }
      const keys = { jwksUri: keysAt };
      const { credential } = await inbox.addClient({ ...access, keys });
      return () => onClient(credential.id);
    },
    { reads: [KEYS.credentials], showsError: true },
  );
  return (
    <form
      className="card p-4"
      aria-label={t`Connect a program`}
      onSubmit={(event) => {
        event.preventDefault();
        if (add.isPending || !areAmountsRead(limits, scopes)) return;
        add.mutate(undefined, {
          onSuccess: (show) => {
            setName("");
            setLimits(NO_LIMITS);
            setDays("");
            setKeysAt("");
            show();
          },
        });
      }}
    >
      <TextField
        label={t`Name`}
        hint={t`For example: Claude on my laptop`}
        required
        maxLength={LIMITS.nameCharsMax}
        value={name}
        error={faultAt(add.error, "/name")}
        onText={setName}
      />
      <RightsFields chosen={preset} onChange={setPreset} />
      <LimitFields
        scopes={scopes}
        limits={limits}
        error={add.error}
        onChange={setLimits}
      />
      <Field label={t`Expires`}>
        {(ties) => (
          <select
            {...ties}
            className="field"
            value={days}
            onChange={(event) => setDays(event.target.value)}
          >
            {EXPIRIES.map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      <KeysField value={keysAt} onText={setKeysAt} />
      <Failure error={faultBeside(add.error, ["/name", ...LIMIT_POINTERS])} />
      <button
        type="submit"
        className="btn btn-main"
        aria-disabled={add.isPending}
      >{t`Create credential`}</button>
    </form>
  );
}

/** The choices of what it can do. */
function RightsFields({
  chosen,
  onChange,
}: {
  chosen: Preset["id"];
  onChange: (preset: Preset["id"]) => void;
}) {
  return (
    <fieldset className="mb-4">
      <legend className="mb-1 font-semibold">{t`What it can do`}</legend>
      {PRESETS.map(({ id, title, scopes: its }) => (
        <label key={id} className="flex items-start gap-2.5 py-1.5">
          <input
            type="radio"
            name="preset"
            className="mt-1 size-4 accent-accent"
            checked={chosen === id}
            onChange={() => onChange(id)}
          />
          <span>
            <span className="font-medium">{t.of(title)}</span>
            <Glance scopes={its} />
          </span>
        </label>
      ))}
      <details>
        <summary className="hint">{t`Details`}</summary>
        {PRESETS.map(({ id, title, scopes: its }) => (
          <p key={id} className="hint mt-1.5">
            <strong>{t.of(title)}.</strong> {mayWords(its, t)}{" "}
            {cannotWords(its, t)}
          </p>
        ))}
      </details>
    </fieldset>
  );
}

/** Where a program's public keys are; empty for a token. */
function KeysField({
  value,
  onText,
}: {
  value: string;
  onText: (text: string) => void;
}) {
  return (
    <details className="mb-4" open={value !== ""}>
      <summary>{t`It signs in with its own keys`}</summary>
      <div className="mt-2">
        <TextField
          label={t`Address of its public keys`}
          hint={t`For servers: the https address of a JWK set. The program then gets no token that could leak.`}
          type="url"
          placeholder="https://example.org/jwks.json"
          maxLength={LIMITS.clientDocumentUrlCharsMax}
          value={value}
          onText={onText}
        />
      </div>
    </details>
  );
}
