import type { Archive } from "../findings.ts";
import { pathsIn } from "../findings.ts";
import type { Row } from "../rows.ts";
import {
  asRow,
  memberText,
  numberIn,
  objectIn,
  rowIn,
  rowsIn,
  textsIn,
} from "../rows.ts";

const WORDS_MAX = 500;

/** The facts of a dispute in short lines, of an archive made as evidence; none of any other. */
export async function evidenceLines(
  archive: Archive,
): Promise<readonly string[]> {
  const manifest = rowIn(await archive.read("manifest.json"));
  const id = memberText(manifest, "evidenceOf");
  if (id === "") return [];
  const names = new Map<string, string>();
  for await (const row of rowsOf(archive, "artifacts")) {
    names.set(memberText(row, "artifactId"), memberText(row, "name"));
  }
  for await (const row of rowsOf(archive, "conversations")) {
    if (memberText(row, "conversationId") !== id) continue;
    return [
      `Evidence of ${id}, as ${memberText(manifest, "account")} read it at ${memberText(manifest, "at")}`,
      `  title      ${quoted(row, "title")}`,
      `  state      ${memberText(row, "state")} since ${memberText(row, "stateAt")}`,
      ...paymentLines(objectIn(row, "payment")),
      ...termsLines(objectIn(row, "terms")),
      ...disputeLines(objectIn(objectIn(row, "terms"), "dispute"), names),
    ];
  }
  return [];
}

async function* rowsOf(archive: Archive, table: string): AsyncGenerator<Row> {
  for (const path of pathsIn(archive, table)) {
    yield* rowsIn(await archive.read(path));
  }
}

function paymentLines(payment: Row): readonly string[] {
  const sideOf = (name: string) =>
    memberText(objectIn(payment, name), "address") || "nobody";
  const condition = objectIn(payment, "condition");
  const isMet = condition.met === true ? "met" : "not met";
  const lines = [
    `  price      ${amount(payment, "price")}, ${memberText(payment, "status")}, from ${sideOf("payer")} to ${sideOf("payee")} (${memberText(payment, "rail")})`,
    `  condition  ${quoted(condition, "text")}, ${isMet}`,
  ];
  for (const [name, at] of [
    ["released", "releasedAt"],
    ["returned", "voidedAt"],
    ["refunded", "refundedAt"],
  ] as const) {
    if (!asRow(payment[name])) continue;
    const label = name.padEnd(9);
    lines.push(
      `  ${label}  ${amount(payment, name)} at ${memberText(payment, at)}`,
    );
  }
  const receipt = objectIn(payment, "receipt");
  const receiptId = memberText(receipt, "receiptId");
  if (receiptId !== "") lines.push(receiptLine(receipt));
  for (const it of listIn(payment, "settlements")) {
    const hashes = textsIn(it, "transactions").join(", ") || "of somebody else";
    lines.push(
      `  chain      ${memberText(it, "act")} ${amount(it, "amount")} on ${memberText(it, "network")}${it.success === true ? "" : ", refused"}: ${hashes}`,
    );
  }
  return lines;
}

function receiptLine(receipt: Row): string {
  const signer = memberText(objectIn(receipt, "signer"), "address");
  return `  receipt    ${memberText(receipt, "receiptId")} of ${memberText(receipt, "price")}, signed by ${signer} at ${memberText(receipt, "signedAt")}`;
}

function termsLines(terms: Row): readonly string[] {
  const lines: string[] = [];
  const offer = objectIn(terms, "offer");
  const offerId = memberText(terms, "offerId");
  if (offerId !== "") {
    lines.push(
      `  offer      ${offerId}, version ${numberIn(offer, "version")}: ${quoted(offer, "title")}`,
    );
  }
  const dueAt = memberText(terms, "dueAt");
  if (dueAt !== "") lines.push(`  due        ${dueAt}`);
  const agreed = memberText(terms, "agreedId");
  for (const it of listIn(terms, "proposals")) {
    if (memberText(it, "proposalId") !== agreed) continue;
    lines.push(
      `  agreed     ${agreed} of ${memberText(it, "by")}: ${amount(it, "price")} ${quoted(it, "note")}`,
    );
  }
  for (const it of listIn(terms, "milestones")) {
    lines.push(
      `  step       ${memberText(it, "milestoneId")} ${quoted(it, "title")}: ${amount(it, "amount")}, ${memberText(it, "state")}`,
    );
  }
  const arbiter = memberText(terms, "arbiter");
  return [...lines, `  arbiter    ${arbiter || "none"}`];
}

function disputeLines(
  dispute: Row,
  names: ReadonlyMap<string, string>,
): readonly string[] {
  const id = memberText(dispute, "disputeId");
  if (id === "") return [];
  const lines = [
    `Dispute ${id} about ${amount(dispute, "amount")} ${memberText(dispute, "about")}: ${memberText(dispute, "reason")}, ${memberText(dispute, "status")}, opened at ${memberText(dispute, "openedAt")}`,
  ];
  for (const it of listIn(dispute, "splits")) {
    const rests = textsIn(it, "evidence").map((of) => {
      const name = names.get(of);
      return name === undefined ? of : `${of} (${name})`;
    });
    lines.push(
      `  ${numberIn(it, "number")}. ${memberText(it, "by")}: ${amount(it, "return")} back, ${amount(it, "release")} paid out (${memberText(it, "status")}) ${quoted(it, "text")}`,
      ...(rests.length > 0 ? [`     rests on ${rests.join(", ")}`] : []),
    );
  }
  const outcome = objectIn(dispute, "outcome");
  if (memberText(outcome, "at") !== "") {
    lines.push(
      `  ended by ${memberText(outcome, "by") || "its time"} at ${memberText(outcome, "at")}: ${amount(outcome, "return")} back, ${amount(outcome, "release")} paid out ${quoted(outcome, "text")}`,
    );
  }
  return lines;
}

function listIn(row: Row, name: string): readonly Row[] {
  const value = row[name];
  return Array.isArray(value) ? value.map((it) => asRow(it) ?? {}) : [];
}

/** An amount such as "5.00 USDC". */
function amount(row: Row, name: string): string {
  const money = objectIn(row, name);
  return `${memberText(money, "amount") || "nothing"} ${memberText(money, "currency")}`.trim();
}

/** Somebody's words in quotes, on one line. */
function quoted(row: Row, name: string): string {
  const words = memberText(row, name).replaceAll(/\s+/g, " ").trim();
  const cut =
    words.length > WORDS_MAX ? `${words.slice(0, WORDS_MAX)}…` : words;
  return cut === "" ? "" : `"${cut.replaceAll('"', "'")}"`;
}
