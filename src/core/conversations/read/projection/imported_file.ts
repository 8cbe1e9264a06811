import type { QueryCall } from "../../../access/context.ts";
import { isDelegate } from "../../../access/principal.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { importedStore } from "../../acts/store/imported_store.ts";
import { filesOfImported } from "./present_imported.ts";

/**
 * A file of an imported conversation of the caller; undefined if there is no such
 * conversation.
 * @throws artifact_not_found, also for one without bytes in the archive
 */
export async function importedFile(
  { db, member, settings }: QueryCall,
  conversationId: string,
  artifactId: string,
) {
  if (member.guest || isDelegate(member)) return undefined;
  const store = importedStore(db);
  const row = await store.find(conversationId, member.accountId);
  const from = row && (await store.import(row.importId));
  if (!row || !from) return undefined;
  const artifact = filesOfImported(settings, row, from).find(
    (it) => it.artifactId === artifactId,
  );
  if (!artifact) throw missing();
  const { mimeType, size = 0, uri = null } = artifact;
  return {
    stored: { mimeType, size, uri },
    artifact,
    async bytes(): Promise<Uint8Array | undefined> {
      if (uri !== null) return undefined;
      const bytes = await store.fileOf(artifactId);
      if (bytes?.length !== size) throw missing();
      return bytes;
    },
  };
}

function missing(): ServiceError {
  return new ServiceError("artifact_not_found", {
    detail: told`Cannot find this artifact in the conversation.`,
  });
}
