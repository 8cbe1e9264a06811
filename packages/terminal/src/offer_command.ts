import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import type { PutOfferInput } from "../../client/src/generated/types.ts";
import type { Inbox } from "../../client/src/inbox.ts";
import { jsonObjectIn } from "./call_command.ts";
import { showFields, showTable } from "./columns.ts";
import { runRemote } from "./connect.ts";
import { plainJson, quoted } from "./safe_text.ts";

type Own = Awaited<ReturnType<Inbox["listOffers"]>>["offers"][number];
type Sold = NonNullable<
  Awaited<ReturnType<Inbox["quoteAccess"]>>["offers"]
>[number];

/** `svc offer put|list|show|remove`: all that the account sells, or another one. */
export function addOfferCommand(svc: Command): void {
  const offer = svc
    .command("offer")
    .description("make, list, show and remove offers");
  addPut(offer);
  offer
    .command("list")
    .description("list your offers with their orders, or those of an address")
    .argument("[address]", "another account")
    .action((to: string | undefined, _options: object, command: Command) =>
      runRemote(command, async (inbox) => {
        if (to === undefined) {
          const output = await inbox.listOffers();
          return { output, text: showOwn(output) };
        }
        const { offers = [] } = await inbox.quoteAccess({ to });
        return { output: { offers }, text: showSold(offers) };
      }),
    );
  offer
    .command("show")
    .description("show an offer with the schema of its input")
    .argument("<offer>", "its id")
    .argument("[address]", "another account that offers it")
    .action(
      (
        offerId: string,
        to: string | undefined,
        _options: object,
        command: Command,
      ) =>
        runRemote(command, async (inbox) => {
          const output =
            to === undefined
              ? await ownOffer(inbox, offerId)
              : (await inbox.quoteAccess({ to, offerId })).offers?.[0];
          if (!output) throw new Error(`Cannot show ${offerId}: there is none`);
          return { output, text: showOffer(output) };
        }),
    );
  offer
    .command("remove")
    .description("remove an offer; orders that you have stay")
    .argument("<offer>", "its id")
    .action((offerId: string, _options: object, command: Command) =>
      runRemote(command, async (inbox) => {
        const output = await inbox.deleteOffer({ offerId });
        return { output, text: `${offerId} is removed.` };
      }),
    );
}

interface PutOptions {
  readonly title?: string;
  readonly description?: string;
  readonly price?: string;
  readonly release?: Own["release"];
  readonly acceptWithin?: string;
  readonly deliverWithin?: string;
  readonly input?: string;
  readonly output?: string[];
  readonly open?: string;
  readonly perDay?: string;
  readonly for?: string[];
  readonly off?: true;
  readonly on?: true;
}

function addPut(offer: Command): void {
  offer
    .command("put")
    .description("save an offer: options left out stay as they are")
    .argument("<offer>", "its id: lower-case letters, digits and hyphens")
    .option("--title <title>", "its name; a new one needs it")
    .option("--description <words>", "the result that a buyer gets")
    .option("--price <amount>", "such as 5.00; a new one needs it")
    .option("--release <condition>", "replied (the default) or accepted")
    .option("--accept-within <duration>", "until you accept, such as PT4H")
    .option("--deliver-within <duration>", "for the work, such as P2D")
    .option("--input <json>", "JSON Schema of an order's input, or @file")
    .option("--output <type...>", "media types of the result")
    .option("--open <count>", "orders that may be open at once")
    .option("--per-day <count>", "orders taken in 24 hours")
    .option("--for <type...>", "contact types that may order, or everyone")
    .option("--off", "stop new orders")
    .option("--on", "take new orders again")
    .addHelpText(
      "after",
      `
Example:
  svc offer put logo --title "A logo" --price 5.00 --deliver-within P2D --input @logo.json`,
    )
    .action((offerId: string, options: PutOptions, command: Command) =>
      runRemote(command, async (inbox) => {
        const before = await ownOffer(inbox, offerId);
        const change = await written(options);
        const { created, ...output } = await inbox.putOffer({
          ...{ title: "", price: "" },
          ...(before && inputOf(before)),
          ...{ ...change, offerId },
          capacity: { ...before?.capacity, ...change.capacity },
        });
        const done = created ? "is offered" : "is changed";
        const text = `${offerId} ${done}.\n${showOffer(output.offer)}`;
        return { output: { ...output, created }, text };
      }),
    );
}

/** The offer that the options say, as far as they do. */
async function written({
  for: audience,
  input,
  open,
  perDay,
  on,
  off,
  ...plain
}: PutOptions): Promise<Partial<PutOfferInput>> {
  const schema = input?.startsWith("@")
    ? await readFile(input.slice(1), "utf8")
    : input;
  return {
    ...plain,
    ...((on || off) && { active: !off }),
    ...(audience && { audience: audience as Own["audience"] }),
    ...(schema !== undefined && { input: jsonObjectIn(schema, "offer") }),
    capacity: {
      ...(open !== undefined && { open: Number(open) }),
      ...(perDay !== undefined && { perDay: Number(perDay) }),
    },
  };
}

/** A saved offer as it is saved again. */
function inputOf(offer: Own): PutOfferInput {
  const { version: _, orders: _orders, updatedAt: _at, ...fields } = offer;
  return { ...fields, price: offer.price.amount };
}

async function ownOffer(inbox: Inbox, offerId: string) {
  const { offers } = await inbox.listOffers();
  return offers.find((it) => it.offerId === offerId);
}

function showOwn({
  offers,
  page,
}: Awaited<ReturnType<Inbox["listOffers"]>>): string {
  if (offers.length === 0) return "No offers yet.";
  const table = showTable([
    ["Offer", "Price", "Open", "Done", "Title"],
    ...offers.map((it) => [
      it.active ? it.offerId : `${it.offerId} (off)`,
      it.price.amount,
      String(it.orders.open),
      String(it.orders.done),
      it.title,
    ]),
  ]);
  return page === null ? table : `${table}\n\nYour public page: ${page}`;
}

function showSold(offers: readonly Sold[]): string {
  if (offers.length === 0) return "They offer nothing at a fixed price.";
  return showTable([
    ["Offer", "Price", "Title"],
    ...offers.map((it) => [
      it.soldOut ? `${it.offerId} (sold out)` : it.offerId,
      it.price.amount,
      it.title,
    ]),
  ]);
}

function showOffer(it: Own | Sold): string {
  const own = "orders" in it ? it : undefined;
  const fields = showFields(
    [
      ["Offer", it.offerId],
      ["Title", it.title],
      ["Price", `${it.price.amount}, paid when ${it.release}`],
      ["Accepted in", it.acceptWithin ?? ""],
      ["Done in", it.deliverWithin ?? ""],
      ["Result", it.output.join(", ")],
      ["For", own?.audience.join(", ") ?? ""],
      ["Orders", own ? `${own.orders.open} open, ${own.orders.done} done` : ""],
      ["Off", own?.active === false ? "takes no new orders" : ""],
    ].filter((row): row is [string, string] => row[1] !== ""),
  );
  const rest = [
    ...(it.description ? [quoted(it.description)] : []),
    ...(it.input === undefined ? [] : [plainJson(it.input, 2)]),
  ];
  return [fields, ...rest].join("\n\n");
}
