import type { QueryCall } from "../access/context.ts";
import { splitAddress } from "../addresses/address.ts";
import { auditStore } from "../audit/store.ts";
import { LIMITS } from "../base/limits.ts";
import {
  frameForMember,
  outlineFor,
  viewerRowOf,
} from "../conversations/acts/store/load.ts";
import { conversationStore } from "../conversations/acts/store/store.ts";
import {
  readAuditPage,
  shownEntry,
} from "../conversations/read/projection/audit_view.ts";
import type { ConversationView } from "../conversations/read/projection/present.ts";
import { present } from "../conversations/read/projection/present.ts";
import { ServiceError } from "../errors/errors.ts";
import { mailFile } from "./eml.ts";
import type { Within } from "./place.ts";
import type { Slice } from "./slice.ts";
import { numbered } from "./slice.ts";

/**
 * Writes the next part of a conversation as the account reads it: first its fields and files,
 * then its messages from the newest, then its chain. Null once it is complete.
 */
export async function conversationStep(
  call: QueryCall,
  slice: Slice,
  within: Within,
): Promise<Within | null> {
  try {
    if (within.before === undefined) return await head(call, slice, within);
    if (within.before !== null) return await messages(call, slice, within);
    return await chain(call, slice, within);
  } catch (error) {
    // A draft deleted meanwhile, or a conversation that the account left.
    const { code } = error instanceof ServiceError ? error : {};
    if (code === "conversation_not_found") return null;
    throw error;
  }
}

async function viewOf(
  call: QueryCall,
  { id, before }: Within,
): Promise<ConversationView> {
  const window =
    before === undefined
      ? { count: 0, bytes: 0 }
      : {
          count: LIMITS.exportMessagesAtOnce,
          bytes: LIMITS.exportSliceBytes,
          ...(before && { before }),
        };
  const row = await viewerRowOf(call, id);
  const { conversation } = await outlineFor(call, row, window);
  return present(call, conversation, row, window);
}

async function head(
  call: QueryCall,
  slice: Slice,
  within: Within,
): Promise<Within> {
  const view = await viewOf(call, within);
  const { messages: _, nextStep: _step, preview: _preview, ...row } = view;
  const { replyReaders: _readers, ...shown } = row;
  slice.line("conversations", shown);
  for (const { receiptId, jws } of receiptsOf(view)) {
    slice.line("receipts", { conversationId: within.id, receiptId, jws });
  }
  for (const artifact of view.artifacts) {
    const { artifactId: id } = artifact;
    const bytes = await conversationStore(call.db).bytesOf(id);
    if (bytes) await slice.stored(id, bytes);
    const path = bytes ? `files/${id}` : null;
    slice.line("artifacts", { ...artifact, path });
  }
  return { ...within, before: "" };
}

/** The receipts that the account sees: of each step of the price, or of all. */
function receiptsOf({ payment: { receipt }, terms }: ConversationView) {
  const steps = terms?.milestones?.map((it) => it.receipt) ?? [receipt];
  return steps.filter((it) => it !== undefined);
}

async function messages(
  call: QueryCall,
  slice: Slice,
  within: Within,
): Promise<Within> {
  const view = await viewOf(call, within);
  const host = splitAddress(view.from.address).domain;
  const listed = view.participants.map(({ displayName, ...it }) => ({
    ...it,
    name: displayName,
  }));
  const sender = listed.filter(({ role }) => role === "sender");
  const to = listed.filter(({ role }) => role === "to");
  const cc = listed.filter(({ role }) => role === "cc");
  const names = new Map(view.artifacts.map((it) => [it.artifactId, it.name]));
  for (const message of view.messages) {
    slice.line("messages", message);
    const { messageId, author, inReplyTo, artifactIds } = message;
    const isSender = sender.some(({ address }) => address === author.address);
    const mail = await mailFile({
      ...{ messageId, conversationId: view.id, host, inReplyTo },
      title: view.title,
      from: { name: author.displayName, address: author.address },
      to: isSender ? to : sender,
      cc: isSender ? cc : to.filter((it) => it.address !== author.address),
      at: new Date(message.createdAt),
      text: message.text,
      files: artifactIds.map((id) => ({
        name: names.get(id) ?? id,
        path: `files/${id}`,
      })),
    });
    await slice.text(`mail/${view.id}/${messageId}.eml`, mail);
  }
  return { ...within, before: view.before ?? null };
}

async function chain(
  call: QueryCall,
  slice: Slice,
  within: Within,
): Promise<Within | null> {
  const { id, after, files = 0 } = within;
  const loaded = await frameForMember(call, id);
  const limit = LIMITS.exportRecordsAtOnce;
  const page = await readAuditPage(call, loaded, { after, limit });
  const number = files + 1;
  await slice.lines(numbered(`chains/${id}`, number), page.records);
  if (!page.hasMore || page.nextAfter === null) return null;
  return { ...within, after: page.nextAfter, files: number };
}

/** Writes the next part of the account's own chain. */
export async function accountChainStep(
  call: QueryCall,
  slice: Slice,
  within: Within,
): Promise<Within | null> {
  const { id, after = "0", files = 0 } = within;
  const limit = LIMITS.exportRecordsAtOnce;
  const rows = await auditStore(call.db).page(id, Number(after), limit);
  const records = rows.map(shownEntry);
  const number = files + 1;
  await slice.lines(numbered(`chains/${id}`, number), records);
  const last = rows.at(-1);
  if (!last || rows.length < limit) return null;
  return { ...within, after: String(last.seq), files: number };
}
