import { Type } from "typebox";
import type { CommandCall } from "../access/context.ts";
import { defineCommand, MEMBER } from "../access/operation.ts";
import type { ContactPlace } from "../addresses/contacts.ts";
import { contactAt, contactChange, refuseOwn } from "../addresses/contacts.ts";
import {
  checkReportsLeft,
  presentReport,
  ReportReason,
  ReportSchema,
} from "../addresses/reports.ts";
import type { Reported } from "../addresses/reports_store.ts";
import { reportStore } from "../addresses/reports_store.ts";
import { ContactAddress } from "../addresses/schemas.ts";
import { LIMITS } from "../base/limits.ts";
import {
  ConversationId,
  closed,
  described,
  flag,
  string,
} from "../base/schemas.ts";
import { cleanText } from "../base/text.ts";
import { told } from "../base/words/sentence.ts";
import {
  keepContact,
  reviewChange,
} from "../conversations/acts/decisions/rows/grant.ts";
import { viewerRowOf } from "../conversations/acts/store/load.ts";

/** Reports abuse to the operator; the reported account does not learn of it. */
export const reportContact = defineCommand({
  name: "report_contact",
  title: "Report abuse",
  description:
    "Report someone to the operator, and block them with blocked. They aren't told, and no conversation changes. You can't report someone again about the same conversation until the operator has closed the report.",
  access: MEMBER,
  scope: "contacts:write",
  input: closed({
    address: ContactAddress,
    reason: ReportReason,
    note: Type.Optional(
      string(
        "A note on what happened, for the operator.",
        LIMITS.reportNoteCharsMax,
      ),
    ),
    conversationId: Type.Optional(
      described(ConversationId, "The conversation it is about."),
    ),
    blocked: Type.Optional(
      Type.Literal(true, { description: "Also block them." }),
    ),
  }),
  output: closed({
    report: described(ReportSchema, "The report."),
    created: flag("False if you had reported them already."),
  }),
  tool: { destructive: true, idempotent: true, openWorld: false },
  chains: (_input, { member }) => [member.accountId],
  async run({ address, reason, note = "", conversationId, blocked }, call) {
    const place = await contactAt(call, address);
    refuseOwn(call, place, told`report`);
    if (conversationId !== undefined) await viewerRowOf(call, conversationId);
    if (blocked) await block(call, place);
    const about: Reported = {
      reporterId: call.member.accountId,
      reported: place.contactId ?? place.address,
      conversationId: conversationId ?? "",
    };
    const store = reportStore(call.db);
    const known = await store.open(about);
    if (known) return { report: presentReport(known), created: false };
    await checkReportsLeft(call);
    const row = {
      ...about,
      id: call.newId("report"),
      address: place.address,
      reason,
      note: cleanText(note),
      createdAt: call.now,
      closedAt: null,
    };
    call.write(store.insert(row));
    call.record({
      chainId: about.reporterId,
      type: "report.made",
      refs: { reportId: row.id, reason },
    });
    return { report: presentReport(row), created: true };
  },
});

/**
 * Blocks the reported account; a block only takes rights away, so its review never asks a
 * person.
 */
async function block(call: CommandCall, place: ContactPlace): Promise<void> {
  const change = await contactChange(call, place, { blocked: true });
  if (change.before?.standing === "blocked") return;
  const { grants } = reviewChange(call, change);
  if (!grants) throw new TypeError("The review of a block waits for somebody");
  keepContact(call, grants, change);
}
