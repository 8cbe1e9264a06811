// Generated from docs/openapi.json by `bun run generate`: do not edit.

import type { CallOptions, Route } from "../transport.ts";
import type * as types from "./types.ts";

/** A method for each operation of the REST interface. */
export abstract class Operations {
  /** Sends one call and reads its JSON. */
  abstract call<O>(route: Route, options?: CallOptions): Promise<O>;

  /** Sends one call; its answer is left to be read. */
  abstract send(route: Route, options?: CallOptions): Promise<Response>;

  /** List conversations. `GET /v1/conversations` */
  listConversations(input: types.ListConversationsInput = {}, options?: CallOptions): Promise<types.ListConversationsOutput> {
    return this.call({ verb: "GET", path: "/v1/conversations", input }, options);
  }

  /** Create a conversation. `POST /v1/conversations` */
  createConversation(input: types.CreateConversationInput = {}, options?: CallOptions): Promise<types.CreateConversationOutput> {
    return this.call({ verb: "POST", path: "/v1/conversations", input }, options);
  }

  /** Update conversations. `PATCH /v1/conversations` */
  updateConversations(input: types.UpdateConversationsInput, options?: CallOptions): Promise<types.UpdateConversationsOutput> {
    return this.call({ verb: "PATCH", path: "/v1/conversations", input }, options);
  }

  /** List labels. `GET /v1/labels` */
  listLabels(options?: CallOptions): Promise<types.ListLabelsOutput> {
    return this.call({ verb: "GET", path: "/v1/labels" }, options);
  }

  /** Rename a label. `PATCH /v1/labels/{label}` */
  renameLabel(input: types.RenameLabelInput, options?: CallOptions): Promise<types.RenameLabelOutput> {
    return this.call({ verb: "PATCH", path: "/v1/labels/{label}", input }, options);
  }

  /** Delete a label. `DELETE /v1/labels/{label}` */
  deleteLabel(input: types.DeleteLabelInput, options?: CallOptions): Promise<types.DeleteLabelOutput> {
    return this.call({ verb: "DELETE", path: "/v1/labels/{label}", input }, options);
  }

  /** Read the digest. `GET /v1/digest` */
  getDigest(input: types.GetDigestInput = {}, options?: CallOptions): Promise<types.GetDigestOutput> {
    return this.call({ verb: "GET", path: "/v1/digest", input }, options);
  }

  /** List changes. `GET /v1/changes` */
  listChanges(input: types.ListChangesInput = {}, options?: CallOptions): Promise<types.ListChangesOutput> {
    return this.call({ verb: "GET", path: "/v1/changes", input }, options);
  }

  /** Open the welcome message. `POST /v1/conversations/welcome` */
  openWelcome(input: types.OpenWelcomeInput = {}, options?: CallOptions): Promise<types.OpenWelcomeOutput> {
    return this.call({ verb: "POST", path: "/v1/conversations/welcome", input }, options);
  }

  /** Suggest recipients. `GET /v1/recipients` */
  suggestRecipients(input: types.SuggestRecipientsInput, options?: CallOptions): Promise<types.SuggestRecipientsOutput> {
    return this.call({ verb: "GET", path: "/v1/recipients", input }, options);
  }

  /** Preview a conversation. `POST /v1/conversations/preview` */
  previewConversation(input: types.PreviewConversationInput = {}, options?: CallOptions): Promise<types.PreviewConversationOutput> {
    return this.call({ verb: "POST", path: "/v1/conversations/preview", input }, options);
  }

  /** Count conversations. `GET /v1/conversations/counts` */
  countConversations(options?: CallOptions): Promise<types.CountConversationsOutput> {
    return this.call({ verb: "GET", path: "/v1/conversations/counts" }, options);
  }

  /** Read a conversation. `GET /v1/conversations/{conversationId}` */
  getConversation(input: types.GetConversationInput, options?: CallOptions): Promise<types.GetConversationOutput> {
    return this.call({ verb: "GET", path: "/v1/conversations/{conversationId}", input }, options);
  }

  /** Update a conversation. `PATCH /v1/conversations/{conversationId}` */
  updateConversation(input: types.UpdateConversationInput, options?: CallOptions): Promise<types.UpdateConversationOutput> {
    return this.call({ verb: "PATCH", path: "/v1/conversations/{conversationId}", input }, options);
  }

  /** Delete a draft. `DELETE /v1/conversations/{conversationId}` */
  deleteDraft(input: types.DeleteDraftInput, options?: CallOptions): Promise<types.DeleteDraftOutput> {
    return this.call({ verb: "DELETE", path: "/v1/conversations/{conversationId}", input }, options);
  }

  /** Say that you are replying. `PUT /v1/conversations/{conversationId}/replying` */
  noteReplying(input: types.NoteReplyingInput, options?: CallOptions): Promise<types.NoteReplyingOutput> {
    return this.call({ verb: "PUT", path: "/v1/conversations/{conversationId}/replying", input }, options);
  }

  /** Send a message. `POST /v1/conversations/{conversationId}/messages` */
  sendMessage(input: types.SendMessageInput, options?: CallOptions): Promise<types.SendMessageOutput> {
    return this.call({ verb: "POST", path: "/v1/conversations/{conversationId}/messages", input }, options);
  }

  /** Submit a draft. `POST /v1/conversations/{conversationId}/submit` */
  submitDraft(input: types.SubmitDraftInput, options?: CallOptions): Promise<types.SubmitDraftOutput> {
    return this.call({ verb: "POST", path: "/v1/conversations/{conversationId}/submit", input }, options);
  }

  /** Send a draft later. `POST /v1/conversations/{conversationId}/schedule` */
  scheduleDraft(input: types.ScheduleDraftInput, options?: CallOptions): Promise<types.ScheduleDraftOutput> {
    return this.call({ verb: "POST", path: "/v1/conversations/{conversationId}/schedule", input }, options);
  }

  /** Cancel a conversation. `POST /v1/conversations/{conversationId}/cancel` */
  cancelConversation(input: types.CancelConversationInput, options?: CallOptions): Promise<types.CancelConversationOutput> {
    return this.call({ verb: "POST", path: "/v1/conversations/{conversationId}/cancel", input }, options);
  }

  /** Sign a receipt. `POST /v1/conversations/{conversationId}/receipt` */
  signReceipt(input: types.SignReceiptInput, options?: CallOptions): Promise<types.SignReceiptOutput> {
    return this.call({ verb: "POST", path: "/v1/conversations/{conversationId}/receipt", input }, options);
  }

  /** Complete a conversation. `POST /v1/conversations/{conversationId}/complete` */
  completeConversation(input: types.CompleteConversationInput, options?: CallOptions): Promise<types.CompleteConversationOutput> {
    return this.call({ verb: "POST", path: "/v1/conversations/{conversationId}/complete", input }, options);
  }

  /** Request a review. `POST /v1/conversations/{conversationId}/review` */
  requestReview(input: types.RequestReviewInput, options?: CallOptions): Promise<types.RequestReviewOutput> {
    return this.call({ verb: "POST", path: "/v1/conversations/{conversationId}/review", input }, options);
  }

  /** Record a decision. `POST /v1/conversations/{conversationId}/decisions` */
  recordHilDecision(input: types.RecordHilDecisionInput, options?: CallOptions): Promise<types.RecordHilDecisionOutput> {
    return this.call({ verb: "POST", path: "/v1/conversations/{conversationId}/decisions", input }, options);
  }

  /** Add an artifact. `POST /v1/conversations/{conversationId}/artifacts` */
  addArtifact(input: types.AddArtifactInput, options?: CallOptions): Promise<types.AddArtifactOutput> {
    return this.call({ verb: "POST", path: "/v1/conversations/{conversationId}/artifacts", input }, options);
  }

  /** Download an artifact. `GET /v1/conversations/{conversationId}/artifacts/{artifactId}` */
  getArtifact(input: types.GetArtifactInput, options?: CallOptions): Promise<Response> {
    return this.send({ verb: "GET", path: "/v1/conversations/{conversationId}/artifacts/{artifactId}", input }, options);
  }

  /** Remove an artifact from a draft. `DELETE /v1/conversations/{conversationId}/artifacts/{artifactId}` */
  removeArtifact(input: types.RemoveArtifactInput, options?: CallOptions): Promise<types.RemoveArtifactOutput> {
    return this.call({ verb: "DELETE", path: "/v1/conversations/{conversationId}/artifacts/{artifactId}", input }, options);
  }

  /** Fund a conversation. `POST /v1/conversations/{conversationId}/fund` */
  fundConversation(input: types.FundConversationInput, options?: CallOptions): Promise<types.FundConversationOutput> {
    return this.call({ verb: "POST", path: "/v1/conversations/{conversationId}/fund", input }, options);
  }

  /** Extend a deadline. `POST /v1/conversations/{conversationId}/deadline` */
  extendDeadline(input: types.ExtendDeadlineInput, options?: CallOptions): Promise<types.ExtendDeadlineOutput> {
    return this.call({ verb: "POST", path: "/v1/conversations/{conversationId}/deadline", input }, options);
  }

  /** Propose terms. `POST /v1/conversations/{conversationId}/proposals` */
  proposeTerms(input: types.ProposeTermsInput, options?: CallOptions): Promise<types.ProposeTermsOutput> {
    return this.call({ verb: "POST", path: "/v1/conversations/{conversationId}/proposals", input }, options);
  }

  /** Accept a proposal. `POST /v1/conversations/{conversationId}/proposals/{proposalId}/accept` */
  acceptProposal(input: types.AcceptProposalInput, options?: CallOptions): Promise<types.AcceptProposalOutput> {
    return this.call({ verb: "POST", path: "/v1/conversations/{conversationId}/proposals/{proposalId}/accept", input }, options);
  }

  /** Withdraw a proposal. `DELETE /v1/conversations/{conversationId}/proposals/{proposalId}` */
  withdrawProposal(input: types.WithdrawProposalInput, options?: CallOptions): Promise<types.WithdrawProposalOutput> {
    return this.call({ verb: "DELETE", path: "/v1/conversations/{conversationId}/proposals/{proposalId}", input }, options);
  }

  /** Download the evidence of a dispute. `GET /v1/conversations/{conversationId}/dispute/evidence.zip` */
  getDisputeEvidence(input: types.GetDisputeEvidenceInput, options?: CallOptions): Promise<Response> {
    return this.send({ verb: "GET", path: "/v1/conversations/{conversationId}/dispute/evidence.zip", input }, options);
  }

  /** Raise the price. `POST /v1/conversations/{conversationId}/price` */
  raisePrice(input: types.RaisePriceInput, options?: CallOptions): Promise<types.RaisePriceOutput> {
    return this.call({ verb: "POST", path: "/v1/conversations/{conversationId}/price", input }, options);
  }

  /** Refund a payment. `POST /v1/conversations/{conversationId}/refund` */
  refundPayment(input: types.RefundPaymentInput, options?: CallOptions): Promise<types.RefundPaymentOutput> {
    return this.call({ verb: "POST", path: "/v1/conversations/{conversationId}/refund", input }, options);
  }

  /** Ask for a refund. `POST /v1/conversations/{conversationId}/refund-request` */
  requestRefund(input: types.RequestRefundInput, options?: CallOptions): Promise<types.RequestRefundOutput> {
    return this.call({ verb: "POST", path: "/v1/conversations/{conversationId}/refund-request", input }, options);
  }

  /** Open a dispute. `POST /v1/conversations/{conversationId}/dispute` */
  openDispute(input: types.OpenDisputeInput, options?: CallOptions): Promise<types.OpenDisputeOutput> {
    return this.call({ verb: "POST", path: "/v1/conversations/{conversationId}/dispute", input }, options);
  }

  /** Answer a dispute. `POST /v1/conversations/{conversationId}/dispute/answer` */
  answerDispute(input: types.AnswerDisputeInput, options?: CallOptions): Promise<types.AnswerDisputeOutput> {
    return this.call({ verb: "POST", path: "/v1/conversations/{conversationId}/dispute/answer", input }, options);
  }

  /** Withdraw a dispute. `POST /v1/conversations/{conversationId}/dispute/withdraw` */
  withdrawDispute(input: types.WithdrawDisputeInput, options?: CallOptions): Promise<types.WithdrawDisputeOutput> {
    return this.call({ verb: "POST", path: "/v1/conversations/{conversationId}/dispute/withdraw", input }, options);
  }

  /** Rule on a dispute. `POST /v1/conversations/{conversationId}/dispute/ruling` */
  ruleDispute(input: types.RuleDisputeInput, options?: CallOptions): Promise<types.RuleDisputeOutput> {
    return this.call({ verb: "POST", path: "/v1/conversations/{conversationId}/dispute/ruling", input }, options);
  }

  /** Read the balance. `GET /v1/balance` */
  getBalance(options?: CallOptions): Promise<types.GetBalanceOutput> {
    return this.call({ verb: "GET", path: "/v1/balance" }, options);
  }

  /** Read the statement. `GET /v1/payments` */
  listPayments(input: types.ListPaymentsInput = {}, options?: CallOptions): Promise<types.ListPaymentsOutput> {
    return this.call({ verb: "GET", path: "/v1/payments", input }, options);
  }

  /** Find payments. `GET /v1/payments/search` */
  findPayments(input: types.FindPaymentsInput = {}, options?: CallOptions): Promise<types.FindPaymentsOutput> {
    return this.call({ verb: "GET", path: "/v1/payments/search", input }, options);
  }

  /** Total payments. `GET /v1/payments/totals` */
  totalPayments(input: types.TotalPaymentsInput = {}, options?: CallOptions): Promise<types.TotalPaymentsOutput> {
    return this.call({ verb: "GET", path: "/v1/payments/totals", input }, options);
  }

  /** Set your payout address. `PUT /v1/payout-address` */
  setPayoutAddress(input: types.SetPayoutAddressInput, options?: CallOptions): Promise<types.SetPayoutAddressOutput> {
    return this.call({ verb: "PUT", path: "/v1/payout-address", input }, options);
  }

  /** Resolve an address. `GET /api/router/resolve` */
  resolveAddress(input: types.ResolveAddressInput, options?: CallOptions): Promise<types.ResolveAddressOutput> {
    return this.call({ verb: "GET", path: "/api/router/resolve", input }, options);
  }

  /** Preview a contact import. `POST /v1/contacts/import/preview` */
  previewContactImport(input: types.PreviewContactImportInput, options?: CallOptions): Promise<types.PreviewContactImportOutput> {
    return this.call({ verb: "POST", path: "/v1/contacts/import/preview", input }, options);
  }

  /** Import contacts. `POST /v1/contacts/import` */
  importContacts(input: types.ImportContactsInput, options?: CallOptions): Promise<types.ImportContactsOutput> {
    return this.call({ verb: "POST", path: "/v1/contacts/import", input }, options);
  }

  /** Undo a contact import. `POST /v1/contacts/import/undo` */
  undoContactImport(input: types.UndoContactImportInput, options?: CallOptions): Promise<types.UndoContactImportOutput> {
    return this.call({ verb: "POST", path: "/v1/contacts/import/undo", input }, options);
  }

  /** List contacts. `GET /v1/contacts` */
  listContacts(input: types.ListContactsInput = {}, options?: CallOptions): Promise<types.ListContactsOutput> {
    return this.call({ verb: "GET", path: "/v1/contacts", input }, options);
  }

  /** Read a contact. `GET /v1/contacts/{address}` */
  getContact(input: types.GetContactInput, options?: CallOptions): Promise<types.GetContactOutput> {
    return this.call({ verb: "GET", path: "/v1/contacts/{address}", input }, options);
  }

  /** Save a contact. `PUT /v1/contacts/{address}` */
  saveContact(input: types.SaveContactInput, options?: CallOptions): Promise<types.SaveContactOutput> {
    return this.call({ verb: "PUT", path: "/v1/contacts/{address}", input }, options);
  }

  /** Delete a contact. `DELETE /v1/contacts/{address}` */
  deleteContact(input: types.DeleteContactInput, options?: CallOptions): Promise<types.DeleteContactOutput> {
    return this.call({ verb: "DELETE", path: "/v1/contacts/{address}", input }, options);
  }

  /** Report abuse. `POST /v1/contacts/{address}/report` */
  reportContact(input: types.ReportContactInput, options?: CallOptions): Promise<types.ReportContactOutput> {
    return this.call({ verb: "POST", path: "/v1/contacts/{address}/report", input }, options);
  }

  /** List your teams. `GET /v1/teams` */
  listTeams(options?: CallOptions): Promise<types.ListTeamsOutput> {
    return this.call({ verb: "GET", path: "/v1/teams" }, options);
  }

  /** Create a team. `POST /v1/teams` */
  makeTeam(input: types.MakeTeamInput, options?: CallOptions): Promise<types.MakeTeamOutput> {
    return this.call({ verb: "POST", path: "/v1/teams", input }, options);
  }

  /** List a team's members. `GET /v1/members` */
  listMembers(options?: CallOptions): Promise<types.ListMembersOutput> {
    return this.call({ verb: "GET", path: "/v1/members" }, options);
  }

  /** Add or change a member. `PUT /v1/members/{address}` */
  putMember(input: types.PutMemberInput, options?: CallOptions): Promise<types.PutMemberOutput> {
    return this.call({ verb: "PUT", path: "/v1/members/{address}", input }, options);
  }

  /** Remove a member. `DELETE /v1/members/{address}` */
  removeMember(input: types.RemoveMemberInput, options?: CallOptions): Promise<types.RemoveMemberOutput> {
    return this.call({ verb: "DELETE", path: "/v1/members/{address}", input }, options);
  }

  /** Set how the team approves. `PUT /v1/approvals` */
  setApprovals(input: types.SetApprovalsInput = {}, options?: CallOptions): Promise<types.SetApprovalsOutput> {
    return this.call({ verb: "PUT", path: "/v1/approvals", input }, options);
  }

  /** List who decides for whom. `GET /v1/delegations` */
  listDelegations(options?: CallOptions): Promise<types.ListDelegationsOutput> {
    return this.call({ verb: "GET", path: "/v1/delegations" }, options);
  }

  /** Let somebody decide for you. `PUT /v1/delegations/{address}` */
  putDelegation(input: types.PutDelegationInput, options?: CallOptions): Promise<types.PutDelegationOutput> {
    return this.call({ verb: "PUT", path: "/v1/delegations/{address}", input }, options);
  }

  /** Stop somebody deciding for you. `DELETE /v1/delegations/{address}` */
  removeDelegation(input: types.RemoveDelegationInput, options?: CallOptions): Promise<types.RemoveDelegationOutput> {
    return this.call({ verb: "DELETE", path: "/v1/delegations/{address}", input }, options);
  }

  /** Quote access. `GET /v1/quotes` */
  quoteAccess(input: types.QuoteAccessInput, options?: CallOptions): Promise<types.QuoteAccessOutput> {
    return this.call({ verb: "GET", path: "/v1/quotes", input }, options);
  }

  /** Read your free address. `GET /api/addresses/free` */
  getFreeAddress(options?: CallOptions): Promise<types.GetFreeAddressOutput> {
    return this.call({ verb: "GET", path: "/api/addresses/free" }, options);
  }

  /** Claim a free address. `POST /api/addresses/free` */
  claimFreeAddress(input: types.ClaimFreeAddressInput, options?: CallOptions): Promise<types.ClaimFreeAddressOutput> {
    return this.call({ verb: "POST", path: "/api/addresses/free", input }, options);
  }

  /** Check a free address. `GET /api/addresses/free/available` */
  checkFreeAddress(input: types.CheckFreeAddressInput, options?: CallOptions): Promise<types.CheckFreeAddressOutput> {
    return this.call({ verb: "GET", path: "/api/addresses/free/available", input }, options);
  }

  /** Suggest free addresses. `GET /api/addresses/free/suggestions` */
  suggestFreeAddresses(input: types.SuggestFreeAddressesInput, options?: CallOptions): Promise<types.SuggestFreeAddressesOutput> {
    return this.call({ verb: "GET", path: "/api/addresses/free/suggestions", input }, options);
  }

  /** List your domains. `GET /api/addresses/domains` */
  listDomains(options?: CallOptions): Promise<types.ListDomainsOutput> {
    return this.call({ verb: "GET", path: "/api/addresses/domains" }, options);
  }

  /** Add a domain. `POST /api/addresses/domains` */
  addDomain(input: types.AddDomainInput, options?: CallOptions): Promise<types.AddDomainOutput> {
    return this.call({ verb: "POST", path: "/api/addresses/domains", input }, options);
  }

  /** Verify a domain. `POST /api/addresses/domains/verify` */
  verifyDomain(input: types.VerifyDomainInput, options?: CallOptions): Promise<types.VerifyDomainOutput> {
    return this.call({ verb: "POST", path: "/api/addresses/domains/verify", input }, options);
  }

  /** Read your profile. `GET /v1/profile` */
  getProfile(options?: CallOptions): Promise<types.GetProfileOutput> {
    return this.call({ verb: "GET", path: "/v1/profile" }, options);
  }

  /** Change your profile. `PUT /v1/profile` */
  updateProfile(input: types.UpdateProfileInput = {}, options?: CallOptions): Promise<types.UpdateProfileOutput> {
    return this.call({ verb: "PUT", path: "/v1/profile", input }, options);
  }

  /** Read an account's offers. `GET /@{localPart}/offers` */
  getOffers(input: types.GetOffersInput, options?: CallOptions): Promise<types.GetOffersOutput> {
    return this.call({ verb: "GET", path: "/@{localPart}/offers", input }, options);
  }

  /** Read an order. `GET /v1/orders/{conversationId}` */
  getOrder(input: types.GetOrderInput, options?: CallOptions): Promise<types.GetOrderOutput> {
    return this.call({ verb: "GET", path: "/v1/orders/{conversationId}", input }, options);
  }

  /** List your offers. `GET /v1/offers` */
  listOffers(options?: CallOptions): Promise<types.ListOffersOutput> {
    return this.call({ verb: "GET", path: "/v1/offers" }, options);
  }

  /** Save an offer. `PUT /v1/offers/{offerId}` */
  putOffer(input: types.PutOfferInput, options?: CallOptions): Promise<types.PutOfferOutput> {
    return this.call({ verb: "PUT", path: "/v1/offers/{offerId}", input }, options);
  }

  /** Delete an offer. `DELETE /v1/offers/{offerId}` */
  deleteOffer(input: types.DeleteOfferInput, options?: CallOptions): Promise<types.DeleteOfferOutput> {
    return this.call({ verb: "DELETE", path: "/v1/offers/{offerId}", input }, options);
  }

  /** Discover agents. `GET /v1/agents` */
  discoverAgents(input: types.DiscoverAgentsInput = {}, options?: CallOptions): Promise<types.DiscoverAgentsOutput> {
    return this.call({ verb: "GET", path: "/v1/agents", input }, options);
  }

  /** Read an agent card. `GET /v1/agents/card` */
  getAgentCard(input: types.GetAgentCardInput = {}, options?: CallOptions): Promise<types.GetAgentCardOutput> {
    return this.call({ verb: "GET", path: "/v1/agents/card", input }, options);
  }

  /** List credentials. `GET /v1/credentials` */
  listCredentials(options?: CallOptions): Promise<types.ListCredentialsOutput> {
    return this.call({ verb: "GET", path: "/v1/credentials" }, options);
  }

  /** Add a credential. `POST /v1/credentials` */
  addCredential(input: types.AddCredentialInput, options?: CallOptions): Promise<types.AddCredentialOutput> {
    return this.call({ verb: "POST", path: "/v1/credentials", input }, options);
  }

  /** Add a program with keys. `POST /v1/clients` */
  addClient(input: types.AddClientInput, options?: CallOptions): Promise<types.AddClientOutput> {
    return this.call({ verb: "POST", path: "/v1/clients", input }, options);
  }

  /** Change a credential. `PATCH /v1/credentials/{credentialId}` */
  updateCredential(input: types.UpdateCredentialInput, options?: CallOptions): Promise<types.UpdateCredentialOutput> {
    return this.call({ verb: "PATCH", path: "/v1/credentials/{credentialId}", input }, options);
  }

  /** Revoke a credential. `DELETE /v1/credentials/{credentialId}` */
  revokeCredential(input: types.RevokeCredentialInput, options?: CallOptions): Promise<types.RevokeCredentialOutput> {
    return this.call({ verb: "DELETE", path: "/v1/credentials/{credentialId}", input }, options);
  }

  /** Rotate a credential. `POST /v1/credentials/{credentialId}/rotate` */
  rotateCredential(input: types.RotateCredentialInput, options?: CallOptions): Promise<types.RotateCredentialOutput> {
    return this.call({ verb: "POST", path: "/v1/credentials/{credentialId}/rotate", input }, options);
  }

  /** List sessions. `GET /v1/sessions` */
  listSessions(options?: CallOptions): Promise<types.ListSessionsOutput> {
    return this.call({ verb: "GET", path: "/v1/sessions" }, options);
  }

  /** Revoke the other sessions. `DELETE /v1/sessions` */
  revokeSessions(options?: CallOptions): Promise<types.RevokeSessionsOutput> {
    return this.call({ verb: "DELETE", path: "/v1/sessions" }, options);
  }

  /** Revoke a session. `DELETE /v1/sessions/{sessionId}` */
  revokeSession(input: types.RevokeSessionInput, options?: CallOptions): Promise<types.RevokeSessionOutput> {
    return this.call({ verb: "DELETE", path: "/v1/sessions/{sessionId}", input }, options);
  }

  /** List exports. `GET /v1/exports` */
  listExports(options?: CallOptions): Promise<types.ListExportsOutput> {
    return this.call({ verb: "GET", path: "/v1/exports" }, options);
  }

  /** Export an account. `POST /v1/exports` */
  startExport(options?: CallOptions): Promise<types.StartExportOutput> {
    return this.call({ verb: "POST", path: "/v1/exports" }, options);
  }

  /** List imports. `GET /v1/imports` */
  listImports(options?: CallOptions): Promise<types.ListImportsOutput> {
    return this.call({ verb: "GET", path: "/v1/imports" }, options);
  }

  /** Read an export. `GET /v1/exports/{exportId}` */
  getExport(input: types.GetExportInput, options?: CallOptions): Promise<types.GetExportOutput> {
    return this.call({ verb: "GET", path: "/v1/exports/{exportId}", input }, options);
  }

  /** Delete an export. `DELETE /v1/exports/{exportId}` */
  deleteExport(input: types.DeleteExportInput, options?: CallOptions): Promise<types.DeleteExportOutput> {
    return this.call({ verb: "DELETE", path: "/v1/exports/{exportId}", input }, options);
  }

  /** Read the first steps. `GET /v1/first-steps` */
  getFirstSteps(options?: CallOptions): Promise<types.GetFirstStepsOutput> {
    return this.call({ verb: "GET", path: "/v1/first-steps" }, options);
  }

  /** List templates. `GET /v1/templates` */
  listTemplates(options?: CallOptions): Promise<types.ListTemplatesOutput> {
    return this.call({ verb: "GET", path: "/v1/templates" }, options);
  }

  /** Save a template. `POST /v1/templates` */
  saveTemplate(input: types.SaveTemplateInput, options?: CallOptions): Promise<types.SaveTemplateOutput> {
    return this.call({ verb: "POST", path: "/v1/templates", input }, options);
  }

  /** Delete a template. `DELETE /v1/templates/{templateId}` */
  deleteTemplate(input: types.DeleteTemplateInput, options?: CallOptions): Promise<types.DeleteTemplateOutput> {
    return this.call({ verb: "DELETE", path: "/v1/templates/{templateId}", input }, options);
  }

  /** List rules. `GET /v1/inbox-rules` */
  listInboxRules(options?: CallOptions): Promise<types.ListInboxRulesOutput> {
    return this.call({ verb: "GET", path: "/v1/inbox-rules" }, options);
  }

  /** Add a rule. `POST /v1/inbox-rules` */
  addInboxRule(input: types.AddInboxRuleInput = {}, options?: CallOptions): Promise<types.AddInboxRuleOutput> {
    return this.call({ verb: "POST", path: "/v1/inbox-rules", input }, options);
  }

  /** Preview a rule. `POST /v1/inbox-rules/preview` */
  previewInboxRule(input: types.PreviewInboxRuleInput = {}, options?: CallOptions): Promise<types.PreviewInboxRuleOutput> {
    return this.call({ verb: "POST", path: "/v1/inbox-rules/preview", input }, options);
  }

  /** Delete a rule. `DELETE /v1/inbox-rules/{ruleId}` */
  deleteInboxRule(input: types.DeleteInboxRuleInput, options?: CallOptions): Promise<types.DeleteInboxRuleOutput> {
    return this.call({ verb: "DELETE", path: "/v1/inbox-rules/{ruleId}", input }, options);
  }

  /** Read your account. `GET /v1/account` */
  getAccount(options?: CallOptions): Promise<types.GetAccountOutput> {
    return this.call({ verb: "GET", path: "/v1/account" }, options);
  }

  /** Delete an account. `DELETE /v1/account` */
  deleteAccount(input: types.DeleteAccountInput = {}, options?: CallOptions): Promise<types.DeleteAccountOutput> {
    return this.call({ verb: "DELETE", path: "/v1/account", input }, options);
  }

  /** Sign up. `POST /v1/account` */
  signUp(input: types.SignUpInput, options?: CallOptions): Promise<types.SignUpOutput> {
    return this.call({ verb: "POST", path: "/v1/account", input }, options);
  }

  /** Show your calendar address. `GET /v1/calendar-feed` */
  getCalendarFeed(options?: CallOptions): Promise<types.GetCalendarFeedOutput> {
    return this.call({ verb: "GET", path: "/v1/calendar-feed" }, options);
  }

  /** Make a calendar address. `POST /v1/calendar-feed` */
  makeCalendarFeed(options?: CallOptions): Promise<types.MakeCalendarFeedOutput> {
    return this.call({ verb: "POST", path: "/v1/calendar-feed" }, options);
  }

  /** End your calendar address. `DELETE /v1/calendar-feed` */
  endCalendarFeed(options?: CallOptions): Promise<types.EndCalendarFeedOutput> {
    return this.call({ verb: "DELETE", path: "/v1/calendar-feed" }, options);
  }

  /** Show your notifications. `GET /v1/notifications` */
  getNotifications(options?: CallOptions): Promise<types.GetNotificationsOutput> {
    return this.call({ verb: "GET", path: "/v1/notifications" }, options);
  }

  /** Change your notifications. `PUT /v1/notifications` */
  updateNotifications(input: types.UpdateNotificationsInput = {}, options?: CallOptions): Promise<types.UpdateNotificationsOutput> {
    return this.call({ verb: "PUT", path: "/v1/notifications", input }, options);
  }

  /** List webhooks. `GET /v1/webhooks` */
  listWebhooks(options?: CallOptions): Promise<types.ListWebhooksOutput> {
    return this.call({ verb: "GET", path: "/v1/webhooks" }, options);
  }

  /** Add a webhook. `POST /v1/webhooks` */
  addWebhook(input: types.AddWebhookInput, options?: CallOptions): Promise<types.AddWebhookOutput> {
    return this.call({ verb: "POST", path: "/v1/webhooks", input }, options);
  }

  /** Change a webhook. `PATCH /v1/webhooks/{webhookId}` */
  updateWebhook(input: types.UpdateWebhookInput, options?: CallOptions): Promise<types.UpdateWebhookOutput> {
    return this.call({ verb: "PATCH", path: "/v1/webhooks/{webhookId}", input }, options);
  }

  /** Delete a webhook. `DELETE /v1/webhooks/{webhookId}` */
  deleteWebhook(input: types.DeleteWebhookInput, options?: CallOptions): Promise<types.DeleteWebhookOutput> {
    return this.call({ verb: "DELETE", path: "/v1/webhooks/{webhookId}", input }, options);
  }

  /** Rotate a webhook's secret. `POST /v1/webhooks/{webhookId}/rotate` */
  rotateWebhook(input: types.RotateWebhookInput, options?: CallOptions): Promise<types.RotateWebhookOutput> {
    return this.call({ verb: "POST", path: "/v1/webhooks/{webhookId}/rotate", input }, options);
  }

  /** Send a test event. `POST /v1/webhooks/{webhookId}/test` */
  testWebhook(input: types.TestWebhookInput, options?: CallOptions): Promise<types.TestWebhookOutput> {
    return this.call({ verb: "POST", path: "/v1/webhooks/{webhookId}/test", input }, options);
  }

  /** Read a webhook's log. `GET /v1/webhooks/{webhookId}/deliveries` */
  listWebhookDeliveries(input: types.ListWebhookDeliveriesInput, options?: CallOptions): Promise<types.ListWebhookDeliveriesOutput> {
    return this.call({ verb: "GET", path: "/v1/webhooks/{webhookId}/deliveries", input }, options);
  }

  /** Replay events of a webhook. `POST /v1/webhooks/{webhookId}/replay` */
  replayWebhook(input: types.ReplayWebhookInput, options?: CallOptions): Promise<types.ReplayWebhookOutput> {
    return this.call({ verb: "POST", path: "/v1/webhooks/{webhookId}/replay", input }, options);
  }

  /** List push devices. `GET /v1/push-devices` */
  listPushDevices(options?: CallOptions): Promise<types.ListPushDevicesOutput> {
    return this.call({ verb: "GET", path: "/v1/push-devices" }, options);
  }

  /** Add a push device. `POST /v1/push-devices` */
  addPushDevice(input: types.AddPushDeviceInput, options?: CallOptions): Promise<types.AddPushDeviceOutput> {
    return this.call({ verb: "POST", path: "/v1/push-devices", input }, options);
  }

  /** Change a push device. `PATCH /v1/push-devices/{deviceId}` */
  updatePushDevice(input: types.UpdatePushDeviceInput, options?: CallOptions): Promise<types.UpdatePushDeviceOutput> {
    return this.call({ verb: "PATCH", path: "/v1/push-devices/{deviceId}", input }, options);
  }

  /** Remove a push device. `DELETE /v1/push-devices/{deviceId}` */
  deletePushDevice(input: types.DeletePushDeviceInput, options?: CallOptions): Promise<types.DeletePushDeviceOutput> {
    return this.call({ verb: "DELETE", path: "/v1/push-devices/{deviceId}", input }, options);
  }

  /** Read the audit chain. `GET /v1/conversations/{conversationId}/audit` */
  readAudit(input: types.ReadAuditInput, options?: CallOptions): Promise<types.ReadAuditOutput> {
    return this.call({ verb: "GET", path: "/v1/conversations/{conversationId}/audit", input }, options);
  }

  /** Prove an audit chain's head. `GET /v1/conversations/{conversationId}/audit/proof` */
  proveAuditHead(input: types.ProveAuditHeadInput, options?: CallOptions): Promise<types.ProveAuditHeadOutput> {
    return this.call({ verb: "GET", path: "/v1/conversations/{conversationId}/audit/proof", input }, options);
  }

  /** Read the transparency log's head. `GET /v1/audit/log` */
  getAuditLog(options?: CallOptions): Promise<types.GetAuditLogOutput> {
    return this.call({ verb: "GET", path: "/v1/audit/log" }, options);
  }

  /** Prove log consistency. `GET /v1/audit/log/consistency` */
  proveLogConsistency(input: types.ProveLogConsistencyInput, options?: CallOptions): Promise<types.ProveLogConsistencyOutput> {
    return this.call({ verb: "GET", path: "/v1/audit/log/consistency", input }, options);
  }

  /** Check the service. `GET /healthz` */
  getHealth(options?: CallOptions): Promise<types.GetHealthOutput> {
    return this.call({ verb: "GET", path: "/healthz" }, options);
  }

  /** Check readiness. `GET /readyz` */
  getReadiness(options?: CallOptions): Promise<types.GetReadinessOutput> {
    return this.call({ verb: "GET", path: "/readyz" }, options);
  }

  /** Download an export. `GET /v1/exports/{exportId}/archive` */
  downloadExport(input: types.DownloadExportInput, options?: CallOptions): Promise<Response> {
    return this.send({ verb: "GET", path: "/v1/exports/{exportId}/archive", input }, options);
  }

  /** Order without an account. `POST /@{localPart}/offers/{offerId}/orders` */
  orderByWallet(input: types.OrderByWalletInput, options?: CallOptions): Promise<Response> {
    return this.send({ verb: "POST", path: "/@{localPart}/offers/{offerId}/orders", input }, options);
  }

  /** Record a bounce. `POST /v1/mail/bounces` */
  recordBounce(input: types.RecordBounceInput = {}, options?: CallOptions): Promise<types.RecordBounceOutput> {
    return this.call({ verb: "POST", path: "/v1/mail/bounces", input }, options);
  }

  /** Take a reply by mail. `POST /v1/mail/inbound` */
  takeMail(input: types.TakeMailInput, options?: CallOptions): Promise<types.TakeMailOutput> {
    return this.call({ verb: "POST", path: "/v1/mail/inbound", input }, options);
  }
}
