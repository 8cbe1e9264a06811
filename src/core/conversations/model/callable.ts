/**
 * The operations in a list of actions, with the title and the scope for refusals: the
 * operations themselves take them from here.
 */
export const CALLABLE = {
  create: {
    name: "create_conversation",
    title: "Create a conversation",
    scope: "conversations:submit",
  },
  submit: {
    name: "submit_draft",
    title: "Submit a draft",
    scope: "conversations:submit",
  },
  schedule: {
    name: "schedule_draft",
    title: "Send a draft later",
    scope: "conversations:submit",
  },
  edit: {
    name: "update_conversation",
    title: "Update a conversation",
    scope: "drafts:write",
  },
  delete: {
    name: "delete_draft",
    title: "Delete a draft",
    scope: "drafts:write",
  },
  removeFile: {
    name: "remove_artifact",
    title: "Remove an artifact from a draft",
    scope: "drafts:write",
  },
  send: {
    name: "send_message",
    title: "Send a message",
    // It depends on whether it is a draft.
    scopesFor: () => ["conversations:write", "drafts:write"] as const,
  },
  addFile: {
    name: "add_artifact",
    title: "Add an artifact",
    scopesFor: () => ["artifacts:write", "drafts:write"] as const,
  },
  sign: {
    name: "sign_receipt",
    title: "Sign a receipt",
    scope: "receipts:sign",
  },
  complete: {
    name: "complete_conversation",
    title: "Complete a conversation",
    scope: "conversations:write",
  },
  cancel: {
    name: "cancel_conversation",
    title: "Cancel a conversation",
    scope: "conversations:cancel",
  },
  fund: {
    name: "fund_conversation",
    title: "Fund a conversation",
    scope: "payments:hold",
  },
  raise: {
    name: "raise_price",
    title: "Raise the price",
    scope: "conversations:write",
  },
  extendDeadline: {
    name: "extend_deadline",
    title: "Extend a deadline",
    scope: "conversations:write",
  },
  propose: {
    name: "propose_terms",
    title: "Propose terms",
    scope: "conversations:write",
  },
  acceptProposal: {
    name: "accept_proposal",
    title: "Accept a proposal",
    scope: "conversations:write",
  },
  withdrawProposal: {
    name: "withdraw_proposal",
    title: "Withdraw a proposal",
    scope: "conversations:write",
  },
  refund: {
    name: "refund_payment",
    title: "Refund a payment",
    scope: "payments:hold",
  },
  askRefund: {
    name: "request_refund",
    title: "Ask for a refund",
    scope: "conversations:write",
  },
  openDispute: {
    name: "open_dispute",
    title: "Open a dispute",
    scope: "conversations:write",
  },
  answerDispute: {
    name: "answer_dispute",
    title: "Answer a dispute",
    scope: "conversations:write",
  },
  withdrawDispute: {
    name: "withdraw_dispute",
    title: "Withdraw a dispute",
    scope: "conversations:write",
  },
  ruleDispute: {
    name: "rule_dispute",
    title: "Rule on a dispute",
    scope: "conversations:write",
  },
  declineInvite: {
    name: "decline_invite",
    title: "Decline an invite",
    scope: "conversations:write",
  },
  claim: { name: "claim_invite", title: "Take over a conversation" },
} as const;
