import type { QueryCall } from "../access/context.ts";
import { presentContact } from "../addresses/contacts.ts";
import { contactStore } from "../addresses/contacts_store.ts";
import { LIMITS } from "../base/limits.ts";
import { readWallet } from "../payments/statement.ts";
import { accountText } from "./account_text.ts";
import { accountChainStep, conversationStep } from "./conversation_steps.ts";
import type { Export } from "./export_store.ts";
import { exportStore } from "./export_store.ts";
import { importedStep } from "./imported_step.ts";
import { logStep } from "./log_step.ts";
import { manifestStep } from "./manifest.ts";
import type { ExportProgress, Phase, Within } from "./place.ts";
import { nextPhase } from "./place.ts";
import type { ExportStep, Stepped } from "./step.ts";

/** Writes the next thing of an archive. */
export async function writeNext(step: ExportStep): Promise<Stepped> {
  return await STEPS[step.place.phase](step);
}

const STEPS: Readonly<Record<Phase, (step: ExportStep) => Promise<Stepped>>> = {
  // It writes nothing and is separate: plan.ts.
  plan: done,
  async account({ call, slice, place }) {
    await slice.text("account.json", await accountText(call));
    return { place: nextPhase(place) };
  },
  async contacts({ call, slice, place }) {
    const after = place.cursor ?? "";
    const limit = LIMITS.pageMax;
    const { accountId } = call.member;
    const rows = await contactStore(call.db).page(accountId, { after, limit });
    for (const row of rows) slice.line("contacts", presentContact(row));
    const last = rows.at(-1);
    return last && rows.length === limit
      ? { place: { ...place, cursor: last.address } }
      : { place: nextPhase(place) };
  },
  async payments({ call, slice, place }) {
    const { accountId } = call.member;
    const page = await readWallet(call, accountId, {
      limit: LIMITS.pageMax,
      ...(place.cursor !== null && { cursor: place.cursor }),
    });
    for (const entry of page.entries) slice.line("payments", entry);
    return page.nextCursor === null
      ? { place: nextPhase(place) }
      : { place: { ...place, cursor: page.nextCursor } };
  },
  async chain({ call, slice, place }) {
    const from = place.within ?? { id: call.member.accountId };
    const within = await accountChainStep(call, slice, from);
    return { place: within ? { ...place, within } : nextPhase(place) };
  },
  async conversations({ call, made, slice, place }) {
    const from = place.within ?? (await nextOf(call, made, place));
    if (!from) return { place: nextPhase(place) };
    const within = await conversationStep(call, slice, from);
    return {
      place: { ...place, cursor: from.id, within },
      isWhole: within === null,
    };
  },
  imported: importedStep,
  log: logStep,
  manifest: manifestStep,
  end: done,
};

async function done({ place }: ExportStep): Promise<Stepped> {
  return { place };
}

async function nextOf(
  { db }: QueryCall,
  { id }: Export,
  { cursor }: ExportProgress,
): Promise<Within | undefined> {
  const next = await exportStore(db).nextNoted(id, cursor ?? "");
  return next === undefined ? undefined : { id: next };
}
