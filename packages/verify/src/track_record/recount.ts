import type { Archive } from "../findings.ts";
import { pathsIn } from "../findings.ts";
import type { Row } from "../rows.ts";
import { asRow, memberText, objectIn, rowIn, rowsIn } from "../rows.ts";
import type { PaidJob, RecordCounts } from "./count_record.ts";
import { countRecord, RECORD_DAYS } from "./count_record.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Counts the record of an archive's account again, up to the time that the record names. The
 * times to accept are not in an archive.
 * @throws for a time that is none
 */
export async function recount(
  archive: Archive,
  until: string,
): Promise<Omit<RecordCounts, "acceptMs"> | undefined> {
  const end = Date.parse(until);
  if (Number.isNaN(end)) throw new Error(`"${until}" is not a time`);
  const account = objectIn(
    rowIn(await archive.read("account.json")),
    "account",
  );
  const counted = {
    accountId: memberText(account, "id"),
    from: end - RECORD_DAYS * DAY_MS,
    until: end,
  };
  const jobs: PaidJob[] = [];
  for (const path of pathsIn(archive, "conversations")) {
    for (const row of rowsIn(await archive.read(path))) {
      const job = jobIn(row, counted);
      if (job) jobs.push(job);
    }
  }
  return countRecord(jobs);
}

interface Counted {
  readonly accountId: string;
  readonly from: number;
  readonly until: number;
}

/** The job that a price was held for, if the account did it for somebody else. */
function jobIn(row: Row, { accountId, from, until }: Counted) {
  const payment = objectIn(row, "payment");
  const payerId = memberText(objectIn(payment, "payer"), "accountId");
  const payeeId = memberText(objectIn(payment, "payee"), "accountId");
  const at = (name: string) => Date.parse(memberText(payment, name));
  const isMissed = payment.voidReason === "deadline_missed";
  const isPaid = payment.status === "released" || payment.status === "refunded";
  const endedAt = at(isPaid ? "releasedAt" : "voidedAt");
  const isOwn = payeeId === accountId && payerId !== accountId;
  const terms = asRow(row.terms) ?? {};
  const dispute = asRow(terms.dispute) ?? {};
  const isDisputed =
    dispute.status !== "withdrawn" &&
    Date.parse(memberText(dispute, "openedAt")) < until;
  const isBack = payment.status === "voided" && (isMissed || isDisputed);
  const counts = isOwn && (isPaid || isBack);
  if (!counts || !(endedAt >= from && endedAt < until)) return undefined;
  const people = Array.isArray(row.participants) ? row.participants : [];
  const isService = people.some((it) => {
    const person = asRow(it) ?? {};
    return person.accountId === payerId && person.kind === "service";
  });
  if (isService) return undefined;
  const isRefunded = at("refundedAt") < until;
  const isOnTime = terms.dueAt === undefined ? null : !isMissed;
  const job = { payerId, endedAt, isPaid, isOnTime, isDisputed, isRefunded };
  return { ...job, acceptedInMs: null };
}
