import { useState } from "react";
import { LIMITS } from "../../../../../src/core/base/limits.ts";
import type { ListDelegationsOutput } from "../../../../client/src/generated/types.ts";
import { openInboxOf } from "../../api/acting_as.ts";
import { inbox } from "../../api/client.ts";
import { faultIn } from "../../api/problem.ts";
import { KEYS } from "../../api/queries.ts";
import { useSave } from "../../api/use_save.ts";
import { Field, Options, TextField } from "../../ui/field.tsx";
import { localTime } from "../../ui/moments.ts";
import { moneyText } from "../../ui/money/money.tsx";
import { amountError, readAmount } from "../../ui/money/typed_amount.ts";
import { t } from "../../ui/t.ts";
import { inDays, whenText } from "../../ui/time.tsx";
import { KIND_CHOICES, kindsInWords } from "./kinds.ts";

type Delegation = ListDelegationsOutput["given"][number];

/** The people who decide for the person. */
export function DelegateList({ given }: { given: readonly Delegation[] }) {
  if (given.length === 0) return null;
  return (
    <ul className="mb-4 space-y-3" aria-label={t`People who decide for you`}>
      {given.map((it) => (
        <li
          key={it.accountId}
          className="card flex flex-wrap items-center gap-3 p-4"
        >
          <Terms delegation={it} />
          <EndButton delegation={it} />
        </li>
      ))}
    </ul>
  );
}

function EndButton({
  delegation: { accountId, displayName },
}: {
  delegation: Delegation;
}) {
  const end = useSave(() => inbox.removeDelegation({ address: accountId }), {
    reads: [KEYS.delegations, KEYS.profile],
    says: t`${displayName} decides for you no longer`,
  });
  return (
    <button
      type="button"
      className="btn btn-bad"
      aria-label={t`Remove ${displayName}`}
      aria-disabled={end.isPending}
      onClick={() => end.mutate(undefined)}
    >{t`Remove`}</button>
  );
}

/** The people whom the person decides for. */
export function DecidesForList({
  received,
}: {
  received: readonly Delegation[];
}) {
  if (received.length === 0) return null;
  return (
    <>
      <h2 className="mt-8 mb-2 font-semibold text-lg">{t`You decide for`}</h2>
      <ul className="space-y-3" aria-label={t`You decide for`}>
        {received.map((it) => (
          <li
            key={it.accountId}
            className="card flex flex-wrap items-center gap-3 p-4"
          >
            <Terms delegation={it} />
            <button
              type="button"
              className="btn"
              aria-label={t`See what waits for ${it.displayName}`}
              onClick={() => openInboxOf(it.address ?? it.accountId)}
            >{t`See what waits`}</button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The other side of a delegation, and its terms in a line. */
function Terms({ delegation }: { delegation: Delegation }) {
  const { displayName, address, kinds, upTo, from, until, reason } = delegation;
  const terms = [
    kindsInWords(kinds),
    ...(upTo ? [t`up to ${moneyText({ price: upTo })}`] : []),
    ...(from ? [t`from ${whenText(from)}`] : []),
    ...(until ? [t`until ${whenText(until)}`] : []),
    ...(reason ? [reason] : []),
  ];
  return (
    <div className="min-w-0 flex-1 basis-60">
      <p className="font-semibold">
        <bdi>{displayName}</bdi>
      </p>
      <p className="hint wrap-break-word">
        {address && <bdi>{address}</bdi>} · <bdi>{terms.join(" · ")}</bdi>
      </p>
    </div>
  );
}

const EMPTY = { address: "", kind: "all", upTo: "", until: "", reason: "" };

/** Lets somebody decide for the person. */
export function AddDelegate() {
  const [typed, setTyped] = useState(EMPTY);
  const { address, kind, upTo, until, reason } = typed;
  const kinds = KIND_CHOICES.find(({ id }) => id === kind)?.kinds;
  const most = readAmount(upTo);
  const add = useSave(
    () =>
      inbox.putDelegation({
        address: address.trim(),
        ...(kinds && { kinds }),
        ...(most !== undefined && { upTo: most }),
        ...(until !== "" && { until: new Date(until).toISOString() }),
        ...(reason !== "" && { reason }),
      }),
    {
      reads: [KEYS.delegations],
      says: t`They decide for you now`,
      showsError: true,
    },
  );
  const set = (change: Partial<typeof EMPTY>) => {
    setTyped({ ...typed, ...change });
    add.reset();
  };
  return (
    <form
      className="card p-4"
      aria-label={t`Let somebody decide for you`}
      onSubmit={(event) => {
        event.preventDefault();
        if (add.isPending || amountError(upTo)) return;
        add.mutate(undefined, { onSuccess: () => setTyped(EMPTY) });
      }}
    >
      <TextField
        label={t`Address`}
        hint={t`A person of this service. They find it in their account menu at once.`}
        error={faultIn(add.error)}
        required
        autoCapitalize="none"
        spellCheck={false}
        value={address}
        onText={(text) => set({ address: text })}
      />
      <Field label={t`Decides`}>
        {(ties) => (
          <select
            className="field max-w-80"
            {...ties}
            value={kind}
            onChange={({ target }) => set({ kind: target.value })}
          >
            <Options of={KIND_CHOICES.map(({ id, title }) => [id, title])} />
          </select>
        )}
      </Field>
      <TextField
        label={t`Up to`}
        hint={t`For one decision. Leave empty for no limit.`}
        error={amountError(upTo)}
        inputMode="decimal"
        autoComplete="off"
        className="field max-w-40"
        value={upTo}
        onText={(text) => set({ upTo: text })}
      />
      <TextField
        label={t`Until (optional)`}
        type="datetime-local"
        className="field max-w-60"
        min={localTime(inDays(0))}
        value={until}
        onText={(text) => set({ until: text })}
      />
      <TextField
        label={t`Reason (optional)`}
        hint={t`They read it.`}
        maxLength={LIMITS.commentCharsMax}
        value={reason}
        onText={(text) => set({ reason: text })}
      />
      <button
        type="submit"
        className="btn"
        aria-disabled={add.isPending}
      >{t`Let them decide`}</button>
    </form>
  );
}
