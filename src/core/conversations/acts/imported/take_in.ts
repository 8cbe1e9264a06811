import type { CommandCall } from "../../../access/context.ts";
import { sha256 } from "../../../base/digest.ts";
import { LIMITS } from "../../../base/limits.ts";
import type { Database } from "../../../db/database.ts";
import type { Statement } from "../../../db/statement.ts";
import { textOf } from "../../model/parts.ts";
import type { Import } from "../store/imported_store.ts";
import { importedStore } from "../store/imported_store.ts";
import { fullAccount, storedBytesOf } from "../store/room_store.ts";
import { importedWords } from "../store/words/word_store.ts";
import { idHere } from "./id_here.ts";
import type { ImportItem } from "./imports.ts";
import type { SaidConversation, SaidMessage } from "./said.ts";

/**
 * Writes a part of an archive. Repeating it writes the same rows.
 * @throws quota_exceeded if the account has no room for it
 */
export async function takeIn(
  call: CommandCall,
  from: Import,
  items: readonly ImportItem[],
): Promise<void> {
  const { accountId } = from;
  const most = call.settings.accountFileBytesMax;
  const used = await storedBytesOf(call.db, accountId);
  let more = 0;
  for (const item of items) {
    if ("conversation" in item) {
      more += sizeOf(item.conversation);
      call.write(...conversationRows(call.db, from, item.conversation));
    } else if ("message" in item) {
      more += sizeOf(item.message);
      call.write(...messageRows(call.db, from, item.message));
    } else {
      const { artifactId, part, base64 } = item.file;
      const id = idHere("artifact", from, artifactId);
      // An earlier archive had it, and its space is counted.
      if (await importedStore(call.db).hasPart(id, part)) continue;
      const bytes = Buffer.from(base64, "base64");
      more += bytes.length;
      const row = { id, part, accountId, size: bytes.length, bytes };
      call.write(importedStore(call.db).putFile(row));
    }
  }
  if (used + more > most) throw fullAccount(used, most);
}

/** The space of imported text: at most its JSON's size; less for a row that exists. */
function sizeOf(said: SaidConversation | SaidMessage): number {
  return Buffer.byteLength(JSON.stringify(said));
}

function conversationRows(
  db: Database,
  { id: importId, ...brought }: Import,
  said: SaidConversation,
): Statement[] {
  const { accountId } = brought;
  const id = idHere("conversation", brought, said.conversationId);
  const { updatedAt, title, participants } = said;
  const names = participants.map((it) => `${it.address} ${it.displayName}`);
  const text = [title, ...names].join(" ");
  return [
    importedStore(db).putConversation({
      ...{ id, accountId, importId, updatedAt, said },
    }),
    ...importedWords(db, id, { seq: HEAD, text, accountId }),
  ];
}

/** The index row for a conversation's text outside its messages. */
const HEAD = 0;

function messageRows(
  db: Database,
  brought: Import,
  said: SaidMessage,
): Statement[] {
  const { accountId } = brought;
  const conversationId = idHere("conversation", brought, said.conversationId);
  const id = said.messageId;
  const row = { conversationId, id, accountId, at: said.createdAt, said };
  const text = textOf(said.parts).slice(0, LIMITS.textCharsMax);
  const seq = seqOf(`${conversationId} ${id}`);
  return [
    importedStore(db).putMessage(row),
    ...importedWords(db, conversationId, { seq, text, accountId }),
  ];
}

/** A stable number of an item in the index. */
function seqOf(named: string): number {
  return 1 + Number.parseInt(sha256(named).slice(0, 12), 16);
}
