import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { inbox } from "../api/client.ts";
import { KEYS } from "../api/queries.ts";
import type { OwnOffer } from "../api/types.ts";
import { Waiting } from "../ui/notice.tsx";
import { t } from "../ui/t.ts";
import { OfferForm } from "./offer_form.tsx";
import { OfferItem } from "./offer_item.tsx";

/** The offer in the form: one of the list, or a new one. */
type Edited = OwnOffer | "new" | undefined;

/** What the person sells at a fixed price. */
export function OffersPart() {
  const { data, error } = useQuery({
    queryKey: KEYS.offers,
    queryFn: () => inbox.listOffers(),
  });
  const [edited, setEdited] = useState<Edited>();
  if (!data) return <Waiting error={error} />;
  const { offers, page } = data;
  if (edited) {
    return (
      <OfferForm
        offer={edited === "new" ? undefined : edited}
        taken={offers.map((it) => it.offerId)}
        onDone={() => setEdited(undefined)}
      />
    );
  }
  return (
    <>
      <p className="mb-4 max-w-prose">{t`An offer is something you sell at a fixed price. People and agents find it and order it; you get each order as a request.`}</p>
      {page !== null && (
        <p className="mb-4 [overflow-wrap:anywhere]">
          {t`Your public page:`}{" "}
          <a href={page} className="text-accent underline">
            {page}
          </a>
        </p>
      )}
      {offers.length === 0 ? (
        <p className="mb-4 text-soft">{t`No offers yet.`}</p>
      ) : (
        <ul className="mb-6 space-y-3" aria-label={t`Your offers`}>
          {offers.map((it) => (
            <li key={it.offerId}>
              <OfferItem offer={it} onEdit={() => setEdited(it)} />
            </li>
          ))}
        </ul>
      )}
      <button
        type="button"
        className="btn btn-main"
        onClick={() => setEdited("new")}
      >{t`New offer`}</button>
    </>
  );
}
