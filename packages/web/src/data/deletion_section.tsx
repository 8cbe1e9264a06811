import { useState } from "react";
import { Link } from "wouter";
import { inbox } from "../api/client.ts";
import { sentenceOf } from "../api/problem.ts";
import type { AccountDeletion } from "../api/types.ts";
import { useSave } from "../api/use_save.ts";
import { Dialog, DialogAnswers } from "../ui/dialog.tsx";
import { moneyText } from "../ui/money/money.tsx";
import { rich } from "../ui/rich.ts";
import { t } from "../ui/t.ts";

/** Deletes the account, after showing what is erased and what stays, once the address is typed. */
export function DeletionSection({ address }: { address: string }) {
  const [told, setTold] = useState<AccountDeletion>();
  const look = useSave(async () => setTold(await inbox.deleteAccount({})), {
    reads: [],
  });
  return (
    <section aria-labelledby="deletion" className="mt-8">
      <h2
        id="deletion"
        className="mb-2 text-lg font-semibold"
      >{t`Delete my account`}</h2>
      <p className="mb-4 max-w-prose">{t`Permanently closes your account and erases everything that's only yours. Export your data first.`}</p>
      <button
        type="button"
        className="btn btn-bad"
        disabled={look.isPending}
        onClick={() => look.mutate(undefined)}
      >{t`Delete my account…`}</button>
      {told && (
        <Confirm
          told={told}
          address={address}
          onClose={() => setTold(undefined)}
        />
      )}
    </section>
  );
}

function Confirm({
  told,
  address,
  onClose,
}: {
  told: AccountDeletion;
  address: string;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState("");
  const remove = useSave(
    async () => {
      await inbox.deleteAccount({ confirm: typed });
      location.assign("/");
    },
    { reads: [], showsError: true },
  );
  const { erases, stays, heldIn, forfeited } = told;
  return (
    <Dialog title={t`Delete my account`} isOpen onClose={onClose}>
      <Told title={t`Will be deleted`} lines={erases} />
      <Told title={t`Will remain`} lines={stays} />
      {forfeited.amountAtomic !== "0" && (
        <p className="mb-3">
          {t`You'll lose your balance of ${moneyText({ price: forfeited, label: "TEST" })}.`}
        </p>
      )}
      {heldIn.length > 0 ? (
        <>
          <p className="mb-2 font-semibold">{t`You can't delete it yet. Money is still held in`}</p>
          <ul className="mb-3 list-disc pl-5">
            {heldIn.map(({ conversationId, title }) => (
              <li key={conversationId}>
                <Link
                  href={`/c/${conversationId}`}
                  className="text-accent underline"
                >
                  {title || t`(no title)`}
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <label htmlFor="confirm-deletion" className="mb-1 block">
            {rich`Type ${<strong>{address}</strong>} to confirm`}
          </label>
          <input
            id="confirm-deletion"
            className="field mb-3"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          {remove.error && (
            <p role="alert" className="mb-3">
              {sentenceOf(remove.error)}
            </p>
          )}
          <DialogAnswers
            leave={t`Cancel`}
            act={t`Delete permanently`}
            isBad
            isBusy={remove.isPending}
            onLeave={onClose}
            onAct={() => remove.mutate(undefined)}
          />
        </>
      )}
    </Dialog>
  );
}

function Told({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <>
      <h3 className="mb-1 font-semibold">{title}</h3>
      <ul className="mb-3 list-disc pl-5">
        {lines.map((it) => (
          <li key={it}>{it}</li>
        ))}
      </ul>
    </>
  );
}
