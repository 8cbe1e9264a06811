import type { QueryCall } from "../../../access/context.ts";
import { PAYMENTS_EXTENSION } from "../../../agents/card.ts";
import { pinnedPayout } from "../../../agents/remote/pinned_payout.ts";
import type { RemoteCard } from "../../../agents/remote/remote_card.ts";
import { unpayable, WHY_UNPAYABLE } from "../../../payments/terms/unpayable.ts";
import { nameOfCard } from "./meet_foreign.ts";
import type { Preview } from "./preview_schema.ts";

/** The words of a card about its agent elsewhere, and whether a wallet here could pay it. */
export function agentOf(
  { settings: { chain }, say }: QueryCall,
  address: string,
  met: RemoteCard | undefined,
): Pick<Preview["recipients"][number], "agent"> {
  if (!met) return {};
  const { card, url, signature } = met;
  const { name, description, capabilities } = card;
  const { extensions = [] } = capabilities;
  const mayCharge = extensions.some(({ uri }) => uri === PAYMENTS_EXTENSION);
  const { payout = null } = pinnedPayout(met, chain?.place) ?? {};
  const because = mayCharge ? unpayable({ signature, payout }, chain) : null;
  return {
    agent: {
      ...{ name: nameOfCard(address, name), description, card: url },
      ...{ signature, mayCharge },
      ...(because && { unpayable: WHY_UNPAYABLE[because].in(say) }),
    },
  };
}
