import type { QueryCall, Settings } from "../../../access/context.ts";
import { LIMITS } from "../../../base/limits.ts";
import { showMoney } from "../../../base/money.ts";
import { firstWords } from "../../../base/text.ts";
import { showTime } from "../../../base/time.ts";
import { idHere } from "../../acts/imported/id_here.ts";
import type {
  SaidConversation,
  SaidMessage,
} from "../../acts/imported/said.ts";
import type {
  Import,
  ImportedMessageRow,
  ImportedRow,
} from "../../acts/store/imported_store.ts";
import { importedStore } from "../../acts/store/imported_store.ts";
import type { ListPlace } from "../../acts/store/store.ts";
import { FIRST_PLACE } from "../../acts/store/store.ts";
import type { Window } from "../../acts/store/window.ts";
import { textOf } from "../../model/parts.ts";
import { fittedInto } from "./fitted_into.ts";
import type { ConversationView } from "./present.ts";
import { stateTitle } from "./present_reason.ts";

type MessageView = ConversationView["messages"][number];
type ArtifactView = ConversationView["artifacts"][number];

/** An imported conversation for its owner. */
export async function presentImported(
  call: QueryCall,
  row: ImportedRow,
  window: Window,
): Promise<ConversationView> {
  const from = await importedStore(call.db).import(row.importId);
  if (!from) throw new Error(`No import ${row.importId}`);
  return await viewOf(call, row, from, window);
}

/** The files of a conversation, with names and types from its archive. */
export function filesOfImported(
  { baseUrl }: Pick<Settings, "baseUrl">,
  { id, said, ...row }: ImportedRow,
  from: Import,
): ArtifactView[] {
  // It was checked when it was written.
  const { artifacts } = said as SaidConversation;
  const brought = { accountId: row.accountId, logKey: from.logKey };
  return artifacts.map(({ artifactId, uri, createdAt, ...file }) => {
    const here = idHere("artifact", brought, artifactId);
    return {
      ...file,
      artifactId: here,
      conversationId: id,
      ...(uri === undefined
        ? { downloadUrl: `${baseUrl}/v1/conversations/${id}/artifacts/${here}` }
        : { uri }),
      createdAt: showTime(createdAt),
    };
  });
}

async function viewOf(
  { settings, db, say }: QueryCall,
  row: ImportedRow,
  from: Import,
  window: Window,
): Promise<ConversationView> {
  const { id } = row;
  const said = row.said as SaidConversation;
  const store = importedStore(db);
  const end = await placeBelow(db, id, window);
  const found = await store.messagesBelow(id, end, Math.max(1, window.count));
  const chosen = window.count === 0 ? [] : fitting(found, window.bytes);
  const messages = chosen.map((it) => messageView(row, from, it)).toReversed();
  const isNewest = (window.from ?? window.before) === undefined;
  const [last] = isNewest ? found : [];
  const oldest = chosen.at(-1);
  const omitted = await store.countBelow(id, oldest ?? end);
  const messageCount = isNewest
    ? omitted + chosen.length
    : await store.countBelow(id, FIRST_PLACE);
  const { state, participants, contactType, release, price } = said;
  const self = `${settings.baseUrl}/v1/conversations/${id}`;
  const view: ConversationView = {
    ...{ id, conversationId: id, contextId: id, title: said.title, state },
    stateTitle: stateTitle(
      { state, stateReason: null, stateReasonBy: null },
      say,
    ),
    stateReason: said.stateReason,
    stateCode: null,
    stateAt: showTime(said.stateAt),
    version: 1,
    createdAt: showTime(said.createdAt),
    updatedAt: showTime(row.updatedAt),
    lastMessageAt: last ? showTime(last.at) : null,
    messageCount,
    participants: participants.map((it) => ({
      ...it,
      delivery: { state: "pending", at: showTime(said.createdAt) },
    })),
    messages,
    messagesOmitted: omitted,
    ...(omitted > 0 && oldest && { before: oldest.id }),
    ...(window.count === 0 && last && { preview: previewOf(last) }),
    artifacts: filesOfImported(settings, row, from),
    payment: {
      status: said.payment,
      ...{ price: showMoney(price), release, rail: "ledger", payee: null },
      steps: [],
    },
    checkpoints: [],
    nextStep: {
      who: "nobody",
      text: say`Imported from another service. You can only read it.`,
    },
    ...(!window.isItem && {
      actions: [],
      replyReaders: { reply: [], "reply-all": [] },
    }),
    ...{ folders: [], folder: null, unread: false, archived: false },
    ...{ snoozedUntil: null, needsYou: false, section: null, labels: [] },
    replyAccepts: false,
    imported: provenance(from, said),
    ...{ from: said.from, contactType, release, releaseAction: null },
    links: {
      self,
      web: `${settings.baseUrl}/c/${id}`,
      subscribe: `${self}/subscribe`,
      audit: `${self}/audit`,
    },
  };
  return fittedInto(view, window, new Map());
}

/** The origin of a conversation, and what its archive was checked against. */
function provenance(
  { id, service, address, archiveAt, logKey, logSize, ...from }: Import,
  { conversationId }: SaidConversation,
) {
  return {
    importId: id,
    ...{ service, address, conversationId },
    exportedAt: showTime(archiveAt),
    importedAt: showTime(from.createdAt),
    ...{ logKey, logSize, keyKnown: from.isKeyKnown },
  };
}

async function placeBelow(
  db: QueryCall["db"],
  conversationId: string,
  { before, from }: Window,
): Promise<ListPlace> {
  const named = from ?? before;
  if (named === undefined) return FIRST_PLACE;
  // Nothing is older than a missing message.
  const place = await importedStore(db).placeOf(conversationId, named);
  if (!place) return { at: -1, id: "" };
  return from === undefined ? place : { ...place, id: `${place.id}~` };
}

function fitting(rows: readonly ImportedMessageRow[], bytesMax: number) {
  let bytes = 0;
  const end = rows.findIndex((it, index) => {
    bytes += JSON.stringify(it.said).length;
    return index > 0 && bytes > bytesMax;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

function messageView(
  { id, accountId }: ImportedRow,
  { logKey }: Import,
  row: ImportedMessageRow,
): MessageView {
  const { author, mode, inReplyTo, parts, artifactIds } =
    row.said as SaidMessage;
  const brought = { accountId, logKey };
  return {
    // As in the archive: it names nothing here, and keeps the order of one moment.
    messageId: row.id,
    conversationId: id,
    author,
    actor: actorBehind(author),
    mode,
    ...(inReplyTo !== undefined && { inReplyTo }),
    text: textOf(parts),
    parts,
    artifactIds: artifactIds.map((it) => idHere("artifact", brought, it)),
    createdAt: showTime(row.at),
    trust: { relation: "stranger", firstContact: false, paid: null },
  };
}

/** The actor behind them is known to the other service, if at all. */
function actorBehind({
  kind,
  displayName: label,
}: MessageView["author"]): MessageView["actor"] {
  const as = kind === "team" ? "person" : kind;
  return { kind: as === "email" ? "guest" : as, label };
}

function previewOf({ said }: ImportedMessageRow) {
  const { author, parts } = said as SaidMessage;
  const text = firstWords(textOf(parts), LIMITS.previewCharsMax);
  return { author: author.address, actor: actorBehind(author), text };
}
