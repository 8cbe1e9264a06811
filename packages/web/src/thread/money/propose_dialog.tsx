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

/** The terms as they are written in the dialog. */
interface Written {
  readonly price: string;
  readonly release: Release;
  readonly note: string;
  /** How long it is valid. */
  readonly days: number;
  /** When the work is due, as the field has it; "" as it stands. */
  readonly due: string;
  /** "" for nobody. */
  readonly arbiter: string;
}

/** Begins with what the other side proposes; otherwise with the terms as they stand. */
function startOf(conversation: Conversation): Written {
  const { input } = actionOf(conversation, "accept_proposal") ?? {};
  const theirs = conversation.terms?.proposals?.find(
    (it) => it.proposalId === input?.proposalId,
  );
  return {
    price: theirs ? amountTyped(theirs.price.amount) : "",
    release: theirs?.release ?? conversation.release,
    note: "",
    days: 7,
    due: theirs?.dueAt ? localTime(theirs.dueAt) : "",
    arbiter: conversation.terms?.arbiter ?? "",
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

/** The arbiter, if the proposal changes it. */
function arbiterOf({ terms }: Conversation, typed: string) {
  const arbiter = typed.trim();
  return arbiter === (terms?.arbiter ?? "") ? {} : { arbiter: arbiter || null };
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
  const [written, setWritten] = useState(startOf(conversation));
  const [isTried, setTried] = useState(false);
  const propose = useAct(conversation.id, "proposals", {
    says: t`Proposed`,
    showsError: true,
  });
  const { price, release, note, days } = written;
  const typed = readAmount(price);
  const missing = isTried && !typed ? t`Name a price.` : undefined;
  const wrong = amountError(price) ?? missing;
  const { dueAt, isLate } = dueOf(written);
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
          const terms = {
            ...{ price: typed, validUntil: inDays(days) },
            ...(note && { note }),
            ...(release !== conversation.release && { release }),
            ...arbiterOf(conversation, written.arbiter),
            ...(dueAt && { dueAt: dueAt.toISOString() }),
          };
          propose.mutate(terms, { onSuccess: onClose });
        }}
      >
        <p className="mb-4">
          {t`The other side can accept it exactly as it is. No money is held before that.`}
        </p>
        <TermsFields
          conversation={conversation}
          written={written}
          set={(change) => setWritten((now) => ({ ...now, ...change }))}
          wrong={wrong}
        />
        <TextField
          label={t`Arbiter (optional)`}
          type="email"
          autoComplete="off"
          hint={t`An address here that decides if you two disagree about the result.`}
          maxLength={LIMITS.addressCharsMax}
          value={written.arbiter}
          onText={(arbiter) => setWritten((now) => ({ ...now, arbiter }))}
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

function dueOf({ due, days }: Written) {
  const dueAt = due === "" ? undefined : new Date(due);
  const isLate = dueAt && !(dueAt.getTime() > Date.parse(inDays(days)));
  return { dueAt, isLate };
}

function TermsFields({
  conversation,
  written,
  set,
  wrong,
}: {
  conversation: Conversation;
  written: Written;
  set: (change: Partial<Written>) => void;
  wrong: string | undefined;
}) {
  const { data } = useAccount();
  const me = data && ownPart(conversation, data.account.id);
  const { price, release, note, days, due } = written;
  const { isLate } = dueOf(written);
  return (
    <>
      <TextField
        label={t`Total price`}
        hint={t`In USDC.`}
        error={wrong}
        className="field max-w-40"
        inputMode="decimal"
        required
        value={price}
        onText={(it) => set({ price: it })}
      />
      <Field label={t`Paid when`}>
        {(ties) => (
          <select
            className="field max-w-60"
            {...ties}
            value={release}
            onChange={({ target }) => set({ release: target.value as Release })}
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
        onText={(it) => set({ note: it })}
      />
      <Field label={t`Valid for`}>
        {(ties) => (
          <select
            className="field max-w-40"
            {...ties}
            value={days}
            onChange={({ target }) => set({ days: Number(target.value) })}
          >
            <Options of={VALID.map(([value, words]) => [`${value}`, words])} />
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
        onText={(it) => set({ due: it })}
      />
    </>
  );
}
