import type { QueryCall } from "../../../access/context.ts";
import { auditStore } from "../../../audit/store.ts";
import { told } from "../../../base/words/sentence.ts";
import { invalid } from "../../../errors/field_errors.ts";
import { canRead, canReadFile } from "../../model/audience.ts";
import type { Conversation } from "../../model/model.ts";
import { SENDER } from "../../model/model.ts";
import { payeeOf } from "../../model/payee.ts";

const RECORD_NUMBER = /^[1-9][0-9]{0,9}$/;

/**
 * Refuses evidence that is not in the conversation, or that one of the two cannot read: ids of
 * messages and files, and numbers of audit records of it.
 * @throws invalid_input
 */
export async function refuseEvidence(
  call: QueryCall,
  conversation: Conversation,
  evidence: readonly string[],
): Promise<void> {
  const payee = payeeOf(conversation)?.position ?? SENDER;
  const positions = [SENDER, payee];
  for (const [index, id] of evidence.entries()) {
    if (RECORD_NUMBER.test(id)) {
      const { seq } = await auditStore(call.db).end(conversation.id);
      if (Number(id) <= seq) continue;
      const detail = told`the audit chain of this conversation has no record with this number`;
      throw invalid(`/evidence/${index}`, "no_record", detail);
    }
    const message = conversation.messages.find((it) => it.id === id);
    const file = conversation.artifacts.find((it) => it.id === id);
    const isShared = positions.every(
      (at) =>
        (message && canRead(message, at)) ||
        (file && canReadFile(conversation, file, at)),
    );
    if (isShared) continue;
    throw invalid(
      `/evidence/${index}`,
      "not_shared",
      told`no message or file of this conversation that both sides can read has this id`,
    );
  }
}
