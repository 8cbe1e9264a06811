import { useState } from "react";
import { durationInWords } from "../../../../src/core/base/duration.ts";
import { inbox } from "../api/client.ts";
import { useUsualCurrency } from "../api/currency.ts";
import { KEYS } from "../api/queries.ts";
import type { OwnOffer } from "../api/types.ts";
import { useSave } from "../api/use_save.ts";
import { Dialog, DialogAnswers } from "../ui/dialog.tsx";
import { amountSaid } from "../ui/money/money.tsx";
import { t } from "../ui/t.ts";
import { inputOf } from "./written_offer.ts";

const RELEASES: Readonly<Record<OwnOffer["release"], string>> = {
  replied: t`paid when you reply`,
  accepted: t`paid when you accept`,
};

/** One offer with its acts and its orders. */
export function OfferItem({
  offer,
  onEdit,
}: {
  offer: OwnOffer;
  onEdit: () => void;
}) {
  const { offerId, title, active, price, release } = offer;
  const { deliverWithin, arbiter } = offer;
  const { open, done } = offer.orders;
  const [isAsking, setAsking] = useState(false);
  const currency = useUsualCurrency();
  const reads = [KEYS.offers];
  const toggle = useSave(
    () => inbox.putOffer({ ...inputOf(offer), active: !active }),
    { reads },
  );
  const end = useSave(() => inbox.deleteOffer({ offerId }), {
    reads,
    says: t`Offer deleted`,
  });
  const said = [
    Number(price.amount) === 0 ? t`Free` : `${amountSaid(price)} ${currency}`,
    RELEASES[release],
    deliverWithin && t`done in ${durationInWords(deliverWithin, t.language)}`,
    arbiter && t`${arbiter} decides disputes`,
  ];
  return (
    <article className="card p-4" aria-label={title}>
      <h2 className="font-semibold [overflow-wrap:anywhere]">
        <bdi>{title}</bdi>
        {!active && (
          <span className="ml-2 rounded bg-faint px-1.5 py-0.5 font-normal text-quiet text-xs">{t`Off`}</span>
        )}
      </h2>
      <p className="text-soft">{said.filter(Boolean).join(" · ")}</p>
      <p className="hint mb-3">
        <code>{offerId}</code> · {t.many(open)`# open order|# open orders`} ·{" "}
        {t`${done} done`}
      </p>
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="btn"
          aria-label={t`Edit: ${title}`}
          onClick={onEdit}
        >{t`Edit`}</button>
        <button
          type="button"
          className="btn"
          aria-label={active ? t`Switch off: ${title}` : t`Switch on: ${title}`}
          aria-disabled={toggle.isPending}
          onClick={() => !toggle.isPending && toggle.mutate(undefined)}
        >
          {active ? t`Switch off` : t`Switch on`}
        </button>
        <button
          type="button"
          className="btn btn-bad"
          aria-label={t`Delete: ${title}`}
          onClick={() => setAsking(true)}
        >{t`Delete`}</button>
      </div>
      <Dialog
        title={t`Delete this offer?`}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
      >
        <p className="mb-4">{t`“${title}” can't be ordered any more. Orders you already have stay.`}</p>
        <DialogAnswers
          leave={t`Cancel`}
          act={t`Delete offer`}
          isBad
          isBusy={end.isPending}
          onLeave={() => setAsking(false)}
          onAct={() => end.mutate(undefined)}
        />
      </Dialog>
    </article>
  );
}
