import { useState } from "react";
import { LIMITS } from "../../../../../src/core/base/limits.ts";
import { actionOf } from "../../api/actions.ts";
import { useAct } from "../../api/changes.ts";
import { useAccount } from "../../api/queries.ts";
import type { Action, Conversation, Release } from "../../api/types.ts";
import { Dialog, DialogAnswers } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Field, Options, TextArea, TextField } from "../../ui/field.tsx";
import { localTime } from "../../ui/moments.ts";
import {
  amountError,
  amountTyped,
  readAmount,
} from "../../ui/money/typed_amount.ts";
import { t } from "../../ui/t.ts";
import { inDays } from "../../ui/time.tsx";
import { ownPart } from "../parties.ts";

/** How long a proposal is valid, in days, with its words. */
const VALID: readonly (readonly [number, string])[] = [
  [1, t`1 day`],
  [3, t`3 days`],
  [7, t`7 days`],
  [LIMITS.proposalDaysMax - 1, t`4 weeks`],
];

/** Opens the dialog that proposes a price, or another one. */
export function ProposeButton({
  conversation,
  action,
  className = "btn",
}: {
  conversation: Conversation;
  action: Action;
  className?: string;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={className}
        title={action.effect}
        onClick={() => setOpen(true)}
      >
        {action.title}
      </button>
      {isOpen && (
        <ProposeDialog
          conversation={conversation}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Begins with what the other side proposes; otherwise with the terms as they stand. */
function startOf(conversation: Conversation) {
  const { input } = actionOf(conversation, "accept_proposal") ?? {};
  const theirs = conversation.terms?.proposals?.find(
    (it) => it.proposalId === input?.proposalId,
  );
  return {
    price: theirs ? amountTyped(theirs.price.amount) : "",
    release: theirs?.release ?? conversation.release,
    due: theirs?.dueAt ? localTime(theirs.dueAt) : "",
  };
}

/** The conditions that a side may propose, and another one that was chosen before. */
function conditions(
  isSender: boolean,
  { release }: Conversation,
): readonly (readonly [Release, string])[] {
  return [
    ["replied", isSender ? t`They reply` : t`I reply`],
    ["accepted", isSender ? t`They accept` : t`I accept`],
    ...(release === "converted" ? ([[release, t`As it stands`]] as const) : []),
  ];
}

/** Asks for a price, when it is paid, a note, and how long it is valid. */
export function ProposeDialog({
  conversation,
  onClose,
}: {
  conversation: Conversation;
  onClose: () => void;
}) {
  const title = actionOf(conversation, "propose")?.title ?? t`Propose`;
  const { data: account } = useAccount();
  const me = account && ownPart(conversation, account.account.id);
  const start = startOf(conversation);
  const [price, setPrice] = useState(start.price);
  const [release, setRelease] = useState<Release>(start.release);
  const [note, setNote] = useState("");
  const [days, setDays] = useState(7);
  const [due, setDue] = useState(start.due);
  const [isTried, setTried] = useState(false);
  const propose = useAct(conversation.id, "proposals", {
    says: t`Proposed`,
    showsError: true,
  });
  const typed = readAmount(price);
  const wrong = amountError(price);
  const dueAt = due === "" ? undefined : new Date(due);
  const isLate = dueAt && !(dueAt.getTime() > Date.parse(inDays(days)));
  const missing = isTried && !typed ? t`Name a price.` : undefined;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // In React, events also bubble to the form around a dialog.
          event.stopPropagation();
          setTried(true);
          if (propose.isPending || wrong || !typed || isLate) return;
          const validUntil = inDays(days);
          const terms = {
            ...{ price: typed, validUntil },
            ...(note && { note }),
            ...(release !== conversation.release && { release }),
            ...(dueAt && { dueAt: dueAt.toISOString() }),
          };
          propose.mutate(terms, { onSuccess: onClose });
        }}
      >
        <p className="mb-4">
          {t`The other side can accept it exactly as it is. No money is held before that.`}
        </p>
        <TextField
          label={t`Total price`}
          hint={t`In USDC.`}
          error={wrong ?? missing}
          className="field max-w-40"
          inputMode="decimal"
          required
          value={price}
          onText={setPrice}
        />
        <Field label={t`Paid when`}>
          {(ties) => (
            <select
              className="field max-w-60"
              {...ties}
              value={release}
              onChange={({ target }) => setRelease(target.value as Release)}
            >
              <Options of={conditions(me?.role === "sender", conversation)} />
            </select>
          )}
        </Field>
        <TextArea
          label={t`Note (optional)`}
          hint={t`Only the other side will read this.`}
          rows={2}
          maxLength={LIMITS.reasonCharsMax}
          value={note}
          onText={setNote}
        />
        <Field label={t`Valid for`}>
          {(ties) => (
            <select
              className="field max-w-40"
              {...ties}
              value={days}
              onChange={({ target }) => setDays(Number(target.value))}
            >
              {VALID.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
        <TextField
          label={t`Due by (optional)`}
          type="datetime-local"
          className="field max-w-60"
          hint={t`In this device's time zone. A price that isn't earned by then goes back.`}
          error={isLate ? t`Choose a time after the proposal ends.` : undefined}
          min={localTime(inDays(days))}
          max={localTime(inDays(LIMITS.proposalDueDaysMax))}
          value={due}
          onText={setDue}
        />
        <Failure error={propose.error} />
        <DialogAnswers
          leave={t`Cancel`}
          act={t`Propose`}
          isBusy={propose.isPending}
          onLeave={onClose}
        />
      </form>
    </Dialog>
  );
}
