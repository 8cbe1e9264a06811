import type { TSchema } from "typebox";
import type { Proto } from "../../packages/standards/src/proto/message.ts";
import { readWithin } from "../../packages/standards/src/proto/read_fields.ts";
import type { Command } from "../core/access/operation.ts";
import type { JsonObject } from "../core/base/json.ts";
import { isObject } from "../core/base/json.ts";
import type { PaidResult } from "../core/conversations/read/projection/paid_act.ts";
import { acceptProposal } from "../core/operations/accept_proposal.ts";
import { answerDispute } from "../core/operations/answer_dispute.ts";
import { extendDeadline } from "../core/operations/extend_deadline.ts";
import { openDispute } from "../core/operations/open_dispute.ts";
import { proposeTerms } from "../core/operations/propose_terms.ts";
import { ruleDispute } from "../core/operations/rule_dispute.ts";
import { withdrawDispute } from "../core/operations/withdraw_dispute.ts";
import type { A2aMethod, RpcCall } from "./rpc_call.ts";
import { methodOf } from "./rpc_call.ts";
import { MESSAGE_FIELDS, showSent } from "./send_message.ts";
import { readSending } from "./sending.ts";

/** The members of `metadata.svc` with terms; the fields that these have. */
const TERMS = {
  proposal: [
    "price",
    "release",
    "note",
    "validUntil",
    "dueAt",
    "arbiter",
    "proposalId",
  ],
  dispute: ["reason", "text", "return", "take", "evidence"],
} as const;

/** Reads the terms of a message; its words go into the named field, if it has one. */
function readTerms(member: keyof typeof TERMS, words?: "note" | "text") {
  return (params: Proto, call: RpcCall) => {
    const sending = readSending(params, call.keyHeader);
    const { taskId: conversationId, parts, service } = sending;
    const given = objectOf(service.values[member]);
    const { withdraw: _, rule: __, ...terms } = given;
    const said = parts.flatMap(({ text }) => text ?? []).join("\n");
    const names = TERMS[member].map((name) => [
      name,
      `${service.pointers[member]}/${name}`,
    ]);
    return {
      ...sending,
      input: {
        ...(words && said !== "" && { [words]: said }),
        ...terms,
        conversationId,
      },
      fields: { ...MESSAGE_FIELDS, ...Object.fromEntries(names) },
    };
  };
}

const proposed = methodOf({
  operation: proposeTerms,
  read: readTerms("proposal", "note"),
  show: showSent,
});
const accepted = taskOf(acceptProposal, readTerms("proposal"));
const extended = taskOf(extendDeadline, readTerms("proposal"));
const opened = taskOf(openDispute, readTerms("dispute", "text"));
const answered = taskOf(answerDispute, readTerms("dispute", "text"));
const withdrawn = taskOf(withdrawDispute, readTerms("dispute"));
const ruled = taskOf(ruleDispute, readTerms("dispute", "text"));

function taskOf<I extends TSchema>(
  operation: Command<I, typeof PaidResult>,
  read: ReturnType<typeof readTerms>,
): A2aMethod {
  return methodOf({ operation, read, show: showSent });
}

/**
 * The act of a message on the terms of its task (docs/a2a.md): on a proposal, a deadline
 * or a dispute; undefined for an ordinary message.
 */
export function termsTask(params: Proto): A2aMethod | undefined {
  const message = readWithin(params, "message");
  const { members = {} } = (message && readWithin(message, "metadata")) ?? {};
  const { proposal, dispute } = objectOf(members.svc);
  if (proposal !== undefined) return proposalTask(objectOf(proposal));
  return dispute === undefined ? undefined : disputeTask(objectOf(dispute));
}

function proposalTask(proposal: JsonObject): A2aMethod {
  if ("proposalId" in proposal) return accepted;
  const isDueAlone = "dueAt" in proposal && Object.keys(proposal).length === 1;
  return isDueAlone ? extended : proposed;
}

function disputeTask(dispute: JsonObject): A2aMethod {
  if (dispute.withdraw === true) return withdrawn;
  if (dispute.rule === true) return ruled;
  return "reason" in dispute ? opened : answered;
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
