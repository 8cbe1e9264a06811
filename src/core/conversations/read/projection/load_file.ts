import type { QueryCall } from "../../../access/context.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { findViewerRow, loadForMember } from "../../acts/store/load.ts";
import { conversationStore } from "../../acts/store/store.ts";
import type { FileKind } from "../../acts/thread/file_text.ts";
import { canReadFile } from "../../model/audience.ts";
import { importedFile } from "./imported_file.ts";
import { presentArtifact } from "./present_artifact.ts";

/**
 * A file of a conversation that the caller may read.
 * @throws conversation_not_found; artifact_not_found, also for other people's files
 */
export async function loadFile(
  call: QueryCall,
  conversationId: string,
  artifactId: string,
) {
  if (!(await findViewerRow(call, conversationId))) {
    const imported = await importedFile(call, conversationId, artifactId);
    if (imported) return imported;
  }
  const { conversation, me } = await loadForMember(call, conversationId);
  const stored = conversation.artifacts.find((it) => it.id === artifactId);
  if (!stored || !canReadFile(conversation, stored, me.position)) {
    throw new ServiceError("artifact_not_found", {
      detail: told`Cannot find this artifact in the conversation.`,
    });
  }
  const shown = { file: stored, viewer: me };
  return {
    stored: stored satisfies FileKind,
    artifact: presentArtifact(call, conversation, shown),
    bytes: (): Promise<Uint8Array | undefined> =>
      conversationStore(call.db).bytesOf(artifactId),
  };
}
