import { escaped } from "../../packages/standards/src/html.ts";
import { visitor } from "../core/access/principal.ts";
import { durationInWords } from "../core/base/duration.ts";
import { amountText, currencyText, labelOf } from "../core/base/money.ts";
import type { Say } from "../core/base/words/say.ts";
import { phrase } from "../core/base/words/say.ts";
import { told } from "../core/base/words/sentence.ts";
import { ServiceError } from "../core/errors/errors.ts";
import { getOffers } from "../core/operations/get_offers.ts";
import { outputOf } from "../core/pipeline/call.ts";
import { urlOf } from "../http/request_info.ts";
import { browserSay } from "../pages/language.ts";
import { isolated, pageResponse } from "../pages/page.ts";
import { callerOf } from "../pages/person.ts";
import type { From, RouteContext } from "../pages/route.ts";

type Shown = Awaited<ReturnType<typeof offersAt>>;
type Offer = Shown["offers"][number];

const RELEASES: Readonly<Record<Offer["release"], string>> = {
  replied: phrase`Paid out after the reply`,
  accepted: phrase`Paid out after the acceptance`,
};

/**
 * The public page of an account (docs/offers.md): its name and what it sells to everybody, and
 * to the person who is signed in.
 */
export async function sellerPage(
  context: RouteContext,
  request: Request,
  from: From,
): Promise<Response> {
  const { seller, offers } = await offersAt(context, request, from);
  if (seller.page === null && offers.length === 0) throw notFound();
  const say = browserSay(request);
  const { name, address, description, x402 } = seller;
  const isSold = offers.some(({ price }) => Number(price.amount) > 0);
  const currency = currencyText(labelOf(context.services.settings.rails[0]));
  const body = `<h1>${isolated(name)}</h1>
<p class="hint lead">${isolated(address)}</p>
${linesHtml(description)}
${offers.map((it) => offerHtml(it, { address, currency, say })).join("\n")}
<p class="actions"><a class="link" href="${writeTo({ to: address })}">${say`Write to ${isolated(name)}`}</a></p>
${isSold && x402 !== null ? `<p class="hint">${say`A program with a wallet orders without an account, by x402: ${`<code>POST ${escaped(x402)}</code>`}`}</p>` : ""}`;
  const titles = offers.map((it) => it.title).join(" · ");
  return pageResponse(name, body, {
    ...{ isWide: true, say },
    ...(seller.page !== null && {
      preview: {
        title: name,
        description: description || titles || address,
        url: seller.page,
      },
    }),
  });
}

/** @throws account_not_found */
async function offersAt(
  { services, auth }: RouteContext,
  request: Request,
  from: From,
) {
  // An escaped character is in no local-part.
  const localPart = urlOf(request).pathname.slice(2);
  const person = await auth.principalOf(request.headers);
  const caller = callerOf(person ?? visitor(from()), request);
  try {
    const input = { localPart };
    const output = await outputOf(services, getOffers, caller, input);
    return output;
  } catch (error) {
    // An unknown name and an unlisted account look alike.
    const { code } = error instanceof ServiceError ? error : { code: "" };
    throw UNKNOWN.includes(code) ? notFound() : error;
  }
}

const UNKNOWN = ["account_not_found", "invalid_input"];

function notFound(): ServiceError {
  return new ServiceError("not_found", {
    detail: told`There is no public page at this address.`,
  });
}

interface Telling {
  readonly address: string;
  readonly currency: string;
  readonly say: Say;
}

function offerHtml(offer: Offer, { address, currency, say }: Telling): string {
  const { offerId, title, description, price, release, arbiter, soldOut } =
    offer;
  const isFree = Number(price.amount) === 0;
  const within = offer.deliverWithin ?? "";
  const facts = [
    isFree
      ? say`Free`
      : `<strong>${amountText(price.amount, say.language)} ${escaped(currency)}</strong>`,
    ...(within && [say`Done in ${durationInWords(within, say.language)}`]),
    ...(isFree ? [] : [say.of(RELEASES[release])]),
    ...(isFree || !arbiter ? [] : [say`${isolated(arbiter)} decides disputes`]),
  ];
  const href = writeTo({ to: address, title, offer: offerId });
  return `<section class="entry" aria-labelledby="offer-${offerId}">
<h2 id="offer-${offerId}">${isolated(title)}</h2>
${linesHtml(description)}
<p>${facts.join(" · ")}</p>
${soldOut ? `<p class="hint">${say`Sold out at the moment`}</p>` : `<p><a class="button" href="${href}" aria-describedby="offer-${offerId}">${say`Order`}</a></p>`}
</section>`;
}

/** A request begun in the inbox, which leads to the sign-in first. */
function writeTo(query: Readonly<Record<string, string>>): string {
  return escaped(`/compose?${new URLSearchParams(query)}`);
}

/** Somebody's words, line by line. */
function linesHtml(text: string): string {
  const lines = escaped(text.trim()).replaceAll("\n", "<br>");
  return lines && `<p dir="auto">${lines}</p>`;
}
