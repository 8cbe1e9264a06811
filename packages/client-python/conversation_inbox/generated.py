# Generated from docs/openapi.json by `bun run generate`: do not edit.

from __future__ import annotations

from http.client import HTTPResponse
from typing import Any, Literal, Mapping, NotRequired, TypedDict, Unpack


class Options(TypedDict, total=False):
    """Options of a single call."""

    idempotency_key: str
    """Names a write: a repeat with the same key has one effect. Each write gets one anyway."""
    if_match: str
    """ETag of the version that is to be changed."""
    headers: Mapping[str, str]


ConversationStateReasonBy = TypedDict("ConversationStateReasonBy", {
    "address": NotRequired[str],
    "kind": Literal["person", "agent", "guest", "remote", "operator", "service", "system"],
    "label": str,
    "name": NotRequired[str],
    "credentialId": NotRequired[str],
})
ConversationDeclinesItem = TypedDict("ConversationDeclinesItem", {
    "address": str,
    "reason": NotRequired[str],
    "at": str,
})
ConversationSendFailure = TypedDict("ConversationSendFailure", {
    "at": str,
    "code": str,
    "detail": str,
})
ConversationPreviewActor = TypedDict("ConversationPreviewActor", {
    "kind": Literal["person", "agent", "guest", "remote", "operator", "service", "system"],
    "label": str,
    "name": NotRequired[str],
    "credentialId": NotRequired[str],
})
ConversationPreview = TypedDict("ConversationPreview", {
    "author": str,
    "actor": ConversationPreviewActor,
    "text": str,
})
ConversationSnippetMarksItem = TypedDict("ConversationSnippetMarksItem", {
    "start": int,
    "end": int,
})
ConversationSnippet = TypedDict("ConversationSnippet", {
    "messageId": str,
    "text": str,
    "marks": list[ConversationSnippetMarksItem],
})
ConversationTermsOffer = TypedDict("ConversationTermsOffer", {
    "version": int,
    "title": str,
    "output": list[str],
})
ConversationTermsAnswersItem = TypedDict("ConversationTermsAnswersItem", {
    "question": str,
    "answer": str,
})
ConversationTermsDisputeSplitsItem = TypedDict("ConversationTermsDisputeSplitsItem", {
    "number": int,
    "by": str,
    "return": "Money",
    "release": "Money",
    "text": NotRequired[str],
    "evidence": list[str],
    "at": str,
    "status": Literal["open", "replaced", "taken", "ended"],
})
ConversationTermsDisputeOutcome = TypedDict("ConversationTermsDisputeOutcome", {
    "by": NotRequired[str],
    "return": "Money",
    "release": "Money",
    "text": NotRequired[str],
    "at": str,
    "jws": NotRequired[str],
})
ConversationTermsDispute = TypedDict("ConversationTermsDispute", {
    "disputeId": str,
    "about": Literal["held", "released"],
    "reason": Literal["not_delivered", "not_as_agreed", "late", "unauthorised", "other"],
    "amount": "Money",
    "status": Literal["open", "arbitration", "settled", "ruled", "withdrawn", "declined", "lapsed"],
    "splits": "list[ConversationTermsDisputeSplitsItem]",
    "openedAt": str,
    "arbiterAt": NotRequired[str],
    "ruleBy": NotRequired[str],
    "returnsAt": NotRequired[str],
    "outcome": NotRequired["ConversationTermsDisputeOutcome"],
})
ConversationTermsMilestonesItem = TypedDict("ConversationTermsMilestonesItem", {
    "milestoneId": str,
    "title": str,
    "amount": "Money",
    "release": Literal["accepted", "replied", "converted"],
    "state": Literal["open", "released", "returned"],
    "deliverBy": NotRequired[str],
    "deliverWithin": NotRequired[str],
    "dueAt": NotRequired[str],
    "overdue": NotRequired[Literal[True]],
    "receipt": NotRequired["Receipt"],
})
ConversationTermsProposalsItem = TypedDict("ConversationTermsProposalsItem", {
    "proposalId": str,
    "by": str,
    "price": "Money",
    "release": Literal["accepted", "replied", "converted"],
    "note": NotRequired[str],
    "at": str,
    "validUntil": str,
    "dueAt": NotRequired[str],
    "arbiter": NotRequired[str | None],
    "status": Literal["open", "accepted", "declined", "withdrawn", "replaced", "expired"],
    "reason": NotRequired[str],
    "previous": str | None,
    "jws": str,
})
ConversationTerms = TypedDict("ConversationTerms", {
    "offerId": NotRequired[str],
    "offer": NotRequired[ConversationTermsOffer],
    "input": NotRequired[Any],
    "answers": NotRequired[list[ConversationTermsAnswersItem]],
    "inWords": NotRequired[str],
    "acceptBy": NotRequired[str],
    "acceptWithin": NotRequired[str],
    "deliverBy": NotRequired[str],
    "deliverWithin": NotRequired[str],
    "dueAt": NotRequired[str],
    "stepDueAt": NotRequired[str],
    "disputed": NotRequired[bool],
    "arbiter": NotRequired[str],
    "dispute": NotRequired["ConversationTermsDispute"],
    "milestones": NotRequired["list[ConversationTermsMilestonesItem]"],
    "proposals": NotRequired["list[ConversationTermsProposalsItem]"],
    "agreedId": NotRequired[str],
})
ConversationNextStep = TypedDict("ConversationNextStep", {
    "who": Literal["you", "them", "person", "nobody"],
    "text": str,
    "by": NotRequired[str],
    "rule": NotRequired[str],
    "reason": NotRequired[str],
    "approvalUrl": NotRequired[str],
})
ConversationActionsItemBecause = TypedDict("ConversationActionsItemBecause", {
    "code": "ErrorCode",
    "detail": str,
})
ConversationActionsItemMoney = TypedDict("ConversationActionsItemMoney", {
    "moves": Literal["hold", "release", "return", "raise"],
    "amount": "Money",
    "from": NotRequired[str],
    "to": str,
})
ConversationActionsItemInput = TypedDict("ConversationActionsItemInput", {
    "contact": NotRequired[Literal["trusted", "blocked"]],
    "proposalId": NotRequired[str],
    "milestoneId": NotRequired[str],
    "take": NotRequired[int],
})
ConversationActionsItem = TypedDict("ConversationActionsItem", {
    "name": Literal["submit", "schedule", "unschedule", "edit", "add_text", "remove_file", "delete", "accept", "accept_and_trust", "approve", "decline", "block", "fund", "reply", "ask_first", "ask_person", "add_file", "sign_receipt", "complete", "propose", "accept_proposal", "withdraw_proposal", "extend_deadline", "raise_price", "keep_price", "refund", "request_refund", "dispute", "take_split", "propose_split", "withdraw_dispute", "rule", "cancel", "claim"],
    "operation": str,
    "checkpointId": NotRequired[str],
    "title": str,
    "effect": str,
    "ready": bool,
    "because": NotRequired["ConversationActionsItemBecause"],
    "money": NotRequired["ConversationActionsItemMoney"],
    "input": NotRequired[ConversationActionsItemInput],
    "needs": NotRequired[list[str]],
})
ConversationReplyReaders = TypedDict("ConversationReplyReaders", {
    "reply": list[str],
    "reply-all": list[str],
    "inReplyTo": NotRequired[str],
})
ConversationImported = TypedDict("ConversationImported", {
    "importId": str,
    "service": str,
    "address": str,
    "conversationId": str,
    "exportedAt": str,
    "importedAt": str,
    "logKey": str,
    "logSize": int,
    "keyKnown": bool,
})
ConversationFrom = TypedDict("ConversationFrom", {
    "address": str,
    "name": str,
})
ConversationReleaseAction11 = TypedDict("ConversationReleaseAction11", {
    "type": Literal["text"],
    "text": str,
})
ConversationReleaseAction12 = TypedDict("ConversationReleaseAction12", {
    "type": Literal["artifact"],
    "mimeType": NotRequired[str],
})
ConversationReleaseAction13 = TypedDict("ConversationReleaseAction13", {
    "type": Literal["url_visit"],
    "url": str,
})
ConversationLinksFollowUp = TypedDict("ConversationLinksFollowUp", {
    "method": Literal["POST"],
    "href": str,
    "contextId": str,
    "to": NotRequired[list[str]],
    "title": NotRequired[str],
})
ConversationLinks = TypedDict("ConversationLinks", {
    "self": str,
    "web": str,
    "subscribe": str,
    "audit": str,
    "followUp": NotRequired[ConversationLinksFollowUp],
})
Conversation = TypedDict("Conversation", {
    "withheld": NotRequired[Literal["conversations:read"]],
    "id": str,
    "conversationId": str,
    "contextId": str,
    "title": str,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "stateTitle": str,
    "stateReason": str | None,
    "stateCode": Literal["approval_needed", "approval_expired", "input_needed", "answered", "payment_required", "below_recipient_price", "price_raised", "price_declined", "cancel_requested", "cancel_declined", "cancel_expired", "cancel_superseded", "checkpoint_expired", "decided", "superseded", "declined", "hold_expired", "acceptance_missed", "deadline_missed", "dispute_settled", "dispute_lapsed", "payment_not_completed", "terms_refused", "price_returned", "all_deliveries_failed", "R-FROM", "R-BLOCKED", "R-CONTENT", "R-OUTWARD", "R-PAY-LIMIT", "R-PAY-LIMIT-PAYEE", "R-PAY-QUORUM", "R-PAY-AGENT", "R-PAY-AGENT-DAY", "R-PAY-AGENT-PAYEE", "R-PAY-PAYEE", "R-PAY-TYPE", "R-PAY-FIRST", "R-FIRST-CONTACT", "R-PRIVILEGE", "R-RATE", "R-CANCEL-EARNED", "R-CANCEL-HELD", "R-GRANT", "R-PAY-PARTIES", "R-PRICE-RAISED", "R-PROPOSED", "R-PRICED", "R-STRANGER", "R-ACCEPT", "R-ACCEPT-LIMIT"] | None,
    "stateReasonBy": NotRequired[ConversationStateReasonBy],
    "declines": NotRequired[list[ConversationDeclinesItem]],
    "stateAt": str,
    "sendAt": NotRequired[str],
    "sendFailure": NotRequired[ConversationSendFailure],
    "version": int,
    "createdAt": str,
    "updatedAt": str,
    "lastMessageAt": str | None,
    "messageCount": int,
    "participants": "list[Participant]",
    "messages": "list[Message]",
    "messagesOmitted": int,
    "before": NotRequired[str],
    "preview": NotRequired[ConversationPreview],
    "snippet": NotRequired[ConversationSnippet],
    "artifacts": "list[Artifact]",
    "payment": "Payment",
    "terms": NotRequired["ConversationTerms"],
    "checkpoints": "list[Checkpoint]",
    "nextStep": ConversationNextStep,
    "actions": NotRequired["list[ConversationActionsItem]"],
    "replyReaders": NotRequired[ConversationReplyReaders],
    "folders": list[Literal["inbox", "sent", "drafts", "archive", "needs_you", "payments", "requests", "waiting", "snoozed"]],
    "folder": Literal["inbox", "sent", "drafts", "archive", "needs_you", "payments", "requests", "waiting", "snoozed"] | None,
    "unread": bool,
    "archived": bool,
    "snoozedUntil": str | Literal["change"] | None,
    "needsYou": bool,
    "section": Literal["money", "approvals", "replies"] | None,
    "replyAccepts": bool,
    "labels": list[str],
    "assignee": NotRequired[str | None],
    "imported": NotRequired[ConversationImported],
    "from": ConversationFrom,
    "contactType": Literal["friends_family", "coworkers", "clients", "promotions", "everyone"],
    "release": Literal["accepted", "replied", "converted"],
    "releaseAction": ConversationReleaseAction11 | ConversationReleaseAction12 | ConversationReleaseAction13 | None,
    "links": ConversationLinks,
})
MessageAuthor = TypedDict("MessageAuthor", {
    "address": str,
    "displayName": str,
    "kind": Literal["person", "agent", "service", "team", "email"],
    "accountId": NotRequired[str],
})
MessageActor = TypedDict("MessageActor", {
    "kind": Literal["person", "agent", "guest", "remote", "operator", "service", "system"],
    "label": str,
    "name": NotRequired[str],
    "credentialId": NotRequired[str],
})
MessagePartsItem = TypedDict("MessagePartsItem", {
    "text": NotRequired[str],
    "data": NotRequired[Any],
    "url": NotRequired[str],
    "raw": NotRequired[str],
    "mediaType": NotRequired[str],
    "filename": NotRequired[str],
})
MessageTrust = TypedDict("MessageTrust", {
    "relation": Literal["self", "contact", "stranger", "service"],
    "contactType": NotRequired[Literal["friends_family", "coworkers", "clients", "promotions", "everyone"]],
    "claimedType": NotRequired[Literal["friends_family", "coworkers", "clients", "promotions", "everyone"]],
    "origin": NotRequired[str],
    "wallet": NotRequired[str],
    "firstContact": bool,
    "paid": "Money | None",
})
Message = TypedDict("Message", {
    "messageId": str,
    "conversationId": str,
    "author": MessageAuthor,
    "actor": MessageActor,
    "mode": Literal["initial", "reply", "reply-all"],
    "accept": NotRequired[Literal[False]],
    "onlyYou": NotRequired[Literal[True]],
    "inReplyTo": NotRequired[str],
    "text": str,
    "parts": list[MessagePartsItem],
    "a2a": NotRequired[dict[str, Any]],
    "artifactIds": list[str],
    "createdAt": str,
    "trust": "MessageTrust",
})
ParticipantDeliveryBecause = TypedDict("ParticipantDeliveryBecause", {
    "code": str,
    "detail": str,
    "theirs": NotRequired[str],
})
ParticipantDelivery = TypedDict("ParticipantDelivery", {
    "state": Literal["pending", "on_service", "remote_queued", "remote_delivered", "undelivered", "invite_queued", "invite_deferred", "invite_limited", "invite_sent", "invite_bounced", "invite_suppressed", "invite_dropped", "no_such_account", "opened", "declined", "joined"],
    "at": str,
    "because": NotRequired[ParticipantDeliveryBecause],
})
ParticipantRemoteAsks = TypedDict("ParticipantRemoteAsks", {
    "because": str,
    "amount": str,
    "network": str,
    "payTo": str,
})
ParticipantRemoteReceipt = TypedDict("ParticipantRemoteReceipt", {
    "receiptId": str,
    "signedAt": str,
    "keyId": str,
    "jws": str,
})
ParticipantRemote = TypedDict("ParticipantRemote", {
    "card": str,
    "origin": str,
    "taskId": str | None,
    "contextId": str | None,
    "state": str | None,
    "seenAt": str | None,
    "endedOtherwise": NotRequired[Literal[True]],
    "plain": NotRequired[Literal[True]],
    "asks": NotRequired[ParticipantRemoteAsks],
    "receipt": NotRequired[ParticipantRemoteReceipt],
})
Participant = TypedDict("Participant", {
    "accountId": NotRequired[str],
    "address": str,
    "displayName": str,
    "role": Literal["sender", "to", "cc", "bcc", "arbiter"],
    "kind": Literal["person", "agent", "service", "team", "email"],
    "agentCard": NotRequired[str],
    "delivery": ParticipantDelivery,
    "joinedAt": NotRequired[str],
    "remote": NotRequired[ParticipantRemote],
})
ArtifactActor = TypedDict("ArtifactActor", {
    "kind": Literal["person", "agent", "guest", "remote", "operator", "service", "system"],
    "label": str,
    "name": NotRequired[str],
    "credentialId": NotRequired[str],
})
Artifact = TypedDict("Artifact", {
    "artifactId": str,
    "name": str,
    "mimeType": str,
    "size": NotRequired[int],
    "sha256": NotRequired[str],
    "uri": NotRequired[str],
    "downloadUrl": NotRequired[str],
    "conversationId": str,
    "addedBy": str,
    "actor": NotRequired[ArtifactActor],
    "createdAt": str,
    "description": NotRequired[str],
})
PaymentReleaseAction1 = TypedDict("PaymentReleaseAction1", {
    "type": Literal["text"],
    "text": str,
})
PaymentReleaseAction2 = TypedDict("PaymentReleaseAction2", {
    "type": Literal["artifact"],
    "mimeType": NotRequired[str],
})
PaymentReleaseAction3 = TypedDict("PaymentReleaseAction3", {
    "type": Literal["url_visit"],
    "url": str,
})
PaymentPayer = TypedDict("PaymentPayer", {
    "accountId": str,
    "address": str,
})
PaymentPayee1 = TypedDict("PaymentPayee1", {
    "accountId": str,
    "address": str,
})
PaymentCondition = TypedDict("PaymentCondition", {
    "text": str,
    "met": bool,
    "missing": NotRequired[str],
})
PaymentStepsItem = TypedDict("PaymentStepsItem", {
    "name": Literal["held", "accepted", "condition", "receipt", "released", "returned", "refunded"],
    "label": str,
    "text": str,
    "done": bool,
    "at": NotRequired[str],
})
PaymentSettlementsItem = TypedDict("PaymentSettlementsItem", {
    "act": Literal["hold", "capture", "void", "refund"],
    "amount": "Money",
    "success": bool,
    "network": str,
    "wallet": NotRequired[str],
    "transactions": list[str],
    "problem": NotRequired[str],
    "at": str,
})
PaymentReclaim = TypedDict("PaymentReclaim", {
    "at": str,
    "to": str,
    "data": str,
    "text": str,
})
PaymentSignedBy = TypedDict("PaymentSignedBy", {
    "kind": Literal["person", "agent", "guest", "remote", "operator", "service", "system"],
    "label": str,
    "name": NotRequired[str],
    "credentialId": NotRequired[str],
})
PaymentRefundRequest = TypedDict("PaymentRefundRequest", {
    "amount": "Money",
    "reason": NotRequired[str],
    "outcome": Literal["open", "approved", "declined", "expired"],
    "at": str,
    "by": NotRequired[str],
    "comment": NotRequired[str],
})
PaymentRequirementsAcceptsItem1Extra = TypedDict("PaymentRequirementsAcceptsItem1Extra", {
    "paymentId": str,
    "conversationId": str,
    "label": Literal["TEST"],
})
PaymentRequirementsAcceptsItem1 = TypedDict("PaymentRequirementsAcceptsItem1", {
    "scheme": Literal["hold"],
    "network": Literal["svc:ledger"],
    "asset": Literal["USDC"],
    "amount": str,
    "payTo": str | None,
    "maxTimeoutSeconds": int,
    "extra": PaymentRequirementsAcceptsItem1Extra,
})
PaymentRequirementsAcceptsItem2Extra = TypedDict("PaymentRequirementsAcceptsItem2Extra", {
    "name": str,
    "version": str,
    "authCaptureEscrow": str,
    "captureAuthorizer": str,
    "captureDeadline": int,
    "refundDeadline": int,
    "minFeeBps": int,
    "maxFeeBps": int,
    "feeRecipient": str,
    "paymentFlow": Literal["escrow"],
    "captureMode": Literal["deferred"],
    "operatorType": Literal["delegated"],
})
PaymentRequirementsAcceptsItem2 = TypedDict("PaymentRequirementsAcceptsItem2", {
    "scheme": Literal["auth-capture"],
    "network": str,
    "asset": str,
    "amount": str,
    "payTo": str | None,
    "maxTimeoutSeconds": int,
    "extra": PaymentRequirementsAcceptsItem2Extra,
})
PaymentRequirementsFund = TypedDict("PaymentRequirementsFund", {
    "method": Literal["POST"],
    "path": str,
    "tool": str,
})
PaymentRequirements = TypedDict("PaymentRequirements", {
    "reason": Literal["insufficient_balance", "payment_required", "below_recipient_price", "price_raised"],
    "price": "Money",
    "needed": "Money",
    "balance": NotRequired["Money"],
    "missing": NotRequired["Money"],
    "asOf": NotRequired[str],
    "label": NotRequired[Literal["TEST"]],
    "accepts": list[PaymentRequirementsAcceptsItem1 | PaymentRequirementsAcceptsItem2],
    "fund": PaymentRequirementsFund,
})
Payment = TypedDict("Payment", {
    "paymentId": NotRequired[str],
    "status": Literal["none", "requires_payment", "held", "released", "voided", "refunded"],
    "price": "Money",
    "release": Literal["accepted", "replied", "converted"],
    "releaseAction": NotRequired[PaymentReleaseAction1 | PaymentReleaseAction2 | PaymentReleaseAction3],
    "payer": NotRequired[PaymentPayer],
    "payee": PaymentPayee1 | None,
    "rail": Literal["ledger", "x402"],
    "label": NotRequired[Literal["TEST"]],
    "condition": NotRequired[PaymentCondition],
    "steps": list[PaymentStepsItem],
    "feeBps": NotRequired[int],
    "fee": NotRequired["Money"],
    "pendingSince": NotRequired[str],
    "onItsWay": NotRequired[Literal["hold", "capture", "void", "refund"]],
    "settlements": NotRequired["list[PaymentSettlementsItem]"],
    "reclaim": NotRequired[PaymentReclaim],
    "heldAt": NotRequired[str],
    "captureBefore": NotRequired[str],
    "released": NotRequired["Money"],
    "returned": NotRequired["Money"],
    "releasedAt": NotRequired[str],
    "voidedAt": NotRequired[str],
    "voidReason": NotRequired[Literal["canceled", "declined", "hold_expired", "acceptance_missed", "deadline_missed", "dispute_settled", "payment_not_completed", "all_deliveries_failed", "capture_failed"]],
    "receipt": NotRequired["Receipt"],
    "signedBy": NotRequired[PaymentSignedBy],
    "refundBefore": NotRequired[str],
    "refunded": NotRequired["Money"],
    "refundedAt": NotRequired[str],
    "refundRequest": NotRequired["PaymentRefundRequest"],
    "requirements": NotRequired["PaymentRequirements"],
})
ReceiptEvidence = TypedDict("ReceiptEvidence", {
    "messageIds": list[str],
    "artifactIds": list[str],
    "decisionId": NotRequired[str],
    "statement": NotRequired[str],
})
ReceiptSigner = TypedDict("ReceiptSigner", {
    "accountId": str,
    "address": str,
    "kind": NotRequired[Literal["person", "agent", "guest", "remote", "operator", "service", "system"]],
    "credentialId": NotRequired[str],
})
Receipt = TypedDict("Receipt", {
    "receiptId": str,
    "conversationId": str,
    "paymentId": str | None,
    "proposalId": NotRequired[str],
    "milestoneId": NotRequired[str],
    "condition": Literal["accepted", "replied", "converted"] | None,
    "evidence": ReceiptEvidence,
    "signer": ReceiptSigner,
    "price": str,
    "feeBps": NotRequired[int],
    "fee": NotRequired[str],
    "label": NotRequired[Literal["TEST"]],
    "signedAt": str,
    "auditHash": str,
    "jws": str,
})
CheckpointRulesItem = TypedDict("CheckpointRulesItem", {
    "id": Literal["R-FROM", "R-BLOCKED", "R-CONTENT", "R-OUTWARD", "R-PAY-LIMIT", "R-PAY-LIMIT-PAYEE", "R-PAY-QUORUM", "R-PAY-AGENT", "R-PAY-AGENT-DAY", "R-PAY-AGENT-PAYEE", "R-PAY-PAYEE", "R-PAY-TYPE", "R-PAY-FIRST", "R-FIRST-CONTACT", "R-PRIVILEGE", "R-RATE", "R-CANCEL-EARNED", "R-CANCEL-HELD", "R-GRANT", "R-PAY-PARTIES", "R-PRICE-RAISED", "R-PROPOSED", "R-PRICED", "R-STRANGER", "R-ACCEPT", "R-ACCEPT-LIMIT"],
    "outcome": Literal["allow", "needs_person", "deny"],
    "detail": str,
})
CheckpointAskedByTrust = TypedDict("CheckpointAskedByTrust", {
    "relation": Literal["self", "contact", "stranger", "service"],
    "contactType": NotRequired[Literal["friends_family", "coworkers", "clients", "promotions", "everyone"]],
    "claimedType": NotRequired[Literal["friends_family", "coworkers", "clients", "promotions", "everyone"]],
    "origin": NotRequired[str],
    "wallet": NotRequired[str],
    "firstContact": bool,
    "paid": "Money | None",
})
CheckpointAskedBy = TypedDict("CheckpointAskedBy", {
    "address": str,
    "name": str,
    "kind": Literal["person", "agent", "service", "team", "email"],
    "credentialId": NotRequired[str],
    "label": str,
    "trust": NotRequired["CheckpointAskedByTrust"],
})
CheckpointProposalPartsItem = TypedDict("CheckpointProposalPartsItem", {
    "text": NotRequired[str],
    "data": NotRequired[Any],
    "url": NotRequired[str],
    "raw": NotRequired[str],
    "mediaType": NotRequired[str],
    "filename": NotRequired[str],
})
CheckpointProposalArtifactsItem = TypedDict("CheckpointProposalArtifactsItem", {
    "artifactId": str,
    "name": str,
    "mimeType": str,
    "size": NotRequired[int],
    "sha256": NotRequired[str],
    "uri": NotRequired[str],
    "downloadUrl": NotRequired[str],
})
CheckpointProposalRecipientsItem = TypedDict("CheckpointProposalRecipientsItem", {
    "address": str,
    "displayName": str,
    "kind": Literal["person", "agent", "service", "team", "email"],
    "role": Literal["sender", "to", "cc", "bcc", "arbiter"],
})
CheckpointProposalMoney = TypedDict("CheckpointProposalMoney", {
    "moves": Literal["hold", "keep", "release", "return", "raise"],
    "amount": "Money",
    "from": NotRequired[str],
    "to": str,
    "label": NotRequired[Literal["TEST"]],
    "before": NotRequired["Money"],
    "after": NotRequired["Money"],
})
CheckpointProposalContactBefore1 = TypedDict("CheckpointProposalContactBefore1", {
    "contactType": Literal["friends_family", "coworkers", "clients", "promotions", "everyone"],
    "standing": Literal["usual", "blocked", "allowed"],
})
CheckpointProposalContactAfter = TypedDict("CheckpointProposalContactAfter", {
    "contactType": Literal["friends_family", "coworkers", "clients", "promotions", "everyone"],
    "standing": Literal["usual", "blocked", "allowed"],
})
CheckpointProposalContact = TypedDict("CheckpointProposalContact", {
    "address": str,
    "before": CheckpointProposalContactBefore1 | None,
    "after": CheckpointProposalContactAfter,
})
CheckpointProposal = TypedDict("CheckpointProposal", {
    "messageId": NotRequired[str],
    "mode": NotRequired[Literal["initial", "reply", "reply-all"]],
    "inReplyTo": NotRequired[str],
    "text": NotRequired[str],
    "parts": NotRequired[list[CheckpointProposalPartsItem]],
    "a2a": NotRequired[dict[str, Any]],
    "artifactIds": list[str],
    "artifacts": list[CheckpointProposalArtifactsItem],
    "recipients": list[CheckpointProposalRecipientsItem],
    "reason": NotRequired[str],
    "money": NotRequired["CheckpointProposalMoney"],
    "accepts": NotRequired[bool],
    "signs": NotRequired[bool],
    "sends": NotRequired[bool],
    "spends": NotRequired[bool],
    "asks": NotRequired[bool],
    "contact": NotRequired[CheckpointProposalContact],
})
CheckpointOutcomes = TypedDict("CheckpointOutcomes", {
    "approve": str,
    "decline": str,
    "silence": str,
})
CheckpointDecidersItem = TypedDict("CheckpointDecidersItem", {
    "address": str | None,
    "name": str,
    "as": Literal["owner", "member", "delegate", "stand_in"],
})
CheckpointAskedItem = TypedDict("CheckpointAskedItem", {
    "address": str | None,
    "name": str,
    "at": str,
})
CheckpointBecause = TypedDict("CheckpointBecause", {
    "code": "ErrorCode",
    "detail": str,
})
CheckpointDecisionsItem = TypedDict("CheckpointDecisionsItem", {
    "by": str,
    "decision": Literal["approve"],
    "at": str,
})
CheckpointDecisionActor = TypedDict("CheckpointDecisionActor", {
    "kind": Literal["person", "agent", "guest", "remote", "operator", "service", "system"],
    "label": str,
    "name": NotRequired[str],
    "credentialId": NotRequired[str],
})
CheckpointDecision = TypedDict("CheckpointDecision", {
    "outcome": Literal["approved", "declined", "expired", "superseded"],
    "effect": str,
    "actor": NotRequired[CheckpointDecisionActor],
    "at": NotRequired[str],
    "comment": NotRequired[str],
    "edited": NotRequired[bool],
})
CheckpointDecidedActor = TypedDict("CheckpointDecidedActor", {
    "kind": Literal["person", "agent", "guest", "remote", "operator", "service", "system"],
    "label": str,
    "name": NotRequired[str],
    "credentialId": NotRequired[str],
})
Checkpoint = TypedDict("Checkpoint", {
    "checkpointId": str,
    "kind": Literal["review", "acceptance", "input"],
    "act": Literal["submit", "outward", "reply", "artifact", "complete", "receipt", "ask", "cancel", "raise_price", "proposal", "refund", "dispute", "arbitration", "accept", "grant"],
    "title": str,
    "summary": str,
    "action": dict[str, Any],
    "actionDigest": str,
    "rules": list[CheckpointRulesItem],
    "askedBy": NotRequired["CheckpointAskedBy"],
    "reviewId": NotRequired[str],
    "proposal": "CheckpointProposal",
    "outcomes": CheckpointOutcomes,
    "forAccountId": str,
    "deciders": NotRequired[list[CheckpointDecidersItem]],
    "asked": NotRequired[list[CheckpointAskedItem]],
    "mayDecide": bool,
    "mayDecline": bool,
    "because": NotRequired["CheckpointBecause"],
    "approvalUrl": NotRequired[str],
    "allowed": list[Literal["approve", "decline"]],
    "needed": NotRequired[int],
    "decisions": NotRequired[list[CheckpointDecisionsItem]],
    "escalatedAt": NotRequired[str],
    "openedAt": str,
    "expiresAt": str,
    "status": Literal["open", "approved", "declined", "expired", "superseded"],
    "decision": NotRequired[CheckpointDecision],
    "decidedBy": NotRequired[str],
    "decidedActor": NotRequired[CheckpointDecidedActor],
    "decidedAt": NotRequired[str],
    "comment": NotRequired[str],
})
Money = TypedDict("Money", {
    "amount": str,
    "amountAtomic": str,
    "currency": Literal["USDC"],
    "decimals": Literal[6],
})
ConversationEvent1Data = TypedDict("ConversationEvent1Data", {
    "conversationId": str,
    "contextId": str,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "version": int,
    "lastEventId": int,
    "replayFrom": int | None,
    "reset": bool,
    "serverTime": str,
})
ConversationEvent1 = TypedDict("ConversationEvent1", {
    "id": NotRequired[str],
    "event": Literal["ready"],
    "data": ConversationEvent1Data,
})
ConversationEvent2Data = TypedDict("ConversationEvent2Data", {
    "eventId": str,
    "conversationId": str,
    "at": str,
    "version": int,
    "contextId": str,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "message": "Message",
})
ConversationEvent2 = TypedDict("ConversationEvent2", {
    "id": NotRequired[str],
    "event": Literal["message.appended"],
    "data": "ConversationEvent2Data",
})
ConversationEvent3DataActor = TypedDict("ConversationEvent3DataActor", {
    "accountId": NotRequired[str],
    "address": NotRequired[str],
    "kind": Literal["person", "agent", "guest", "remote", "operator", "service", "system"],
    "label": str,
    "name": NotRequired[str],
    "credentialId": NotRequired[str],
})
ConversationEvent3Data = TypedDict("ConversationEvent3Data", {
    "eventId": str,
    "conversationId": str,
    "at": str,
    "version": int,
    "from": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"] | None,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "reason": str | None,
    "actor": ConversationEvent3DataActor,
})
ConversationEvent3 = TypedDict("ConversationEvent3", {
    "id": NotRequired[str],
    "event": Literal["state.changed"],
    "data": ConversationEvent3Data,
})
ConversationEvent4DataActor = TypedDict("ConversationEvent4DataActor", {
    "accountId": NotRequired[str],
    "address": NotRequired[str],
    "kind": Literal["person", "agent", "guest", "remote", "operator", "service", "system"],
    "label": str,
    "name": NotRequired[str],
    "credentialId": NotRequired[str],
})
ConversationEvent4Data = TypedDict("ConversationEvent4Data", {
    "eventId": str,
    "conversationId": str,
    "at": str,
    "version": int,
    "previousStatus": Literal["none", "requires_payment", "held", "released", "voided", "refunded"],
    "payment": "Payment",
    "actor": ConversationEvent4DataActor,
})
ConversationEvent4 = TypedDict("ConversationEvent4", {
    "id": NotRequired[str],
    "event": Literal["payment.updated"],
    "data": "ConversationEvent4Data",
})
ConversationEvent5DataActor = TypedDict("ConversationEvent5DataActor", {
    "accountId": NotRequired[str],
    "address": NotRequired[str],
    "kind": Literal["person", "agent", "guest", "remote", "operator", "service", "system"],
    "label": str,
    "name": NotRequired[str],
    "credentialId": NotRequired[str],
})
ConversationEvent5Data = TypedDict("ConversationEvent5Data", {
    "eventId": str,
    "conversationId": str,
    "at": str,
    "version": int,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "proposalId": NotRequired[str],
    "status": NotRequired[Literal["open", "accepted", "declined", "withdrawn", "replaced", "expired"]],
    "dueAt": NotRequired[str],
    "actor": ConversationEvent5DataActor,
})
ConversationEvent5 = TypedDict("ConversationEvent5", {
    "id": NotRequired[str],
    "event": Literal["terms.changed"],
    "data": ConversationEvent5Data,
})
ConversationEvent6DataActor = TypedDict("ConversationEvent6DataActor", {
    "accountId": NotRequired[str],
    "address": NotRequired[str],
    "kind": Literal["person", "agent", "guest", "remote", "operator", "service", "system"],
    "label": str,
    "name": NotRequired[str],
    "credentialId": NotRequired[str],
})
ConversationEvent6Data = TypedDict("ConversationEvent6Data", {
    "eventId": str,
    "conversationId": str,
    "at": str,
    "version": int,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "disputeId": str,
    "status": Literal["open", "arbitration", "settled", "ruled", "withdrawn", "declined", "lapsed"],
    "actor": ConversationEvent6DataActor,
})
ConversationEvent6 = TypedDict("ConversationEvent6", {
    "id": NotRequired[str],
    "event": Literal["dispute.changed"],
    "data": ConversationEvent6Data,
})
ConversationEvent = ConversationEvent1 | ConversationEvent2 | ConversationEvent3 | ConversationEvent4 | ConversationEvent5 | ConversationEvent6
InboxEvent1Data = TypedDict("InboxEvent1Data", {
    "reset": bool,
    "serverTime": str,
})
InboxEvent1 = TypedDict("InboxEvent1", {
    "id": NotRequired[str],
    "event": Literal["ready"],
    "data": InboxEvent1Data,
})
InboxEvent2Data = TypedDict("InboxEvent2Data", {
    "conversationId": str,
    "at": str,
    "version": int,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "events": list[str],
})
InboxEvent2 = TypedDict("InboxEvent2", {
    "id": NotRequired[str],
    "event": Literal["conversation.changed"],
    "data": InboxEvent2Data,
})
InboxEvent3Data = TypedDict("InboxEvent3Data", {
    "conversationId": str,
    "at": str,
    "unread": bool,
    "archived": bool,
    "snoozedUntil": str | Literal["change"] | None,
    "labels": list[str],
})
InboxEvent3 = TypedDict("InboxEvent3", {
    "id": NotRequired[str],
    "event": Literal["flags.changed"],
    "data": InboxEvent3Data,
})
InboxEvent4Data = TypedDict("InboxEvent4Data", {
    "conversationId": str,
    "at": str,
})
InboxEvent4 = TypedDict("InboxEvent4", {
    "id": NotRequired[str],
    "event": Literal["draft.deleted"],
    "data": InboxEvent4Data,
})
InboxEvent5Data = TypedDict("InboxEvent5Data", {
    "conversationId": str,
    "memberId": str,
    "name": str,
    "until": str,
})
InboxEvent5 = TypedDict("InboxEvent5", {
    "id": NotRequired[str],
    "event": Literal["replying.changed"],
    "data": InboxEvent5Data,
})
InboxEvent6Data = TypedDict("InboxEvent6Data", {
    "address": str,
    "at": str,
    "gone": bool,
})
InboxEvent6 = TypedDict("InboxEvent6", {
    "id": NotRequired[str],
    "event": Literal["contact.changed"],
    "data": InboxEvent6Data,
})
InboxEvent7Data = TypedDict("InboxEvent7Data", {
    "transferId": str,
    "at": str,
})
InboxEvent7 = TypedDict("InboxEvent7", {
    "id": NotRequired[str],
    "event": Literal["payment.moved"],
    "data": InboxEvent7Data,
})
InboxEvent8Data = TypedDict("InboxEvent8Data", {
    "name": str,
    "at": str,
})
InboxEvent8 = TypedDict("InboxEvent8", {
    "id": NotRequired[str],
    "event": Literal["settings.changed"],
    "data": InboxEvent8Data,
})
InboxEvent = InboxEvent1 | InboxEvent2 | InboxEvent3 | InboxEvent4 | InboxEvent5 | InboxEvent6 | InboxEvent7 | InboxEvent8
ErrorCode = Literal["unauthenticated", "signature_invalid", "domain_refused", "session_expired", "sign_in_again", "signup_required", "sign_up_closed", "forbidden", "not_a_member", "insufficient_scope", "sender_cannot_sign", "not_addressed", "from_not_verified", "review_denied", "invalid_json", "invalid_input", "unknown_field", "invalid_view", "invalid_cursor", "invalid_price", "invalid_quote", "invalid_address", "invalid_local_part", "invalid_domain", "confirm_required", "unknown_hash", "idempotency_in_flight", "idempotency_mismatch", "unknown_operator_call", "request_timeout", "method_not_allowed", "not_acceptable", "gone", "payload_too_large", "unsupported_media_type", "forbidden_origin", "too_many_streams", "internal", "storage_full", "unavailable", "url_refused", "card_unreachable", "card_invalid", "limit_exceeded", "no_token", "session_not_found", "shown_once", "rate_limited", "offer_not_found", "offer_sold_out", "not_in_audience", "template_not_found", "rule_not_found", "conversation_not_found", "context_not_found", "state_expired", "artifact_not_found", "checkpoint_not_found", "proposal_not_found", "contact_not_found", "label_not_found", "skill_not_found", "no_such_account", "account_not_found", "credential_not_found", "domain_not_found", "credential_ended", "invite_not_found", "mail_not_found", "report_not_found", "not_found", "conversation_closed", "wrong_state", "not_a_draft", "is_draft", "not_cancelable", "condition_already_met", "condition_not_met", "hold_expired", "deadline_fixed", "deadline_missed", "quote_expired", "receipt_required", "no_open_checkpoint", "ambiguous_checkpoint", "not_your_checkpoint", "already_decided", "already_signed", "maker_cannot_decide", "person_required", "action_changed", "checkpoint_expired", "reserved", "taken", "already_has_address", "domain_ended", "already_participant", "quota_exceeded", "backup_failed", "precondition_failed", "not_payee", "insufficient_balance", "payment_required", "payment_invalid", "payment_pending", "no_payout_address", "proof_required", "price_changed", "not_negotiable", "proposal_ended", "not_disputable", "dispute_open", "dispute_ended", "split_ended", "ruling_required", "not_arbiter", "no_held_price", "not_refundable", "refund_expired", "refund_too_large", "export_not_found", "too_many_exports", "imported_read_only", "webhook_not_found", "task_push_not_found", "push_device_not_found"]
ProblemErrorsItem = TypedDict("ProblemErrorsItem", {
    "pointer": str,
    "code": str,
    "detail": str,
    "didYouMean": NotRequired[str],
})
Problem = TypedDict("Problem", {
    "type": str,
    "title": str,
    "status": int,
    "detail": str,
    "instance": NotRequired[str],
    "code": "ErrorCode",
    "error": NotRequired[str],
    "message": NotRequired[str],
    "fix": NotRequired[str],
    "docs": NotRequired[str],
    "requestId": str,
    "errors": NotRequired[list[ProblemErrorsItem]],
})
ListConversationsInput = TypedDict("ListConversationsInput", {
    "view": NotRequired[Literal["inbox", "sent", "drafts", "archive", "needs_you", "payments", "requests", "waiting", "snoozed", "imported", "mine", "unassigned"]],
    "section": NotRequired[Literal["money", "approvals", "replies"]],
    "contextId": NotRequired[str],
    "state": NotRequired[Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"]],
    "label": NotRequired[str],
    "q": NotRequired[str],
    "snippets": NotRequired[bool],
    "cursor": NotRequired[str],
    "limit": NotRequired[int],
    "fields": NotRequired[Literal["all", "summary"]],
    "waitSeconds": NotRequired[int],
    "since": NotRequired[str],
})
ListConversationsOutput = TypedDict("ListConversationsOutput", {
    "conversations": "list[Conversation]",
    "nextCursor": str | None,
    "hasMore": bool,
    "since": NotRequired[str],
})
CreateConversationInputPartsItem = TypedDict("CreateConversationInputPartsItem", {
    "text": NotRequired[str],
    "data": NotRequired[Any],
    "url": NotRequired[str],
    "raw": NotRequired[str],
    "mediaType": NotRequired[str],
    "filename": NotRequired[str],
})
CreateConversationInputArtifactsItem = TypedDict("CreateConversationInputArtifactsItem", {
    "name": str,
    "mimeType": str,
    "bytes": NotRequired[str],
    "uri": NotRequired[str],
    "description": NotRequired[str],
})
CreateConversationInputPrice3 = TypedDict("CreateConversationInputPrice3", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
CreateConversationInputMilestonesItemAmount3 = TypedDict("CreateConversationInputMilestonesItemAmount3", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
CreateConversationInputMilestonesItem = TypedDict("CreateConversationInputMilestonesItem", {
    "title": str,
    "amount": float | str | CreateConversationInputMilestonesItemAmount3,
    "release": NotRequired[Literal["accepted", "replied"]],
    "deliverBy": NotRequired[str],
    "deliverWithin": NotRequired[str],
})
CreateConversationInputReleaseAction2 = TypedDict("CreateConversationInputReleaseAction2", {
    "type": Literal["artifact", "url_visit", "text"],
    "mimeType": NotRequired[str],
    "url": NotRequired[str],
    "text": NotRequired[str],
})
CreateConversationInput = TypedDict("CreateConversationInput", {
    "title": NotRequired[str],
    "to": NotRequired[list[str] | str],
    "cc": NotRequired[list[str] | str],
    "bcc": NotRequired[list[str] | str],
    "parts": NotRequired[list[CreateConversationInputPartsItem]],
    "text": NotRequired[str],
    "artifacts": NotRequired[list[CreateConversationInputArtifactsItem]],
    "price": NotRequired[float | str | CreateConversationInputPrice3],
    "currency": NotRequired[Literal["TEST", "USDC"]],
    "release": NotRequired[Literal["accepted", "replied", "converted"]],
    "milestones": NotRequired[list[CreateConversationInputMilestonesItem]],
    "releaseAction": NotRequired[str | CreateConversationInputReleaseAction2],
    "acceptBy": NotRequired[str | None],
    "acceptWithin": NotRequired[str | None],
    "deliverBy": NotRequired[str | None],
    "deliverWithin": NotRequired[str | None],
    "arbiter": NotRequired[str | None],
    "fromAddress": NotRequired[str],
    "fromName": NotRequired[str],
    "firstUse": NotRequired[bool],
    "contactType": NotRequired[Literal["friends_family", "coworkers", "clients", "promotions", "everyone"]],
    "offerId": NotRequired[str | None],
    "input": NotRequired[Any],
    "quoteId": NotRequired[str],
    "contextId": NotRequired[str],
    "submit": NotRequired[bool],
})
CreateConversationOutputWarningsItem = TypedDict("CreateConversationOutputWarningsItem", {
    "code": Literal["no_such_account", "requester_not_reached"],
    "address": str,
})
CreateConversationOutput = TypedDict("CreateConversationOutput", {
    "waiting": NotRequired[str],
    "rule": NotRequired[str],
    "reason": NotRequired[str],
    "checkpointId": NotRequired[str],
    "approvalUrl": NotRequired[str],
    "conversationId": str,
    "contextId": str,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "conversation": "Conversation",
    "warnings": NotRequired[list[CreateConversationOutputWarningsItem]],
})
UpdateConversationsInput = TypedDict("UpdateConversationsInput", {
    "conversationIds": list[str],
    "unread": NotRequired[bool],
    "archived": NotRequired[bool],
    "snoozeUntil": NotRequired[str | None],
    "addLabels": NotRequired[list[str]],
    "removeLabels": NotRequired[list[str]],
})
UpdateConversationsOutputOutcomesItem = TypedDict("UpdateConversationsOutputOutcomesItem", {
    "conversationId": str,
    "outcome": Literal["changed", "unchanged", "not_found"],
})
UpdateConversationsOutput = TypedDict("UpdateConversationsOutput", {
    "outcomes": list[UpdateConversationsOutputOutcomesItem],
})
ListLabelsOutputLabelsItem = TypedDict("ListLabelsOutputLabelsItem", {
    "name": str,
})
ListLabelsOutput = TypedDict("ListLabelsOutput", {
    "labels": list[ListLabelsOutputLabelsItem],
})
RenameLabelInput = TypedDict("RenameLabelInput", {
    "label": str,
    "name": str,
})
RenameLabelOutput = TypedDict("RenameLabelOutput", {
    "name": str,
})
DeleteLabelInput = TypedDict("DeleteLabelInput", {
    "label": str,
})
DeleteLabelOutput = TypedDict("DeleteLabelOutput", {
    "label": str,
    "deleted": Literal[True],
})
GetDigestInput = TypedDict("GetDigestInput", {
    "waitSeconds": NotRequired[int],
    "since": NotRequired[str],
})
GetDigestOutputCounts = TypedDict("GetDigestOutputCounts", {
    "you": int,
    "person": int,
    "them": int,
    "unread": int,
    "drafts": int,
})
GetDigestOutputWaitingItem = TypedDict("GetDigestOutputWaitingItem", {
    "conversationId": str,
    "who": Literal["you", "person", "them"],
    "title": str,
    "from": str,
    "text": str,
    "by": NotRequired[str],
    "price": NotRequired[str],
    "label": NotRequired[Literal["TEST"]],
})
GetDigestOutputMoneyUsdc = TypedDict("GetDigestOutputMoneyUsdc", {
    "held": str,
    "incoming": str,
})
GetDigestOutputMoney = TypedDict("GetDigestOutputMoney", {
    "available": str,
    "held": str,
    "incoming": str,
    "currency": Literal["USDC"],
    "label": Literal["TEST"],
    "usdc": NotRequired[GetDigestOutputMoneyUsdc],
})
GetDigestOutput = TypedDict("GetDigestOutput", {
    "counts": GetDigestOutputCounts,
    "isPartial": NotRequired[Literal[True]],
    "waiting": list[GetDigestOutputWaitingItem],
    "money": NotRequired[GetDigestOutputMoney],
    "labels": NotRequired[list[str]],
    "since": NotRequired[str],
})
ListChangesInput = TypedDict("ListChangesInput", {
    "since": NotRequired[str],
    "limit": NotRequired[int],
})
ListChangesOutputConversations = TypedDict("ListChangesOutputConversations", {
    "created": list[str],
    "changed": list[str],
    "gone": list[str],
})
ListChangesOutputContacts = TypedDict("ListChangesOutputContacts", {
    "created": list[str],
    "changed": list[str],
    "gone": list[str],
})
ListChangesOutputPayments = TypedDict("ListChangesOutputPayments", {
    "created": list[str],
    "changed": list[str],
    "gone": list[str],
})
ListChangesOutputSettings = TypedDict("ListChangesOutputSettings", {
    "created": list[str],
    "changed": list[str],
    "gone": list[str],
})
ListChangesOutput = TypedDict("ListChangesOutput", {
    "state": str,
    "hasMore": bool,
    "conversations": ListChangesOutputConversations,
    "contacts": ListChangesOutputContacts,
    "payments": ListChangesOutputPayments,
    "settings": ListChangesOutputSettings,
})
OpenWelcomeInput = TypedDict("OpenWelcomeInput", {
    "name": NotRequired[str],
})
OpenWelcomeOutput = TypedDict("OpenWelcomeOutput", {
    "conversationId": str,
    "contextId": str,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "created": bool,
    "conversation": "Conversation",
})
SuggestRecipientsInput = TypedDict("SuggestRecipientsInput", {
    "q": str,
})
SuggestRecipientsOutputRecipientsItem = TypedDict("SuggestRecipientsOutputRecipientsItem", {
    "address": str,
    "name": NotRequired[str],
    "from": Literal["contacts", "directory"],
})
SuggestRecipientsOutput = TypedDict("SuggestRecipientsOutput", {
    "recipients": list[SuggestRecipientsOutputRecipientsItem],
})
PreviewConversationInputPartsItem = TypedDict("PreviewConversationInputPartsItem", {
    "text": NotRequired[str],
    "data": NotRequired[Any],
    "url": NotRequired[str],
    "raw": NotRequired[str],
    "mediaType": NotRequired[str],
    "filename": NotRequired[str],
})
PreviewConversationInputArtifactsItem = TypedDict("PreviewConversationInputArtifactsItem", {
    "name": str,
    "mimeType": str,
    "bytes": NotRequired[str],
    "uri": NotRequired[str],
    "description": NotRequired[str],
})
PreviewConversationInputPrice3 = TypedDict("PreviewConversationInputPrice3", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
PreviewConversationInputMilestonesItemAmount3 = TypedDict("PreviewConversationInputMilestonesItemAmount3", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
PreviewConversationInputMilestonesItem = TypedDict("PreviewConversationInputMilestonesItem", {
    "title": str,
    "amount": float | str | PreviewConversationInputMilestonesItemAmount3,
    "release": NotRequired[Literal["accepted", "replied"]],
    "deliverBy": NotRequired[str],
    "deliverWithin": NotRequired[str],
})
PreviewConversationInputReleaseAction2 = TypedDict("PreviewConversationInputReleaseAction2", {
    "type": Literal["artifact", "url_visit", "text"],
    "mimeType": NotRequired[str],
    "url": NotRequired[str],
    "text": NotRequired[str],
})
PreviewConversationInput = TypedDict("PreviewConversationInput", {
    "conversationId": NotRequired[str],
    "title": NotRequired[str],
    "to": NotRequired[list[str] | str],
    "cc": NotRequired[list[str] | str],
    "bcc": NotRequired[list[str] | str],
    "parts": NotRequired[list[PreviewConversationInputPartsItem]],
    "text": NotRequired[str],
    "artifacts": NotRequired[list[PreviewConversationInputArtifactsItem]],
    "price": NotRequired[float | str | PreviewConversationInputPrice3],
    "currency": NotRequired[Literal["TEST", "USDC"]],
    "release": NotRequired[Literal["accepted", "replied", "converted"]],
    "milestones": NotRequired[list[PreviewConversationInputMilestonesItem]],
    "releaseAction": NotRequired[str | PreviewConversationInputReleaseAction2],
    "acceptBy": NotRequired[str | None],
    "acceptWithin": NotRequired[str | None],
    "deliverBy": NotRequired[str | None],
    "deliverWithin": NotRequired[str | None],
    "arbiter": NotRequired[str | None],
    "fromAddress": NotRequired[str],
    "fromName": NotRequired[str],
    "firstUse": NotRequired[bool],
    "contactType": NotRequired[Literal["friends_family", "coworkers", "clients", "promotions", "everyone"]],
    "offerId": NotRequired[str | None],
    "input": NotRequired[Any],
    "quoteId": NotRequired[str],
})
PreviewConversationOutputRecipientsItemAgent = TypedDict("PreviewConversationOutputRecipientsItemAgent", {
    "name": str,
    "description": str,
    "card": str,
    "signature": Literal["valid", "invalid", "absent", "unverifiable"],
    "mayCharge": bool,
    "unpayable": NotRequired[str],
})
PreviewConversationOutputRecipientsItem = TypedDict("PreviewConversationOutputRecipientsItem", {
    "address": str,
    "displayName": NotRequired[str],
    "kind": Literal["person", "agent", "service", "team", "email"],
    "role": Literal["to", "cc", "bcc"],
    "how": Literal["account", "service", "remote", "invite", "nobody_here", "closed"],
    "agent": NotRequired[PreviewConversationOutputRecipientsItemAgent],
    "asks": NotRequired["Money"],
})
PreviewConversationOutputMoney = TypedDict("PreviewConversationOutputMoney", {
    "held": "Money",
    "payee": NotRequired[str],
    "asked": NotRequired["Money"],
    "rail": NotRequired[Literal["x402"]],
    "balance": NotRequired["Money"],
    "missing": NotRequired["Money"],
    "release": Literal["accepted", "replied", "converted"],
    "condition": str,
    "arbiter": NotRequired[str],
    "returnsAfterDays": float,
})
PreviewConversationOutputAsksItem = TypedDict("PreviewConversationOutputAsksItem", {
    "id": Literal["R-FROM", "R-BLOCKED", "R-CONTENT", "R-OUTWARD", "R-PAY-LIMIT", "R-PAY-LIMIT-PAYEE", "R-PAY-QUORUM", "R-PAY-AGENT", "R-PAY-AGENT-DAY", "R-PAY-AGENT-PAYEE", "R-PAY-PAYEE", "R-PAY-TYPE", "R-PAY-FIRST", "R-FIRST-CONTACT", "R-PRIVILEGE", "R-RATE", "R-CANCEL-EARNED", "R-CANCEL-HELD", "R-GRANT", "R-PAY-PARTIES", "R-PRICE-RAISED", "R-PROPOSED", "R-PRICED", "R-STRANGER", "R-ACCEPT", "R-ACCEPT-LIMIT"],
    "outcome": Literal["allow", "needs_person", "deny"],
    "detail": str,
})
PreviewConversationOutputProblemsItem = TypedDict("PreviewConversationOutputProblemsItem", {
    "code": str,
    "detail": str,
    "pointer": NotRequired[str],
})
PreviewConversationOutput = TypedDict("PreviewConversationOutput", {
    "outcome": Literal["sends", "asks_person", "waits_for_payment", "refused"],
    "recipients": "list[PreviewConversationOutputRecipientsItem]",
    "money": NotRequired["PreviewConversationOutputMoney"],
    "asks": list[PreviewConversationOutputAsksItem],
    "problems": list[PreviewConversationOutputProblemsItem],
    "sentences": list[str],
})
CountConversationsOutputInbox = TypedDict("CountConversationsOutputInbox", {
    "total": int,
    "unread": int,
})
CountConversationsOutputSent = TypedDict("CountConversationsOutputSent", {
    "total": int,
})
CountConversationsOutputDrafts = TypedDict("CountConversationsOutputDrafts", {
    "total": int,
})
CountConversationsOutputArchive = TypedDict("CountConversationsOutputArchive", {
    "total": int,
})
CountConversationsOutputNeedsYou = TypedDict("CountConversationsOutputNeedsYou", {
    "total": int,
    "money": int,
    "approvals": int,
    "replies": int,
})
CountConversationsOutputPayments = TypedDict("CountConversationsOutputPayments", {
    "total": int,
})
CountConversationsOutputRequests = TypedDict("CountConversationsOutputRequests", {
    "total": int,
})
CountConversationsOutputWaiting = TypedDict("CountConversationsOutputWaiting", {
    "total": int,
})
CountConversationsOutputSnoozed = TypedDict("CountConversationsOutputSnoozed", {
    "total": int,
})
CountConversationsOutput = TypedDict("CountConversationsOutput", {
    "inbox": CountConversationsOutputInbox,
    "sent": CountConversationsOutputSent,
    "drafts": CountConversationsOutputDrafts,
    "archive": CountConversationsOutputArchive,
    "needs_you": CountConversationsOutputNeedsYou,
    "payments": CountConversationsOutputPayments,
    "requests": CountConversationsOutputRequests,
    "waiting": CountConversationsOutputWaiting,
    "snoozed": CountConversationsOutputSnoozed,
    "updatedAt": str | None,
})
GetConversationInput = TypedDict("GetConversationInput", {
    "conversationId": str,
    "includeAudit": NotRequired[bool],
    "before": NotRequired[str],
    "messageId": NotRequired[str],
    "limit": NotRequired[int],
    "waitSeconds": NotRequired[int],
    "since": NotRequired[str],
})
GetConversationOutputAuditRecordsItemCommit = TypedDict("GetConversationOutputAuditRecordsItemCommit", {
    "entries": int,
    "head": str,
    "inner": str,
})
GetConversationOutputAuditRecordsItem = TypedDict("GetConversationOutputAuditRecordsItem", {
    "seq": int,
    "hash": str,
    "prevHash": str,
    "bodyHash": str,
    "commit": NotRequired[GetConversationOutputAuditRecordsItemCommit],
    "type": str,
})
GetConversationOutputAuditActorsItem = TypedDict("GetConversationOutputAuditActorsItem", {
    "seq": int,
    "kind": Literal["person", "agent", "guest", "remote", "operator", "service", "system"],
    "label": str,
    "name": NotRequired[str],
    "credentialId": NotRequired[str],
    "salt": NotRequired[str],
})
GetConversationOutputAuditHead = TypedDict("GetConversationOutputAuditHead", {
    "hash": str,
    "seq": int,
})
GetConversationOutputAudit = TypedDict("GetConversationOutputAudit", {
    "records": list[GetConversationOutputAuditRecordsItem],
    "actors": list[GetConversationOutputAuditActorsItem],
    "head": GetConversationOutputAuditHead,
})
GetConversationOutput = TypedDict("GetConversationOutput", {
    "conversationId": str,
    "contextId": str,
    "conversation": "Conversation",
    "messages": "list[Message]",
    "messagesOmitted": int,
    "before": NotRequired[str],
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "audit": NotRequired[GetConversationOutputAudit],
    "since": NotRequired[str],
})
UpdateConversationInputPartsItem = TypedDict("UpdateConversationInputPartsItem", {
    "text": NotRequired[str],
    "data": NotRequired[Any],
    "url": NotRequired[str],
    "raw": NotRequired[str],
    "mediaType": NotRequired[str],
    "filename": NotRequired[str],
})
UpdateConversationInputArtifactsItem = TypedDict("UpdateConversationInputArtifactsItem", {
    "name": str,
    "mimeType": str,
    "bytes": NotRequired[str],
    "uri": NotRequired[str],
    "description": NotRequired[str],
})
UpdateConversationInputPrice3 = TypedDict("UpdateConversationInputPrice3", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
UpdateConversationInputMilestonesItemAmount3 = TypedDict("UpdateConversationInputMilestonesItemAmount3", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
UpdateConversationInputMilestonesItem = TypedDict("UpdateConversationInputMilestonesItem", {
    "title": str,
    "amount": float | str | UpdateConversationInputMilestonesItemAmount3,
    "release": NotRequired[Literal["accepted", "replied"]],
    "deliverBy": NotRequired[str],
    "deliverWithin": NotRequired[str],
})
UpdateConversationInputReleaseAction2 = TypedDict("UpdateConversationInputReleaseAction2", {
    "type": Literal["artifact", "url_visit", "text"],
    "mimeType": NotRequired[str],
    "url": NotRequired[str],
    "text": NotRequired[str],
})
UpdateConversationInput = TypedDict("UpdateConversationInput", {
    "conversationId": str,
    "unread": NotRequired[bool],
    "archived": NotRequired[bool],
    "snoozeUntil": NotRequired[str | None],
    "addLabels": NotRequired[list[str]],
    "removeLabels": NotRequired[list[str]],
    "assignee": NotRequired[str | None],
    "version": NotRequired[int],
    "title": NotRequired[str],
    "to": NotRequired[list[str] | str],
    "cc": NotRequired[list[str] | str],
    "bcc": NotRequired[list[str] | str],
    "parts": NotRequired[list[UpdateConversationInputPartsItem]],
    "text": NotRequired[str],
    "artifacts": NotRequired[list[UpdateConversationInputArtifactsItem]],
    "price": NotRequired[float | str | UpdateConversationInputPrice3],
    "currency": NotRequired[Literal["TEST", "USDC"]],
    "release": NotRequired[Literal["accepted", "replied", "converted"]],
    "milestones": NotRequired[list[UpdateConversationInputMilestonesItem]],
    "releaseAction": NotRequired[str | UpdateConversationInputReleaseAction2],
    "acceptBy": NotRequired[str | None],
    "acceptWithin": NotRequired[str | None],
    "deliverBy": NotRequired[str | None],
    "deliverWithin": NotRequired[str | None],
    "arbiter": NotRequired[str | None],
    "fromAddress": NotRequired[str],
    "fromName": NotRequired[str],
    "firstUse": NotRequired[bool],
    "contactType": NotRequired[Literal["friends_family", "coworkers", "clients", "promotions", "everyone"]],
    "offerId": NotRequired[str | None],
    "input": NotRequired[Any],
    "quoteId": NotRequired[str],
})
UpdateConversationOutput = TypedDict("UpdateConversationOutput", {
    "conversationId": str,
    "unread": bool,
    "archived": bool,
    "snoozedUntil": str | Literal["change"] | None,
    "labels": list[str],
    "conversation": "Conversation",
})
DeleteDraftInput = TypedDict("DeleteDraftInput", {
    "conversationId": str,
})
DeleteDraftOutput = TypedDict("DeleteDraftOutput", {
    "conversationId": str,
    "deleted": Literal[True],
})
NoteReplyingInput = TypedDict("NoteReplyingInput", {
    "conversationId": str,
    "replying": NotRequired[bool],
})
NoteReplyingOutput = TypedDict("NoteReplyingOutput", {
    "until": str,
})
SendMessageInputPartsItem = TypedDict("SendMessageInputPartsItem", {
    "text": NotRequired[str],
    "data": NotRequired[Any],
    "url": NotRequired[str],
    "raw": NotRequired[str],
    "mediaType": NotRequired[str],
    "filename": NotRequired[str],
})
SendMessageInput = TypedDict("SendMessageInput", {
    "conversationId": str,
    "text": NotRequired[str],
    "parts": NotRequired[list[SendMessageInputPartsItem]],
    "mode": NotRequired[Literal["reply", "reply-all"]],
    "artifactIds": NotRequired[list[str]],
    "needsInput": NotRequired[bool],
    "accept": NotRequired[bool],
    "note": NotRequired[bool],
    "inReplyTo": NotRequired[str],
})
SendMessageOutputWarningsItem = TypedDict("SendMessageOutputWarningsItem", {
    "code": Literal["no_such_account", "requester_not_reached"],
    "address": str,
})
SendMessageOutput = TypedDict("SendMessageOutput", {
    "waiting": NotRequired[str],
    "rule": NotRequired[str],
    "reason": NotRequired[str],
    "checkpointId": NotRequired[str],
    "approvalUrl": NotRequired[str],
    "messageId": str,
    "readers": NotRequired[list[str]],
    "warnings": NotRequired[list[SendMessageOutputWarningsItem]],
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "conversation": "Conversation",
})
SubmitDraftInput = TypedDict("SubmitDraftInput", {
    "conversationId": str,
})
SubmitDraftOutputWarningsItem = TypedDict("SubmitDraftOutputWarningsItem", {
    "code": Literal["no_such_account", "requester_not_reached"],
    "address": str,
})
SubmitDraftOutput = TypedDict("SubmitDraftOutput", {
    "waiting": NotRequired[str],
    "rule": NotRequired[str],
    "reason": NotRequired[str],
    "checkpointId": NotRequired[str],
    "approvalUrl": NotRequired[str],
    "conversationId": str,
    "contextId": str,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "conversation": "Conversation",
    "warnings": NotRequired[list[SubmitDraftOutputWarningsItem]],
})
ScheduleDraftInput = TypedDict("ScheduleDraftInput", {
    "conversationId": str,
    "sendAt": NotRequired[str | None],
    "inSeconds": NotRequired[int],
})
ScheduleDraftOutput = TypedDict("ScheduleDraftOutput", {
    "conversationId": str,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "conversation": "Conversation",
})
CancelConversationInput = TypedDict("CancelConversationInput", {
    "conversationId": str,
    "reason": str,
})
CancelConversationOutputReviewRulesItem = TypedDict("CancelConversationOutputReviewRulesItem", {
    "id": Literal["R-FROM", "R-BLOCKED", "R-CONTENT", "R-OUTWARD", "R-PAY-LIMIT", "R-PAY-LIMIT-PAYEE", "R-PAY-QUORUM", "R-PAY-AGENT", "R-PAY-AGENT-DAY", "R-PAY-AGENT-PAYEE", "R-PAY-PAYEE", "R-PAY-TYPE", "R-PAY-FIRST", "R-FIRST-CONTACT", "R-PRIVILEGE", "R-RATE", "R-CANCEL-EARNED", "R-CANCEL-HELD", "R-GRANT", "R-PAY-PARTIES", "R-PRICE-RAISED", "R-PROPOSED", "R-PRICED", "R-STRANGER", "R-ACCEPT", "R-ACCEPT-LIMIT"],
    "outcome": Literal["allow", "needs_person", "deny"],
    "detail": str,
})
CancelConversationOutputReview = TypedDict("CancelConversationOutputReview", {
    "reviewId": str,
    "outcome": Literal["allow", "needs_person", "deny"],
    "rules": list[CancelConversationOutputReviewRulesItem],
})
CancelConversationOutput = TypedDict("CancelConversationOutput", {
    "waiting": NotRequired[str],
    "rule": NotRequired[str],
    "reason": NotRequired[str],
    "checkpointId": NotRequired[str],
    "approvalUrl": NotRequired[str],
    "conversationId": str,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "review": CancelConversationOutputReview,
    "payment": "Payment",
    "conversation": "Conversation",
})
SignReceiptInput = TypedDict("SignReceiptInput", {
    "conversationId": str,
    "confirm": Literal[True],
    "milestoneId": NotRequired[str],
    "statement": NotRequired[str],
})
SignReceiptOutput = TypedDict("SignReceiptOutput", {
    "waiting": NotRequired[str],
    "rule": NotRequired[str],
    "reason": NotRequired[str],
    "checkpointId": NotRequired[str],
    "approvalUrl": NotRequired[str],
    "conversationId": str,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "receipt": NotRequired["Receipt"],
    "payment": "Payment",
    "conversation": "Conversation",
})
CompleteConversationInput = TypedDict("CompleteConversationInput", {
    "conversationId": str,
})
CompleteConversationOutput = TypedDict("CompleteConversationOutput", {
    "waiting": NotRequired[str],
    "rule": NotRequired[str],
    "reason": NotRequired[str],
    "checkpointId": NotRequired[str],
    "approvalUrl": NotRequired[str],
    "conversationId": str,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "conversation": "Conversation",
})
RequestReviewInput = TypedDict("RequestReviewInput", {
    "conversationId": str,
})
RequestReviewOutputRulesItem = TypedDict("RequestReviewOutputRulesItem", {
    "id": Literal["R-FROM", "R-BLOCKED", "R-CONTENT", "R-OUTWARD", "R-PAY-LIMIT", "R-PAY-LIMIT-PAYEE", "R-PAY-QUORUM", "R-PAY-AGENT", "R-PAY-AGENT-DAY", "R-PAY-AGENT-PAYEE", "R-PAY-PAYEE", "R-PAY-TYPE", "R-PAY-FIRST", "R-FIRST-CONTACT", "R-PRIVILEGE", "R-RATE", "R-CANCEL-EARNED", "R-CANCEL-HELD", "R-GRANT", "R-PAY-PARTIES", "R-PRICE-RAISED", "R-PROPOSED", "R-PRICED", "R-STRANGER", "R-ACCEPT", "R-ACCEPT-LIMIT"],
    "outcome": Literal["allow", "needs_person", "deny"],
    "detail": str,
})
RequestReviewOutputProblemsItem = TypedDict("RequestReviewOutputProblemsItem", {
    "code": str,
    "detail": str,
    "pointer": NotRequired[str],
})
RequestReviewOutputPreviewRecipientsItemAgent = TypedDict("RequestReviewOutputPreviewRecipientsItemAgent", {
    "name": str,
    "description": str,
    "card": str,
    "signature": Literal["valid", "invalid", "absent", "unverifiable"],
    "mayCharge": bool,
    "unpayable": NotRequired[str],
})
RequestReviewOutputPreviewRecipientsItem = TypedDict("RequestReviewOutputPreviewRecipientsItem", {
    "address": str,
    "displayName": NotRequired[str],
    "kind": Literal["person", "agent", "service", "team", "email"],
    "role": Literal["to", "cc", "bcc"],
    "how": Literal["account", "service", "remote", "invite", "nobody_here", "closed"],
    "agent": NotRequired[RequestReviewOutputPreviewRecipientsItemAgent],
    "asks": NotRequired["Money"],
})
RequestReviewOutputPreviewMoney = TypedDict("RequestReviewOutputPreviewMoney", {
    "held": "Money",
    "payee": NotRequired[str],
    "asked": NotRequired["Money"],
    "rail": NotRequired[Literal["x402"]],
    "balance": NotRequired["Money"],
    "missing": NotRequired["Money"],
    "release": Literal["accepted", "replied", "converted"],
    "condition": str,
    "arbiter": NotRequired[str],
    "returnsAfterDays": float,
})
RequestReviewOutputPreviewAsksItem = TypedDict("RequestReviewOutputPreviewAsksItem", {
    "id": Literal["R-FROM", "R-BLOCKED", "R-CONTENT", "R-OUTWARD", "R-PAY-LIMIT", "R-PAY-LIMIT-PAYEE", "R-PAY-QUORUM", "R-PAY-AGENT", "R-PAY-AGENT-DAY", "R-PAY-AGENT-PAYEE", "R-PAY-PAYEE", "R-PAY-TYPE", "R-PAY-FIRST", "R-FIRST-CONTACT", "R-PRIVILEGE", "R-RATE", "R-CANCEL-EARNED", "R-CANCEL-HELD", "R-GRANT", "R-PAY-PARTIES", "R-PRICE-RAISED", "R-PROPOSED", "R-PRICED", "R-STRANGER", "R-ACCEPT", "R-ACCEPT-LIMIT"],
    "outcome": Literal["allow", "needs_person", "deny"],
    "detail": str,
})
RequestReviewOutputPreviewProblemsItem = TypedDict("RequestReviewOutputPreviewProblemsItem", {
    "code": str,
    "detail": str,
    "pointer": NotRequired[str],
})
RequestReviewOutputPreview = TypedDict("RequestReviewOutputPreview", {
    "outcome": Literal["sends", "asks_person", "waits_for_payment", "refused"],
    "recipients": "list[RequestReviewOutputPreviewRecipientsItem]",
    "money": NotRequired["RequestReviewOutputPreviewMoney"],
    "asks": list[RequestReviewOutputPreviewAsksItem],
    "problems": list[RequestReviewOutputPreviewProblemsItem],
    "sentences": list[str],
})
RequestReviewOutput = TypedDict("RequestReviewOutput", {
    "reviewId": str,
    "conversationId": str,
    "outcome": Literal["allow", "needs_person", "deny"],
    "rules": list[RequestReviewOutputRulesItem],
    "checkpoint": NotRequired["Checkpoint"],
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "actionDigest": str,
    "validUntil": str,
    "problems": NotRequired[list[RequestReviewOutputProblemsItem]],
    "preview": NotRequired["RequestReviewOutputPreview"],
})
RecordHilDecisionInputEditedPrice3 = TypedDict("RecordHilDecisionInputEditedPrice3", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
RecordHilDecisionInputEdited = TypedDict("RecordHilDecisionInputEdited", {
    "text": NotRequired[str],
    "title": NotRequired[str],
    "price": NotRequired[float | str | RecordHilDecisionInputEditedPrice3],
})
RecordHilDecisionInput = TypedDict("RecordHilDecisionInput", {
    "conversationId": str,
    "checkpointId": NotRequired[str],
    "decision": Literal["approve", "decline"],
    "contact": NotRequired[Literal["trusted", "blocked"]],
    "edited": NotRequired[RecordHilDecisionInputEdited],
    "comment": NotRequired[str],
})
RecordHilDecisionOutput = TypedDict("RecordHilDecisionOutput", {
    "conversationId": str,
    "checkpointId": str,
    "decision": Literal["approve", "decline"],
    "recorded": Literal[True],
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "conversation": "Conversation",
})
AddArtifactInput = TypedDict("AddArtifactInput", {
    "conversationId": str,
    "name": str,
    "mimeType": str,
    "bytes": NotRequired[str],
    "uri": NotRequired[str],
    "description": NotRequired[str],
})
AddArtifactOutput = TypedDict("AddArtifactOutput", {
    "waiting": NotRequired[str],
    "rule": NotRequired[str],
    "reason": NotRequired[str],
    "checkpointId": NotRequired[str],
    "approvalUrl": NotRequired[str],
    "artifactId": str,
    "artifact": "Artifact",
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "conversation": "Conversation",
})
GetArtifactInput = TypedDict("GetArtifactInput", {
    "conversationId": str,
    "artifactId": str,
})
RemoveArtifactInput = TypedDict("RemoveArtifactInput", {
    "conversationId": str,
    "artifactId": str,
})
RemoveArtifactOutput = TypedDict("RemoveArtifactOutput", {
    "conversationId": str,
    "artifactId": str,
    "removed": Literal[True],
    "conversation": "Conversation",
})
FundConversationInputPrice3 = TypedDict("FundConversationInputPrice3", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
FundConversationInput = TypedDict("FundConversationInput", {
    "conversationId": str,
    "price": NotRequired[float | str | FundConversationInputPrice3],
    "payment": NotRequired[dict[str, Any]],
})
FundConversationOutput = TypedDict("FundConversationOutput", {
    "conversationId": str,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "payment": "Payment",
    "conversation": "Conversation",
})
ExtendDeadlineInput = TypedDict("ExtendDeadlineInput", {
    "conversationId": str,
    "dueAt": str,
})
ExtendDeadlineOutput = TypedDict("ExtendDeadlineOutput", {
    "conversationId": str,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "payment": "Payment",
    "conversation": "Conversation",
})
ProposeTermsInputPrice3 = TypedDict("ProposeTermsInputPrice3", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
ProposeTermsInput = TypedDict("ProposeTermsInput", {
    "conversationId": str,
    "price": NotRequired[float | str | ProposeTermsInputPrice3],
    "release": NotRequired[Literal["accepted", "replied"]],
    "note": NotRequired[str],
    "validUntil": str,
    "dueAt": NotRequired[str],
    "arbiter": NotRequired[str | None],
})
ProposeTermsOutputProposal = TypedDict("ProposeTermsOutputProposal", {
    "proposalId": str,
    "by": str,
    "price": "Money",
    "release": Literal["accepted", "replied", "converted"],
    "note": NotRequired[str],
    "at": str,
    "validUntil": str,
    "dueAt": NotRequired[str],
    "arbiter": NotRequired[str | None],
    "status": Literal["open", "accepted", "declined", "withdrawn", "replaced", "expired"],
    "reason": NotRequired[str],
    "previous": str | None,
    "jws": str,
})
ProposeTermsOutput = TypedDict("ProposeTermsOutput", {
    "conversationId": str,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "payment": "Payment",
    "conversation": "Conversation",
    "proposal": "ProposeTermsOutputProposal",
})
AcceptProposalInput = TypedDict("AcceptProposalInput", {
    "conversationId": str,
    "proposalId": str,
})
AcceptProposalOutput = TypedDict("AcceptProposalOutput", {
    "conversationId": str,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "payment": "Payment",
    "conversation": "Conversation",
})
WithdrawProposalInput = TypedDict("WithdrawProposalInput", {
    "conversationId": str,
    "proposalId": str,
})
WithdrawProposalOutput = TypedDict("WithdrawProposalOutput", {
    "conversationId": str,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "payment": "Payment",
    "conversation": "Conversation",
})
GetDisputeEvidenceInput = TypedDict("GetDisputeEvidenceInput", {
    "conversationId": str,
})
RaisePriceInputPrice3 = TypedDict("RaisePriceInputPrice3", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
RaisePriceInput = TypedDict("RaisePriceInput", {
    "conversationId": str,
    "price": float | str | RaisePriceInputPrice3,
    "reason": NotRequired[str],
})
RaisePriceOutput = TypedDict("RaisePriceOutput", {
    "conversationId": str,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "payment": "Payment",
    "conversation": "Conversation",
})
RefundPaymentInputAmount3 = TypedDict("RefundPaymentInputAmount3", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
RefundPaymentInput = TypedDict("RefundPaymentInput", {
    "conversationId": str,
    "amount": NotRequired[float | str | RefundPaymentInputAmount3],
    "payment": NotRequired[dict[str, Any]],
})
RefundPaymentOutput = TypedDict("RefundPaymentOutput", {
    "conversationId": str,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "payment": "Payment",
    "conversation": "Conversation",
})
RequestRefundInputAmount3 = TypedDict("RequestRefundInputAmount3", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
RequestRefundInput = TypedDict("RequestRefundInput", {
    "conversationId": str,
    "amount": NotRequired[float | str | RequestRefundInputAmount3],
    "reason": NotRequired[str],
})
RequestRefundOutput = TypedDict("RequestRefundOutput", {
    "conversationId": str,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "payment": "Payment",
    "conversation": "Conversation",
})
OpenDisputeInputReturn3 = TypedDict("OpenDisputeInputReturn3", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
OpenDisputeInput = TypedDict("OpenDisputeInput", {
    "conversationId": str,
    "reason": Literal["not_delivered", "not_as_agreed", "late", "unauthorised", "other"],
    "text": str,
    "evidence": NotRequired[list[str]],
    "return": NotRequired[float | str | OpenDisputeInputReturn3],
})
OpenDisputeOutput = TypedDict("OpenDisputeOutput", {
    "conversationId": str,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "payment": "Payment",
    "conversation": "Conversation",
})
AnswerDisputeInputReturn3 = TypedDict("AnswerDisputeInputReturn3", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
AnswerDisputeInput = TypedDict("AnswerDisputeInput", {
    "conversationId": str,
    "take": NotRequired[int],
    "return": NotRequired[float | str | AnswerDisputeInputReturn3],
    "text": NotRequired[str],
    "evidence": NotRequired[list[str]],
})
AnswerDisputeOutput = TypedDict("AnswerDisputeOutput", {
    "conversationId": str,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "payment": "Payment",
    "conversation": "Conversation",
})
WithdrawDisputeInput = TypedDict("WithdrawDisputeInput", {
    "conversationId": str,
})
WithdrawDisputeOutput = TypedDict("WithdrawDisputeOutput", {
    "conversationId": str,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "payment": "Payment",
    "conversation": "Conversation",
})
RuleDisputeInputReturn3 = TypedDict("RuleDisputeInputReturn3", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
RuleDisputeInput = TypedDict("RuleDisputeInput", {
    "conversationId": str,
    "return": float | str | RuleDisputeInputReturn3,
    "text": str,
})
RuleDisputeOutput = TypedDict("RuleDisputeOutput", {
    "conversationId": str,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "payment": "Payment",
    "conversation": "Conversation",
})
GetBalanceOutputUsdc = TypedDict("GetBalanceOutputUsdc", {
    "held": "Money",
    "incoming": "Money",
})
GetBalanceOutput = TypedDict("GetBalanceOutput", {
    "available": "Money",
    "held": "Money",
    "incoming": "Money",
    "currency": Literal["USDC"],
    "label": Literal["TEST"],
    "usdc": NotRequired["GetBalanceOutputUsdc"],
})
ListPaymentsInput = TypedDict("ListPaymentsInput", {
    "cursor": NotRequired[str],
    "limit": NotRequired[int],
    "format": NotRequired[Literal["json", "csv"]],
})
ListPaymentsOutputEntriesItem = TypedDict("ListPaymentsOutputEntriesItem", {
    "transferId": str,
    "at": str,
    "kind": Literal["fund", "hold", "release", "void", "refund", "fee"],
    "amount": "Money",
    "balanceAfter": "Money",
    "released": NotRequired["Money"],
    "paymentId": str | None,
    "conversationId": str | None,
    "title": str | None,
    "counterparty": str | None,
})
ListPaymentsOutput = TypedDict("ListPaymentsOutput", {
    "label": Literal["TEST"],
    "entries": "list[ListPaymentsOutputEntriesItem]",
    "nextCursor": str | None,
    "hasMore": bool,
})
FindPaymentsInputAmountMin3 = TypedDict("FindPaymentsInputAmountMin3", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
FindPaymentsInputAmountMax3 = TypedDict("FindPaymentsInputAmountMax3", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
FindPaymentsInput = TypedDict("FindPaymentsInput", {
    "status": NotRequired[Literal["requires_payment", "held", "released", "voided", "refunded"]],
    "direction": NotRequired[Literal["in", "out"]],
    "counterparty": NotRequired[str],
    "from": NotRequired[str],
    "to": NotRequired[str],
    "currency": NotRequired[Literal["TEST", "USDC"]],
    "amountMin": NotRequired[float | str | FindPaymentsInputAmountMin3],
    "amountMax": NotRequired[float | str | FindPaymentsInputAmountMax3],
    "dueBy": NotRequired[str],
    "cursor": NotRequired[str],
    "limit": NotRequired[int],
    "format": NotRequired[Literal["json", "csv"]],
})
FindPaymentsOutputPaymentsItemCounterparty = TypedDict("FindPaymentsOutputPaymentsItemCounterparty", {
    "address": str,
    "name": str,
})
FindPaymentsOutputPaymentsItem = TypedDict("FindPaymentsOutputPaymentsItem", {
    "paymentId": str,
    "conversationId": str,
    "title": str | None,
    "direction": Literal["in", "out"],
    "price": "Money",
    "label": NotRequired[Literal["TEST"]],
    "status": Literal["requires_payment", "held", "released", "voided", "refunded"],
    "onItsWay": NotRequired[Literal["hold", "capture", "void", "refund"]],
    "needsYou": bool,
    "counterparty": FindPaymentsOutputPaymentsItemCounterparty,
    "at": str,
    "due": str | None,
    "settledAt": str | None,
    "condition": str,
    "fee": "Money",
    "released": "Money",
    "returned": "Money",
    "refunded": "Money",
    "voidReason": str | None,
    "hasReceipt": bool,
})
FindPaymentsOutput = TypedDict("FindPaymentsOutput", {
    "label": NotRequired[Literal["TEST"]],
    "payments": "list[FindPaymentsOutputPaymentsItem]",
    "nextCursor": str | None,
    "hasMore": bool,
})
TotalPaymentsInput = TypedDict("TotalPaymentsInput", {
    "from": NotRequired[str],
    "to": NotRequired[str],
})
TotalPaymentsOutputUsdc = TypedDict("TotalPaymentsOutputUsdc", {
    "received": "Money",
    "receipts": int,
    "fees": "Money",
    "paid": "Money",
    "payments": int,
    "returned": "Money",
    "refunded": "Money",
})
TotalPaymentsOutput = TypedDict("TotalPaymentsOutput", {
    "label": Literal["TEST"],
    "from": str,
    "to": str,
    "received": "Money",
    "receipts": int,
    "fees": "Money",
    "paid": "Money",
    "payments": int,
    "returned": "Money",
    "refunded": "Money",
    "usdc": NotRequired["TotalPaymentsOutputUsdc"],
})
SetPayoutAddressInput = TypedDict("SetPayoutAddressInput", {
    "address": str | None,
    "signature": NotRequired[str],
})
SetPayoutAddressOutput = TypedDict("SetPayoutAddressOutput", {
    "network": str,
    "asset": str,
    "collector": str,
    "address": str | None,
})
ResolveAddressInput = TypedDict("ResolveAddressInput", {
    "address": str,
})
ResolveAddressOutputPricesItem = TypedDict("ResolveAddressOutputPricesItem", {
    "contactType": Literal["friends_family", "coworkers", "clients", "promotions", "everyone"],
    "price": "Money",
    "release": Literal["accepted", "replied"],
    "holdDays": int,
    "source": Literal["recipient", "default"],
})
ResolveAddressOutput = TypedDict("ResolveAddressOutput", {
    "gnesi": bool,
    "rail": Literal["svc", "email"],
    "address": str,
    "displayName": NotRequired[str],
    "agentCard": NotRequired[str],
    "agentCardByPath": NotRequired[str],
    "prices": NotRequired["list[ResolveAddressOutputPricesItem]"],
    "awayUntil": NotRequired[str],
    "contactType": NotRequired[Literal["friends_family", "coworkers", "clients", "promotions", "everyone"]],
})
PreviewContactImportInput = TypedDict("PreviewContactImportInput", {
    "bytes": str,
})
PreviewContactImportOutputItemsItem = TypedDict("PreviewContactImportOutputItemsItem", {
    "address": str,
    "name": str,
    "status": Literal["new", "known", "refused"],
    "reason": NotRequired[str],
})
PreviewContactImportOutput = TypedDict("PreviewContactImportOutput", {
    "new": int,
    "known": int,
    "refused": int,
    "items": list[PreviewContactImportOutputItemsItem],
})
ImportContactsInput = TypedDict("ImportContactsInput", {
    "bytes": str,
})
ImportContactsOutput = TypedDict("ImportContactsOutput", {
    "new": int,
    "known": int,
    "refused": int,
    "added": int,
    "left": int,
    "importedAt": str,
})
UndoContactImportInput = TypedDict("UndoContactImportInput", {
    "importedAt": str,
})
UndoContactImportOutput = TypedDict("UndoContactImportOutput", {
    "removed": int,
})
ListContactsInput = TypedDict("ListContactsInput", {
    "cursor": NotRequired[str],
    "limit": NotRequired[int],
})
ListContactsOutputContactsItem = TypedDict("ListContactsOutputContactsItem", {
    "address": str,
    "account": bool,
    "name": str,
    "contactType": Literal["friends_family", "coworkers", "clients", "promotions", "everyone"],
    "blocked": bool,
    "allowed": bool,
    "createdAt": str,
    "updatedAt": str,
})
ListContactsOutput = TypedDict("ListContactsOutput", {
    "contacts": list[ListContactsOutputContactsItem],
    "nextCursor": str | None,
    "hasMore": bool,
})
GetContactInput = TypedDict("GetContactInput", {
    "address": str,
})
GetContactOutput = TypedDict("GetContactOutput", {
    "address": str,
    "account": bool,
    "name": str,
    "contactType": Literal["friends_family", "coworkers", "clients", "promotions", "everyone"],
    "blocked": bool,
    "allowed": bool,
    "createdAt": str,
    "updatedAt": str,
})
SaveContactInput = TypedDict("SaveContactInput", {
    "address": str,
    "contactType": NotRequired[Literal["friends_family", "coworkers", "clients", "promotions", "everyone"]],
    "name": NotRequired[str],
    "blocked": NotRequired[bool],
    "allowed": NotRequired[bool],
})
SaveContactOutputContact = TypedDict("SaveContactOutputContact", {
    "address": str,
    "account": bool,
    "name": str,
    "contactType": Literal["friends_family", "coworkers", "clients", "promotions", "everyone"],
    "blocked": bool,
    "allowed": bool,
    "createdAt": str,
    "updatedAt": str,
})
SaveContactOutputWaiting = TypedDict("SaveContactOutputWaiting", {
    "checkpointId": str,
    "conversationId": str,
    "approvalUrl": str,
    "expiresAt": str,
})
SaveContactOutput = TypedDict("SaveContactOutput", {
    "contact": NotRequired[SaveContactOutputContact],
    "created": bool,
    "waiting": NotRequired[SaveContactOutputWaiting],
})
DeleteContactInput = TypedDict("DeleteContactInput", {
    "address": str,
})
DeleteContactOutput = TypedDict("DeleteContactOutput", {
    "address": str,
    "deleted": Literal[True],
})
ReportContactInput = TypedDict("ReportContactInput", {
    "address": str,
    "reason": Literal["spam", "scam", "harassment", "impersonation", "illegal", "other"],
    "note": NotRequired[str],
    "conversationId": NotRequired[str],
    "blocked": NotRequired[Literal[True]],
})
ReportContactOutputReport = TypedDict("ReportContactOutputReport", {
    "reportId": str,
    "address": str,
    "reason": Literal["spam", "scam", "harassment", "impersonation", "illegal", "other"],
    "note": str,
    "conversationId": NotRequired[str],
    "state": Literal["open", "closed"],
    "createdAt": str,
})
ReportContactOutput = TypedDict("ReportContactOutput", {
    "report": ReportContactOutputReport,
    "created": bool,
})
ListTeamsOutputTeamsItemMyRights = TypedDict("ListTeamsOutputTeamsItemMyRights", {
    "mayRead": bool,
    "mayWrite": bool,
    "maySign": bool,
    "mayApprove": bool,
    "maySpend": bool,
    "mayAdmin": bool,
    "mayShare": bool,
    "mayDelete": bool,
})
ListTeamsOutputTeamsItemApprove = TypedDict("ListTeamsOutputTeamsItemApprove", {
    "upTo": "Money | None",
    "perDay": "Money | None",
    "kinds": list[str] | None,
})
ListTeamsOutputTeamsItem = TypedDict("ListTeamsOutputTeamsItem", {
    "id": str,
    "address": str | None,
    "displayName": str,
    "myRole": Literal["owner", "manager", "responder", "reader"],
    "myRights": ListTeamsOutputTeamsItemMyRights,
    "approve": "ListTeamsOutputTeamsItemApprove",
    "from": str | None,
    "until": str | None,
})
ListTeamsOutput = TypedDict("ListTeamsOutput", {
    "teams": "list[ListTeamsOutputTeamsItem]",
})
MakeTeamInput = TypedDict("MakeTeamInput", {
    "displayName": str,
    "localPart": str,
})
MakeTeamOutputTeamMyRights = TypedDict("MakeTeamOutputTeamMyRights", {
    "mayRead": bool,
    "mayWrite": bool,
    "maySign": bool,
    "mayApprove": bool,
    "maySpend": bool,
    "mayAdmin": bool,
    "mayShare": bool,
    "mayDelete": bool,
})
MakeTeamOutputTeamApprove = TypedDict("MakeTeamOutputTeamApprove", {
    "upTo": "Money | None",
    "perDay": "Money | None",
    "kinds": list[str] | None,
})
MakeTeamOutputTeam = TypedDict("MakeTeamOutputTeam", {
    "id": str,
    "address": str | None,
    "displayName": str,
    "myRole": Literal["owner", "manager", "responder", "reader"],
    "myRights": MakeTeamOutputTeamMyRights,
    "approve": "MakeTeamOutputTeamApprove",
    "from": str | None,
    "until": str | None,
})
MakeTeamOutput = TypedDict("MakeTeamOutput", {
    "team": "MakeTeamOutputTeam",
})
ListMembersOutputShareWithItemRights = TypedDict("ListMembersOutputShareWithItemRights", {
    "mayRead": bool,
    "mayWrite": bool,
    "maySign": bool,
    "mayApprove": bool,
    "maySpend": bool,
    "mayAdmin": bool,
    "mayShare": bool,
    "mayDelete": bool,
})
ListMembersOutputShareWithItemApprove = TypedDict("ListMembersOutputShareWithItemApprove", {
    "upTo": "Money | None",
    "perDay": "Money | None",
    "kinds": list[str] | None,
})
ListMembersOutputShareWithItem = TypedDict("ListMembersOutputShareWithItem", {
    "memberId": str,
    "address": str | None,
    "displayName": str,
    "role": Literal["owner", "manager", "responder", "reader"],
    "rights": ListMembersOutputShareWithItemRights,
    "approve": "ListMembersOutputShareWithItemApprove",
    "from": str | None,
    "until": str | None,
    "isYou": bool,
})
ListMembersOutputApprovals = TypedDict("ListMembersOutputApprovals", {
    "over": "Money | None",
    "needed": int,
    "escalateAfter": int | None,
})
ListMembersOutput = TypedDict("ListMembersOutput", {
    "shareWith": "list[ListMembersOutputShareWithItem]",
    "approvals": "ListMembersOutputApprovals",
})
PutMemberInputApproveUpTo13 = TypedDict("PutMemberInputApproveUpTo13", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
PutMemberInputApprovePerDay13 = TypedDict("PutMemberInputApprovePerDay13", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
PutMemberInputApprove = TypedDict("PutMemberInputApprove", {
    "upTo": NotRequired[float | str | PutMemberInputApproveUpTo13 | None],
    "perDay": NotRequired[float | str | PutMemberInputApprovePerDay13 | None],
    "kinds": NotRequired[list[Literal["submit", "outward", "reply", "artifact", "complete", "receipt", "ask", "cancel", "raise_price", "proposal", "refund", "dispute", "arbitration", "accept", "grant"]]],
})
PutMemberInput = TypedDict("PutMemberInput", {
    "address": str,
    "role": Literal["owner", "manager", "responder", "reader"],
    "approve": NotRequired[PutMemberInputApprove],
    "from": NotRequired[str],
    "until": NotRequired[str],
})
PutMemberOutputMemberRights = TypedDict("PutMemberOutputMemberRights", {
    "mayRead": bool,
    "mayWrite": bool,
    "maySign": bool,
    "mayApprove": bool,
    "maySpend": bool,
    "mayAdmin": bool,
    "mayShare": bool,
    "mayDelete": bool,
})
PutMemberOutputMemberApprove = TypedDict("PutMemberOutputMemberApprove", {
    "upTo": "Money | None",
    "perDay": "Money | None",
    "kinds": list[str] | None,
})
PutMemberOutputMember = TypedDict("PutMemberOutputMember", {
    "memberId": str,
    "address": str | None,
    "displayName": str,
    "role": Literal["owner", "manager", "responder", "reader"],
    "rights": PutMemberOutputMemberRights,
    "approve": "PutMemberOutputMemberApprove",
    "from": str | None,
    "until": str | None,
    "isYou": bool,
})
PutMemberOutput = TypedDict("PutMemberOutput", {
    "member": "PutMemberOutputMember",
    "created": bool,
})
RemoveMemberInput = TypedDict("RemoveMemberInput", {
    "address": str,
})
RemoveMemberOutput = TypedDict("RemoveMemberOutput", {
    "removed": bool,
    "credentialsEnded": int,
})
SetApprovalsInputOver13 = TypedDict("SetApprovalsInputOver13", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
SetApprovalsInput = TypedDict("SetApprovalsInput", {
    "over": NotRequired[float | str | SetApprovalsInputOver13 | None],
    "needed": NotRequired[int],
    "escalateAfter": NotRequired[int | None],
})
SetApprovalsOutput = TypedDict("SetApprovalsOutput", {
    "over": "Money | None",
    "needed": int,
    "escalateAfter": int | None,
})
ListDelegationsOutputGivenItem = TypedDict("ListDelegationsOutputGivenItem", {
    "accountId": str,
    "address": str | None,
    "displayName": str,
    "kinds": list[str] | None,
    "upTo": "Money | None",
    "from": str | None,
    "until": str | None,
    "reason": str | None,
})
ListDelegationsOutputReceivedItem = TypedDict("ListDelegationsOutputReceivedItem", {
    "accountId": str,
    "address": str | None,
    "displayName": str,
    "kinds": list[str] | None,
    "upTo": "Money | None",
    "from": str | None,
    "until": str | None,
    "reason": str | None,
})
ListDelegationsOutput = TypedDict("ListDelegationsOutput", {
    "given": "list[ListDelegationsOutputGivenItem]",
    "received": "list[ListDelegationsOutputReceivedItem]",
    "escalateAfter": int | None,
})
PutDelegationInputUpTo13 = TypedDict("PutDelegationInputUpTo13", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
PutDelegationInput = TypedDict("PutDelegationInput", {
    "address": str,
    "kinds": NotRequired[list[Literal["submit", "outward", "reply", "artifact", "complete", "receipt", "ask", "cancel", "raise_price", "proposal", "refund", "dispute", "arbitration", "accept", "grant"]]],
    "upTo": NotRequired[float | str | PutDelegationInputUpTo13 | None],
    "from": NotRequired[str],
    "until": NotRequired[str],
    "reason": NotRequired[str],
})
PutDelegationOutputDelegation = TypedDict("PutDelegationOutputDelegation", {
    "accountId": str,
    "address": str | None,
    "displayName": str,
    "kinds": list[str] | None,
    "upTo": "Money | None",
    "from": str | None,
    "until": str | None,
    "reason": str | None,
})
PutDelegationOutput = TypedDict("PutDelegationOutput", {
    "delegation": "PutDelegationOutputDelegation",
    "created": bool,
})
RemoveDelegationInput = TypedDict("RemoveDelegationInput", {
    "address": str,
})
RemoveDelegationOutput = TypedDict("RemoveDelegationOutput", {
    "removed": bool,
})
QuoteAccessInput = TypedDict("QuoteAccessInput", {
    "skillId": NotRequired[str],
    "offerId": NotRequired[str],
    "conversationId": NotRequired[str],
    "to": str,
    "contactType": NotRequired[Literal["friends_family", "coworkers", "clients", "promotions", "everyone"]],
})
QuoteAccessOutputPayee1 = TypedDict("QuoteAccessOutputPayee1", {
    "accountId": str,
    "address": str,
})
QuoteAccessOutputRequirementsItemExtra = TypedDict("QuoteAccessOutputRequirementsItemExtra", {
    "label": Literal["TEST"],
})
QuoteAccessOutputRequirementsItem = TypedDict("QuoteAccessOutputRequirementsItem", {
    "scheme": Literal["hold"],
    "network": Literal["svc:ledger"],
    "amount": str,
    "asset": Literal["USDC"],
    "payTo": str,
    "maxTimeoutSeconds": int,
    "extra": QuoteAccessOutputRequirementsItemExtra,
})
QuoteAccessOutputOffer = TypedDict("QuoteAccessOutputOffer", {
    "format": Literal["jws"],
    "signature": str,
})
QuoteAccessOutputOffersItem = TypedDict("QuoteAccessOutputOffersItem", {
    "offerId": str,
    "title": str,
    "description": str,
    "price": "Money",
    "release": Literal["accepted", "replied"],
    "acceptWithin": NotRequired[str],
    "deliverWithin": NotRequired[str],
    "arbiter": NotRequired[str],
    "input": NotRequired[Any],
    "output": list[str],
    "needsInput": bool,
    "soldOut": bool,
})
QuoteAccessOutputWarningsItem = TypedDict("QuoteAccessOutputWarningsItem", {
    "code": Literal["no_such_account", "requester_not_reached"],
    "address": str,
})
QuoteAccessOutput = TypedDict("QuoteAccessOutput", {
    "quoteId": str,
    "to": str,
    "account": bool,
    "contactType": Literal["friends_family", "coworkers", "clients", "promotions", "everyone"],
    "claimedType": Literal["friends_family", "coworkers", "clients", "promotions", "everyone"],
    "note": NotRequired[str],
    "price": "Money",
    "feeBps": NotRequired[int],
    "fee": NotRequired["Money"],
    "release": Literal["accepted", "replied"],
    "holdDays": int,
    "payee": QuoteAccessOutputPayee1 | None,
    "validUntil": str,
    "charged": Literal[False],
    "requirements": list[QuoteAccessOutputRequirementsItem],
    "offer": QuoteAccessOutputOffer,
    "offers": NotRequired["list[QuoteAccessOutputOffersItem]"],
    "warnings": NotRequired[list[QuoteAccessOutputWarningsItem]],
})
GetFreeAddressOutputAddress1PricesItem = TypedDict("GetFreeAddressOutputAddress1PricesItem", {
    "contactType": Literal["friends_family", "coworkers", "clients", "promotions", "everyone"],
    "price": "Money",
    "release": Literal["accepted", "replied"],
    "holdDays": int,
    "source": Literal["recipient", "default"],
})
GetFreeAddressOutputAddress1 = TypedDict("GetFreeAddressOutputAddress1", {
    "id": str,
    "localPart": str,
    "address": str,
    "displayName": str,
    "cardUrl": str | None,
    "agentCardByPath": NotRequired[str],
    "prices": "list[GetFreeAddressOutputAddress1PricesItem]",
    "createdAt": str,
})
GetFreeAddressOutput = TypedDict("GetFreeAddressOutput", {
    "address": "GetFreeAddressOutputAddress1 | None",
})
ClaimFreeAddressInput = TypedDict("ClaimFreeAddressInput", {
    "localPart": str,
})
ClaimFreeAddressOutputAddressPricesItem = TypedDict("ClaimFreeAddressOutputAddressPricesItem", {
    "contactType": Literal["friends_family", "coworkers", "clients", "promotions", "everyone"],
    "price": "Money",
    "release": Literal["accepted", "replied"],
    "holdDays": int,
    "source": Literal["recipient", "default"],
})
ClaimFreeAddressOutputAddress = TypedDict("ClaimFreeAddressOutputAddress", {
    "id": str,
    "localPart": str,
    "address": str,
    "displayName": str,
    "cardUrl": str | None,
    "agentCardByPath": NotRequired[str],
    "prices": "list[ClaimFreeAddressOutputAddressPricesItem]",
    "createdAt": str,
})
ClaimFreeAddressOutput = TypedDict("ClaimFreeAddressOutput", {
    "address": "ClaimFreeAddressOutputAddress",
    "created": bool,
})
CheckFreeAddressInput = TypedDict("CheckFreeAddressInput", {
    "localPart": str,
})
CheckFreeAddressOutput = TypedDict("CheckFreeAddressOutput", {
    "localPart": str,
    "available": bool,
    "reason": Literal["taken", "reserved", "invalid"] | None,
    "rule": NotRequired[int],
    "suggestions": list[str],
})
SuggestFreeAddressesInput = TypedDict("SuggestFreeAddressesInput", {
    "name": str,
})
SuggestFreeAddressesOutput = TypedDict("SuggestFreeAddressesOutput", {
    "suggestions": list[str],
})
ListDomainsOutputDomainsItemRecord = TypedDict("ListDomainsOutputDomainsItemRecord", {
    "type": Literal["TXT"],
    "name": str,
    "value": str,
})
ListDomainsOutputDomainsItemCheck = TypedDict("ListDomainsOutputDomainsItemCheck", {
    "ok": bool,
    "observed": list[str],
    "resolver": str,
    "code": Literal["match", "no_match", "no_record", "no_such_name", "held_by_another", "resolver_timeout", "unreachable", "bad_answer", "server_failure", "refused", "lame_delegation", "private_name_servers", "too_many_aliases"],
    "detail": str,
})
ListDomainsOutputDomainsItem = TypedDict("ListDomainsOutputDomainsItem", {
    "id": str,
    "domain": str,
    "status": Literal["pending-dns", "verified", "dns-missing", "revoked", "superseded", "expired"],
    "token": str,
    "record": ListDomainsOutputDomainsItemRecord,
    "address": str | None,
    "createdAt": str,
    "lastCheckedAt": NotRequired[str],
    "verifiedAt": NotRequired[str],
    "nextCheckAt": NotRequired[str],
    "check": NotRequired[ListDomainsOutputDomainsItemCheck],
})
ListDomainsOutput = TypedDict("ListDomainsOutput", {
    "domains": list[ListDomainsOutputDomainsItem],
})
AddDomainInput = TypedDict("AddDomainInput", {
    "domain": str,
})
AddDomainOutputRecord = TypedDict("AddDomainOutputRecord", {
    "type": Literal["TXT"],
    "name": str,
    "value": str,
})
AddDomainOutputCheck = TypedDict("AddDomainOutputCheck", {
    "ok": bool,
    "observed": list[str],
    "resolver": str,
    "code": Literal["match", "no_match", "no_record", "no_such_name", "held_by_another", "resolver_timeout", "unreachable", "bad_answer", "server_failure", "refused", "lame_delegation", "private_name_servers", "too_many_aliases"],
    "detail": str,
})
AddDomainOutput = TypedDict("AddDomainOutput", {
    "id": str,
    "domain": str,
    "status": Literal["pending-dns", "verified", "dns-missing", "revoked", "superseded", "expired"],
    "token": str,
    "record": AddDomainOutputRecord,
    "address": str | None,
    "createdAt": str,
    "lastCheckedAt": NotRequired[str],
    "verifiedAt": NotRequired[str],
    "nextCheckAt": NotRequired[str],
    "check": NotRequired[AddDomainOutputCheck],
    "created": bool,
})
VerifyDomainInput = TypedDict("VerifyDomainInput", {
    "id": str,
})
VerifyDomainOutputRecord = TypedDict("VerifyDomainOutputRecord", {
    "type": Literal["TXT"],
    "name": str,
    "value": str,
})
VerifyDomainOutputCheck = TypedDict("VerifyDomainOutputCheck", {
    "ok": bool,
    "observed": list[str],
    "resolver": str,
    "code": Literal["match", "no_match", "no_record", "no_such_name", "held_by_another", "resolver_timeout", "unreachable", "bad_answer", "server_failure", "refused", "lame_delegation", "private_name_servers", "too_many_aliases"],
    "detail": str,
})
VerifyDomainOutput = TypedDict("VerifyDomainOutput", {
    "id": str,
    "domain": str,
    "status": Literal["pending-dns", "verified", "dns-missing", "revoked", "superseded", "expired"],
    "token": str,
    "record": VerifyDomainOutputRecord,
    "address": str | None,
    "createdAt": str,
    "lastCheckedAt": NotRequired[str],
    "verifiedAt": NotRequired[str],
    "nextCheckAt": NotRequired[str],
    "check": NotRequired[VerifyDomainOutputCheck],
})
GetProfileOutputSkillsItem = TypedDict("GetProfileOutputSkillsItem", {
    "id": str,
    "name": str,
    "description": str,
    "tags": list[str],
    "examples": NotRequired[list[str]],
    "private": NotRequired[bool],
})
GetProfileOutputPricesItem = TypedDict("GetProfileOutputPricesItem", {
    "contactType": Literal["friends_family", "coworkers", "clients", "promotions", "everyone"],
    "price": "Money",
    "release": Literal["accepted", "replied"],
    "holdDays": int,
    "source": Literal["recipient", "default"],
})
GetProfileOutputAway1 = TypedDict("GetProfileOutputAway1", {
    "until": str,
    "standIn": str | None,
})
GetProfileOutputRecord1 = TypedDict("GetProfileOutputRecord1", {
    "text": str,
    "completed": int,
    "payers": int,
    "withDeadline": int,
    "onTime": int,
    "disputed": int,
    "refunded": int,
    "acceptSeconds": int | None,
    "label": NotRequired[str],
    "from": str,
    "until": str,
    "logSize": int,
})
GetProfileOutput = TypedDict("GetProfileOutput", {
    "name": str,
    "description": str,
    "skills": list[GetProfileOutputSkillsItem],
    "prices": "list[GetProfileOutputPricesItem]",
    "listed": bool,
    "showsRecord": bool,
    "away": GetProfileOutputAway1 | None,
    "record": GetProfileOutputRecord1 | None,
    "address": str | None,
    "agentCard": str | None,
    "agentCardByPath": NotRequired[str],
    "version": int,
    "updatedAt": str,
})
UpdateProfileInputSkillsItem = TypedDict("UpdateProfileInputSkillsItem", {
    "id": str,
    "name": str,
    "description": str,
    "tags": list[str],
    "examples": NotRequired[list[str]],
    "private": NotRequired[bool],
})
UpdateProfileInputPricesItemPrice3 = TypedDict("UpdateProfileInputPricesItemPrice3", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
UpdateProfileInputPricesItem = TypedDict("UpdateProfileInputPricesItem", {
    "contactType": Literal["friends_family", "coworkers", "clients", "promotions", "everyone"],
    "price": float | str | UpdateProfileInputPricesItemPrice3,
    "release": NotRequired[Literal["accepted", "replied"]],
    "holdDays": NotRequired[int],
    "source": NotRequired[Literal["recipient", "default"]],
})
UpdateProfileInputAway1 = TypedDict("UpdateProfileInputAway1", {
    "until": str,
    "standIn": NotRequired[str | None],
})
UpdateProfileInput = TypedDict("UpdateProfileInput", {
    "name": NotRequired[str],
    "description": NotRequired[str],
    "skills": NotRequired[list[UpdateProfileInputSkillsItem]],
    "prices": NotRequired[list[UpdateProfileInputPricesItem]],
    "listed": NotRequired[bool],
    "away": NotRequired[UpdateProfileInputAway1 | None],
    "showsRecord": NotRequired[bool],
    "version": NotRequired[int],
})
UpdateProfileOutputSkillsItem = TypedDict("UpdateProfileOutputSkillsItem", {
    "id": str,
    "name": str,
    "description": str,
    "tags": list[str],
    "examples": NotRequired[list[str]],
    "private": NotRequired[bool],
})
UpdateProfileOutputPricesItem = TypedDict("UpdateProfileOutputPricesItem", {
    "contactType": Literal["friends_family", "coworkers", "clients", "promotions", "everyone"],
    "price": "Money",
    "release": Literal["accepted", "replied"],
    "holdDays": int,
    "source": Literal["recipient", "default"],
})
UpdateProfileOutputAway1 = TypedDict("UpdateProfileOutputAway1", {
    "until": str,
    "standIn": str | None,
})
UpdateProfileOutputRecord1 = TypedDict("UpdateProfileOutputRecord1", {
    "text": str,
    "completed": int,
    "payers": int,
    "withDeadline": int,
    "onTime": int,
    "disputed": int,
    "refunded": int,
    "acceptSeconds": int | None,
    "label": NotRequired[str],
    "from": str,
    "until": str,
    "logSize": int,
})
UpdateProfileOutput = TypedDict("UpdateProfileOutput", {
    "name": str,
    "description": str,
    "skills": list[UpdateProfileOutputSkillsItem],
    "prices": "list[UpdateProfileOutputPricesItem]",
    "listed": bool,
    "showsRecord": bool,
    "away": UpdateProfileOutputAway1 | None,
    "record": UpdateProfileOutputRecord1 | None,
    "address": str | None,
    "agentCard": str | None,
    "agentCardByPath": NotRequired[str],
    "version": int,
    "updatedAt": str,
})
GetOffersInput = TypedDict("GetOffersInput", {
    "localPart": str,
    "offerId": NotRequired[str],
})
GetOffersOutputSeller = TypedDict("GetOffersOutputSeller", {
    "name": str,
    "address": str,
    "description": str,
    "page": str | None,
    "x402": str | None,
})
GetOffersOutputOffersItem = TypedDict("GetOffersOutputOffersItem", {
    "offerId": str,
    "title": str,
    "description": str,
    "price": "Money",
    "release": Literal["accepted", "replied"],
    "acceptWithin": NotRequired[str],
    "deliverWithin": NotRequired[str],
    "arbiter": NotRequired[str],
    "input": NotRequired[Any],
    "output": list[str],
    "needsInput": bool,
    "soldOut": bool,
})
GetOffersOutput = TypedDict("GetOffersOutput", {
    "seller": GetOffersOutputSeller,
    "offers": "list[GetOffersOutputOffersItem]",
})
GetOrderInput = TypedDict("GetOrderInput", {
    "conversationId": str,
})
GetOrderOutput = TypedDict("GetOrderOutput", {
    "taskId": str,
    "offerId": str,
    "resourceUrl": str,
    "state": Literal["draft", "submitted", "working", "input-required", "auth-required", "completed", "canceled", "failed", "rejected"],
    "payment": Literal["requires_payment", "held", "released", "voided", "refunded", "none"],
    "pending": bool,
    "conversation": str,
    "payer": NotRequired[str],
    "transactions": list[str],
    "extensions": NotRequired[dict[str, Any]],
})
ListOffersOutputOffersItemCapacity = TypedDict("ListOffersOutputOffersItemCapacity", {
    "open": NotRequired[int],
    "perDay": NotRequired[int],
})
ListOffersOutputOffersItemOrders = TypedDict("ListOffersOutputOffersItemOrders", {
    "open": int,
    "done": int,
})
ListOffersOutputOffersItem = TypedDict("ListOffersOutputOffersItem", {
    "offerId": str,
    "title": str,
    "description": str,
    "price": "Money",
    "release": Literal["accepted", "replied"],
    "acceptWithin": NotRequired[str],
    "deliverWithin": NotRequired[str],
    "arbiter": NotRequired[str],
    "input": NotRequired[Any],
    "output": list[str],
    "capacity": ListOffersOutputOffersItemCapacity,
    "audience": list[Literal["friends_family", "coworkers", "clients", "promotions", "everyone"]],
    "active": bool,
    "version": int,
    "orders": ListOffersOutputOffersItemOrders,
    "updatedAt": str,
})
ListOffersOutput = TypedDict("ListOffersOutput", {
    "offers": "list[ListOffersOutputOffersItem]",
    "page": str | None,
})
PutOfferInputPrice3 = TypedDict("PutOfferInputPrice3", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
PutOfferInputCapacity = TypedDict("PutOfferInputCapacity", {
    "open": NotRequired[int],
    "perDay": NotRequired[int],
})
PutOfferInput = TypedDict("PutOfferInput", {
    "offerId": str,
    "title": str,
    "description": NotRequired[str],
    "price": float | str | PutOfferInputPrice3,
    "release": NotRequired[Literal["accepted", "replied"]],
    "acceptWithin": NotRequired[str],
    "deliverWithin": NotRequired[str],
    "arbiter": NotRequired[str],
    "input": NotRequired[Any],
    "output": NotRequired[list[str]],
    "capacity": NotRequired[PutOfferInputCapacity],
    "audience": NotRequired[list[Literal["friends_family", "coworkers", "clients", "promotions", "everyone"]]],
    "active": NotRequired[bool],
})
PutOfferOutputOfferCapacity = TypedDict("PutOfferOutputOfferCapacity", {
    "open": NotRequired[int],
    "perDay": NotRequired[int],
})
PutOfferOutputOfferOrders = TypedDict("PutOfferOutputOfferOrders", {
    "open": int,
    "done": int,
})
PutOfferOutputOffer = TypedDict("PutOfferOutputOffer", {
    "offerId": str,
    "title": str,
    "description": str,
    "price": "Money",
    "release": Literal["accepted", "replied"],
    "acceptWithin": NotRequired[str],
    "deliverWithin": NotRequired[str],
    "arbiter": NotRequired[str],
    "input": NotRequired[Any],
    "output": list[str],
    "capacity": PutOfferOutputOfferCapacity,
    "audience": list[Literal["friends_family", "coworkers", "clients", "promotions", "everyone"]],
    "active": bool,
    "version": int,
    "orders": PutOfferOutputOfferOrders,
    "updatedAt": str,
})
PutOfferOutput = TypedDict("PutOfferOutput", {
    "offer": "PutOfferOutputOffer",
    "created": bool,
})
DeleteOfferInput = TypedDict("DeleteOfferInput", {
    "offerId": str,
})
DeleteOfferOutput = TypedDict("DeleteOfferOutput", {
    "offerId": str,
    "deleted": Literal[True],
})
DiscoverAgentsInput = TypedDict("DiscoverAgentsInput", {
    "query": NotRequired[str],
    "limit": NotRequired[int],
})
DiscoverAgentsOutputItemsItem1Record = TypedDict("DiscoverAgentsOutputItemsItem1Record", {
    "text": str,
    "completed": int,
    "payers": int,
    "withDeadline": int,
    "onTime": int,
    "disputed": int,
    "refunded": int,
    "acceptSeconds": int | None,
    "label": NotRequired[str],
    "from": str,
    "until": str,
    "logSize": int,
})
DiscoverAgentsOutputItemsItem1 = TypedDict("DiscoverAgentsOutputItemsItem1", {
    "service": Literal[True],
    "name": str,
    "address": str,
    "url": str,
    "agentCardByPath": NotRequired[str],
    "skillIds": list[str],
    "record": NotRequired[DiscoverAgentsOutputItemsItem1Record],
})
DiscoverAgentsOutputItemsItem2Record = TypedDict("DiscoverAgentsOutputItemsItem2Record", {
    "text": str,
    "completed": int,
    "payers": int,
    "withDeadline": int,
    "onTime": int,
    "disputed": int,
    "refunded": int,
    "acceptSeconds": int | None,
    "label": NotRequired[str],
    "from": str,
    "until": str,
    "logSize": int,
})
DiscoverAgentsOutputItemsItem2 = TypedDict("DiscoverAgentsOutputItemsItem2", {
    "name": str,
    "address": str,
    "url": str,
    "agentCardByPath": NotRequired[str],
    "skillIds": list[str],
    "record": NotRequired[DiscoverAgentsOutputItemsItem2Record],
})
DiscoverAgentsOutput = TypedDict("DiscoverAgentsOutput", {
    "items": list[DiscoverAgentsOutputItemsItem1 | DiscoverAgentsOutputItemsItem2],
})
GetAgentCardInput = TypedDict("GetAgentCardInput", {
    "agentId": NotRequired[str],
    "url": NotRequired[str],
    "extended": NotRequired[bool],
})
GetAgentCardOutputSupportedInterfacesItem = TypedDict("GetAgentCardOutputSupportedInterfacesItem", {
    "url": str,
    "protocolBinding": str,
    "protocolVersion": str,
    "tenant": NotRequired[str],
})
GetAgentCardOutputProvider = TypedDict("GetAgentCardOutputProvider", {
    "organization": str,
    "url": str,
})
GetAgentCardOutputCapabilitiesExtensionsItem = TypedDict("GetAgentCardOutputCapabilitiesExtensionsItem", {
    "uri": str,
    "description": NotRequired[str],
    "params": NotRequired[dict[str, Any]],
})
GetAgentCardOutputCapabilities = TypedDict("GetAgentCardOutputCapabilities", {
    "streaming": bool,
    "pushNotifications": bool,
    "extendedAgentCard": bool,
    "extensions": NotRequired[list[GetAgentCardOutputCapabilitiesExtensionsItem]],
})
GetAgentCardOutputSkillsItem = TypedDict("GetAgentCardOutputSkillsItem", {
    "id": str,
    "name": str,
    "description": str,
    "tags": list[str],
    "examples": NotRequired[list[str]],
})
GetAgentCardOutputSignaturesItem = TypedDict("GetAgentCardOutputSignaturesItem", {
    "protected": str,
    "signature": str,
})
GetAgentCardOutput = TypedDict("GetAgentCardOutput", {
    "name": str,
    "description": str,
    "version": str,
    "supportedInterfaces": list[GetAgentCardOutputSupportedInterfacesItem],
    "provider": NotRequired[GetAgentCardOutputProvider],
    "documentationUrl": NotRequired[str],
    "iconUrl": NotRequired[str],
    "capabilities": GetAgentCardOutputCapabilities,
    "securitySchemes": NotRequired[dict[str, Any]],
    "securityRequirements": NotRequired[list[Any]],
    "defaultInputModes": list[str],
    "defaultOutputModes": list[str],
    "skills": list[GetAgentCardOutputSkillsItem],
    "signatures": NotRequired[list[GetAgentCardOutputSignaturesItem]],
})
ListCredentialsOutputCredentialsItemLimitsAccept1 = TypedDict("ListCredentialsOutputCredentialsItemLimitsAccept1", {
    "maxPrice": "Money | None",
    "contactTypes": list[str] | None,
    "senders": list[str] | None,
})
ListCredentialsOutputCredentialsItemLimits = TypedDict("ListCredentialsOutputCredentialsItemLimits", {
    "perPayment": "Money | None",
    "perDay": "Money | None",
    "perPayee": "Money | None",
    "payees": list[str] | None,
    "contactTypes": list[str] | None,
    "askFirstPayment": bool,
    "accept": "ListCredentialsOutputCredentialsItemLimitsAccept1 | None",
})
ListCredentialsOutputCredentialsItemSays = TypedDict("ListCredentialsOutputCredentialsItemSays", {
    "may": str,
    "cannot": str,
    "pays": str,
    "accepts": str,
})
ListCredentialsOutputCredentialsItem = TypedDict("ListCredentialsOutputCredentialsItem", {
    "id": str,
    "kind": Literal["token", "keys", "oauth"],
    "name": str,
    "clientId": str | None,
    "jwksUri": NotRequired[str],
    "prefix": Literal["svc_"] | None,
    "lastFour": str | None,
    "preset": Literal["reader", "draft_only", "assistant", "full"] | None,
    "scopes": list[str] | None,
    "limits": "ListCredentialsOutputCredentialsItemLimits",
    "says": ListCredentialsOutputCredentialsItemSays,
    "createdAt": str,
    "lastUsedAt": str | None,
    "lastUsedFrom": str | None,
    "rotatedAt": str | None,
    "expiresAt": str | None,
    "revokedAt": str | None,
})
ListCredentialsOutput = TypedDict("ListCredentialsOutput", {
    "credentials": "list[ListCredentialsOutputCredentialsItem]",
})
AddCredentialInputLimitsPerPayment13 = TypedDict("AddCredentialInputLimitsPerPayment13", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
AddCredentialInputLimitsPerDay13 = TypedDict("AddCredentialInputLimitsPerDay13", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
AddCredentialInputLimitsPerPayee13 = TypedDict("AddCredentialInputLimitsPerPayee13", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
AddCredentialInputLimitsAcceptMaxPrice13 = TypedDict("AddCredentialInputLimitsAcceptMaxPrice13", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
AddCredentialInputLimitsAccept = TypedDict("AddCredentialInputLimitsAccept", {
    "maxPrice": NotRequired[float | str | AddCredentialInputLimitsAcceptMaxPrice13 | None],
    "contactTypes": NotRequired[list[Literal["friends_family", "coworkers", "clients", "promotions", "everyone"]] | None],
    "senders": NotRequired[list[str] | None],
})
AddCredentialInputLimits = TypedDict("AddCredentialInputLimits", {
    "perPayment": NotRequired[float | str | AddCredentialInputLimitsPerPayment13 | None],
    "perDay": NotRequired[float | str | AddCredentialInputLimitsPerDay13 | None],
    "perPayee": NotRequired[float | str | AddCredentialInputLimitsPerPayee13 | None],
    "payees": NotRequired[list[str] | None],
    "contactTypes": NotRequired[list[Literal["friends_family", "coworkers", "clients", "promotions", "everyone"]] | None],
    "askFirstPayment": NotRequired[bool],
    "accept": NotRequired[AddCredentialInputLimitsAccept | None],
})
AddCredentialInput = TypedDict("AddCredentialInput", {
    "name": str,
    "preset": NotRequired[Literal["reader", "draft_only", "assistant", "full"]],
    "scopes": NotRequired[list[Literal["conversations:read", "conversations:write", "conversations:submit", "conversations:cancel", "drafts:write", "payments:hold", "payments:read", "receipts:sign", "decisions:write", "audit:read", "artifacts:write", "addresses:read", "addresses:write", "profile:write", "contacts:read", "contacts:write", "contacts:new", "outward:send", "agents:discover", "teams:act", "webhooks:manage"]]],
    "limits": NotRequired[AddCredentialInputLimits],
    "expiresAt": NotRequired[str],
})
AddCredentialOutputCredentialLimitsAccept1 = TypedDict("AddCredentialOutputCredentialLimitsAccept1", {
    "maxPrice": "Money | None",
    "contactTypes": list[str] | None,
    "senders": list[str] | None,
})
AddCredentialOutputCredentialLimits = TypedDict("AddCredentialOutputCredentialLimits", {
    "perPayment": "Money | None",
    "perDay": "Money | None",
    "perPayee": "Money | None",
    "payees": list[str] | None,
    "contactTypes": list[str] | None,
    "askFirstPayment": bool,
    "accept": "AddCredentialOutputCredentialLimitsAccept1 | None",
})
AddCredentialOutputCredentialSays = TypedDict("AddCredentialOutputCredentialSays", {
    "may": str,
    "cannot": str,
    "pays": str,
    "accepts": str,
})
AddCredentialOutputCredential = TypedDict("AddCredentialOutputCredential", {
    "id": str,
    "kind": Literal["token", "keys", "oauth"],
    "name": str,
    "clientId": str | None,
    "jwksUri": NotRequired[str],
    "prefix": Literal["svc_"] | None,
    "lastFour": str | None,
    "preset": Literal["reader", "draft_only", "assistant", "full"] | None,
    "scopes": list[str] | None,
    "limits": "AddCredentialOutputCredentialLimits",
    "says": AddCredentialOutputCredentialSays,
    "createdAt": str,
    "lastUsedAt": str | None,
    "lastUsedFrom": str | None,
    "rotatedAt": str | None,
    "expiresAt": str | None,
    "revokedAt": str | None,
})
AddCredentialOutput = TypedDict("AddCredentialOutput", {
    "credential": "AddCredentialOutputCredential",
    "token": str,
})
AddClientInputLimitsPerPayment13 = TypedDict("AddClientInputLimitsPerPayment13", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
AddClientInputLimitsPerDay13 = TypedDict("AddClientInputLimitsPerDay13", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
AddClientInputLimitsPerPayee13 = TypedDict("AddClientInputLimitsPerPayee13", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
AddClientInputLimitsAcceptMaxPrice13 = TypedDict("AddClientInputLimitsAcceptMaxPrice13", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
AddClientInputLimitsAccept = TypedDict("AddClientInputLimitsAccept", {
    "maxPrice": NotRequired[float | str | AddClientInputLimitsAcceptMaxPrice13 | None],
    "contactTypes": NotRequired[list[Literal["friends_family", "coworkers", "clients", "promotions", "everyone"]] | None],
    "senders": NotRequired[list[str] | None],
})
AddClientInputLimits = TypedDict("AddClientInputLimits", {
    "perPayment": NotRequired[float | str | AddClientInputLimitsPerPayment13 | None],
    "perDay": NotRequired[float | str | AddClientInputLimitsPerDay13 | None],
    "perPayee": NotRequired[float | str | AddClientInputLimitsPerPayee13 | None],
    "payees": NotRequired[list[str] | None],
    "contactTypes": NotRequired[list[Literal["friends_family", "coworkers", "clients", "promotions", "everyone"]] | None],
    "askFirstPayment": NotRequired[bool],
    "accept": NotRequired[AddClientInputLimitsAccept | None],
})
AddClientInputKeys = TypedDict("AddClientInputKeys", {
    "jwks": NotRequired[list[dict[str, Any]]],
    "jwksUri": NotRequired[str],
})
AddClientInput = TypedDict("AddClientInput", {
    "name": str,
    "preset": NotRequired[Literal["reader", "draft_only", "assistant", "full"]],
    "scopes": NotRequired[list[Literal["conversations:read", "conversations:write", "conversations:submit", "conversations:cancel", "drafts:write", "payments:hold", "payments:read", "receipts:sign", "decisions:write", "audit:read", "artifacts:write", "addresses:read", "addresses:write", "profile:write", "contacts:read", "contacts:write", "contacts:new", "outward:send", "agents:discover", "teams:act", "webhooks:manage"]]],
    "limits": NotRequired[AddClientInputLimits],
    "expiresAt": NotRequired[str],
    "keys": AddClientInputKeys,
})
AddClientOutputCredentialLimitsAccept1 = TypedDict("AddClientOutputCredentialLimitsAccept1", {
    "maxPrice": "Money | None",
    "contactTypes": list[str] | None,
    "senders": list[str] | None,
})
AddClientOutputCredentialLimits = TypedDict("AddClientOutputCredentialLimits", {
    "perPayment": "Money | None",
    "perDay": "Money | None",
    "perPayee": "Money | None",
    "payees": list[str] | None,
    "contactTypes": list[str] | None,
    "askFirstPayment": bool,
    "accept": "AddClientOutputCredentialLimitsAccept1 | None",
})
AddClientOutputCredentialSays = TypedDict("AddClientOutputCredentialSays", {
    "may": str,
    "cannot": str,
    "pays": str,
    "accepts": str,
})
AddClientOutputCredential = TypedDict("AddClientOutputCredential", {
    "id": str,
    "kind": Literal["token", "keys", "oauth"],
    "name": str,
    "clientId": str | None,
    "jwksUri": NotRequired[str],
    "prefix": Literal["svc_"] | None,
    "lastFour": str | None,
    "preset": Literal["reader", "draft_only", "assistant", "full"] | None,
    "scopes": list[str] | None,
    "limits": "AddClientOutputCredentialLimits",
    "says": AddClientOutputCredentialSays,
    "createdAt": str,
    "lastUsedAt": str | None,
    "lastUsedFrom": str | None,
    "rotatedAt": str | None,
    "expiresAt": str | None,
    "revokedAt": str | None,
})
AddClientOutput = TypedDict("AddClientOutput", {
    "credential": "AddClientOutputCredential",
})
UpdateCredentialInputLimitsPerPayment13 = TypedDict("UpdateCredentialInputLimitsPerPayment13", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
UpdateCredentialInputLimitsPerDay13 = TypedDict("UpdateCredentialInputLimitsPerDay13", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
UpdateCredentialInputLimitsPerPayee13 = TypedDict("UpdateCredentialInputLimitsPerPayee13", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
UpdateCredentialInputLimitsAcceptMaxPrice13 = TypedDict("UpdateCredentialInputLimitsAcceptMaxPrice13", {
    "amount": NotRequired[str],
    "amountAtomic": NotRequired[str],
    "currency": NotRequired[str],
    "decimals": NotRequired[int],
})
UpdateCredentialInputLimitsAccept = TypedDict("UpdateCredentialInputLimitsAccept", {
    "maxPrice": NotRequired[float | str | UpdateCredentialInputLimitsAcceptMaxPrice13 | None],
    "contactTypes": NotRequired[list[Literal["friends_family", "coworkers", "clients", "promotions", "everyone"]] | None],
    "senders": NotRequired[list[str] | None],
})
UpdateCredentialInputLimits = TypedDict("UpdateCredentialInputLimits", {
    "perPayment": NotRequired[float | str | UpdateCredentialInputLimitsPerPayment13 | None],
    "perDay": NotRequired[float | str | UpdateCredentialInputLimitsPerDay13 | None],
    "perPayee": NotRequired[float | str | UpdateCredentialInputLimitsPerPayee13 | None],
    "payees": NotRequired[list[str] | None],
    "contactTypes": NotRequired[list[Literal["friends_family", "coworkers", "clients", "promotions", "everyone"]] | None],
    "askFirstPayment": NotRequired[bool],
    "accept": NotRequired[UpdateCredentialInputLimitsAccept | None],
})
UpdateCredentialInputKeys = TypedDict("UpdateCredentialInputKeys", {
    "jwks": NotRequired[list[dict[str, Any]]],
    "jwksUri": NotRequired[str],
})
UpdateCredentialInput = TypedDict("UpdateCredentialInput", {
    "credentialId": str,
    "limits": NotRequired[UpdateCredentialInputLimits],
    "keys": NotRequired[UpdateCredentialInputKeys],
})
UpdateCredentialOutputCredentialLimitsAccept1 = TypedDict("UpdateCredentialOutputCredentialLimitsAccept1", {
    "maxPrice": "Money | None",
    "contactTypes": list[str] | None,
    "senders": list[str] | None,
})
UpdateCredentialOutputCredentialLimits = TypedDict("UpdateCredentialOutputCredentialLimits", {
    "perPayment": "Money | None",
    "perDay": "Money | None",
    "perPayee": "Money | None",
    "payees": list[str] | None,
    "contactTypes": list[str] | None,
    "askFirstPayment": bool,
    "accept": "UpdateCredentialOutputCredentialLimitsAccept1 | None",
})
UpdateCredentialOutputCredentialSays = TypedDict("UpdateCredentialOutputCredentialSays", {
    "may": str,
    "cannot": str,
    "pays": str,
    "accepts": str,
})
UpdateCredentialOutputCredential = TypedDict("UpdateCredentialOutputCredential", {
    "id": str,
    "kind": Literal["token", "keys", "oauth"],
    "name": str,
    "clientId": str | None,
    "jwksUri": NotRequired[str],
    "prefix": Literal["svc_"] | None,
    "lastFour": str | None,
    "preset": Literal["reader", "draft_only", "assistant", "full"] | None,
    "scopes": list[str] | None,
    "limits": "UpdateCredentialOutputCredentialLimits",
    "says": UpdateCredentialOutputCredentialSays,
    "createdAt": str,
    "lastUsedAt": str | None,
    "lastUsedFrom": str | None,
    "rotatedAt": str | None,
    "expiresAt": str | None,
    "revokedAt": str | None,
})
UpdateCredentialOutput = TypedDict("UpdateCredentialOutput", {
    "credential": "UpdateCredentialOutputCredential",
})
RevokeCredentialInput = TypedDict("RevokeCredentialInput", {
    "credentialId": str,
})
RevokeCredentialOutputCredentialLimitsAccept1 = TypedDict("RevokeCredentialOutputCredentialLimitsAccept1", {
    "maxPrice": "Money | None",
    "contactTypes": list[str] | None,
    "senders": list[str] | None,
})
RevokeCredentialOutputCredentialLimits = TypedDict("RevokeCredentialOutputCredentialLimits", {
    "perPayment": "Money | None",
    "perDay": "Money | None",
    "perPayee": "Money | None",
    "payees": list[str] | None,
    "contactTypes": list[str] | None,
    "askFirstPayment": bool,
    "accept": "RevokeCredentialOutputCredentialLimitsAccept1 | None",
})
RevokeCredentialOutputCredentialSays = TypedDict("RevokeCredentialOutputCredentialSays", {
    "may": str,
    "cannot": str,
    "pays": str,
    "accepts": str,
})
RevokeCredentialOutputCredential = TypedDict("RevokeCredentialOutputCredential", {
    "id": str,
    "kind": Literal["token", "keys", "oauth"],
    "name": str,
    "clientId": str | None,
    "jwksUri": NotRequired[str],
    "prefix": Literal["svc_"] | None,
    "lastFour": str | None,
    "preset": Literal["reader", "draft_only", "assistant", "full"] | None,
    "scopes": list[str] | None,
    "limits": "RevokeCredentialOutputCredentialLimits",
    "says": RevokeCredentialOutputCredentialSays,
    "createdAt": str,
    "lastUsedAt": str | None,
    "lastUsedFrom": str | None,
    "rotatedAt": str | None,
    "expiresAt": str | None,
    "revokedAt": str | None,
})
RevokeCredentialOutput = TypedDict("RevokeCredentialOutput", {
    "credential": "RevokeCredentialOutputCredential",
})
RotateCredentialInput = TypedDict("RotateCredentialInput", {
    "credentialId": str,
})
RotateCredentialOutputCredentialLimitsAccept1 = TypedDict("RotateCredentialOutputCredentialLimitsAccept1", {
    "maxPrice": "Money | None",
    "contactTypes": list[str] | None,
    "senders": list[str] | None,
})
RotateCredentialOutputCredentialLimits = TypedDict("RotateCredentialOutputCredentialLimits", {
    "perPayment": "Money | None",
    "perDay": "Money | None",
    "perPayee": "Money | None",
    "payees": list[str] | None,
    "contactTypes": list[str] | None,
    "askFirstPayment": bool,
    "accept": "RotateCredentialOutputCredentialLimitsAccept1 | None",
})
RotateCredentialOutputCredentialSays = TypedDict("RotateCredentialOutputCredentialSays", {
    "may": str,
    "cannot": str,
    "pays": str,
    "accepts": str,
})
RotateCredentialOutputCredential = TypedDict("RotateCredentialOutputCredential", {
    "id": str,
    "kind": Literal["token", "keys", "oauth"],
    "name": str,
    "clientId": str | None,
    "jwksUri": NotRequired[str],
    "prefix": Literal["svc_"] | None,
    "lastFour": str | None,
    "preset": Literal["reader", "draft_only", "assistant", "full"] | None,
    "scopes": list[str] | None,
    "limits": "RotateCredentialOutputCredentialLimits",
    "says": RotateCredentialOutputCredentialSays,
    "createdAt": str,
    "lastUsedAt": str | None,
    "lastUsedFrom": str | None,
    "rotatedAt": str | None,
    "expiresAt": str | None,
    "revokedAt": str | None,
})
RotateCredentialOutput = TypedDict("RotateCredentialOutput", {
    "credential": "RotateCredentialOutputCredential",
    "token": str,
})
ListSessionsOutputSessionsItem = TypedDict("ListSessionsOutputSessionsItem", {
    "id": str,
    "device": str,
    "userAgent": str | None,
    "createdAt": str,
    "lastUsedAt": str | None,
    "lastUsedFrom": str | None,
    "expiresAt": str,
    "current": bool,
})
ListSessionsOutput = TypedDict("ListSessionsOutput", {
    "sessions": list[ListSessionsOutputSessionsItem],
})
RevokeSessionsOutput = TypedDict("RevokeSessionsOutput", {
    "revoked": int,
})
RevokeSessionInput = TypedDict("RevokeSessionInput", {
    "sessionId": str,
})
RevokeSessionOutput = TypedDict("RevokeSessionOutput", {
    "sessionId": str,
    "revoked": Literal[True],
})
ListExportsOutputExportsItem = TypedDict("ListExportsOutputExportsItem", {
    "exportId": str,
    "status": Literal["making", "ready", "failed", "removed"],
    "reason": Literal["too_large"] | None,
    "conversations": int,
    "conversationsDone": int,
    "bytes": int | None,
    "createdAt": str,
    "readyAt": str | None,
    "expiresAt": str,
})
ListExportsOutput = TypedDict("ListExportsOutput", {
    "exports": list[ListExportsOutputExportsItem],
})
StartExportOutputExport = TypedDict("StartExportOutputExport", {
    "exportId": str,
    "status": Literal["making", "ready", "failed", "removed"],
    "reason": Literal["too_large"] | None,
    "conversations": int,
    "conversationsDone": int,
    "bytes": int | None,
    "createdAt": str,
    "readyAt": str | None,
    "expiresAt": str,
})
StartExportOutput = TypedDict("StartExportOutput", {
    "export": StartExportOutputExport,
})
ListImportsOutputImportsItem = TypedDict("ListImportsOutputImportsItem", {
    "importId": str,
    "service": str,
    "address": str,
    "exportedAt": str,
    "logKey": str,
    "logSize": int,
    "keyKnown": bool,
    "itemsAll": int,
    "items": int,
    "createdAt": str,
    "readyAt": str | None,
})
ListImportsOutput = TypedDict("ListImportsOutput", {
    "imports": list[ListImportsOutputImportsItem],
})
GetExportInput = TypedDict("GetExportInput", {
    "exportId": str,
})
GetExportOutputExport = TypedDict("GetExportOutputExport", {
    "exportId": str,
    "status": Literal["making", "ready", "failed", "removed"],
    "reason": Literal["too_large"] | None,
    "conversations": int,
    "conversationsDone": int,
    "bytes": int | None,
    "createdAt": str,
    "readyAt": str | None,
    "expiresAt": str,
})
GetExportOutput = TypedDict("GetExportOutput", {
    "export": GetExportOutputExport,
})
DeleteExportInput = TypedDict("DeleteExportInput", {
    "exportId": str,
})
DeleteExportOutputExport = TypedDict("DeleteExportOutputExport", {
    "exportId": str,
    "status": Literal["making", "ready", "failed", "removed"],
    "reason": Literal["too_large"] | None,
    "conversations": int,
    "conversationsDone": int,
    "bytes": int | None,
    "createdAt": str,
    "readyAt": str | None,
    "expiresAt": str,
})
DeleteExportOutput = TypedDict("DeleteExportOutput", {
    "export": DeleteExportOutputExport,
})
GetFirstStepsOutputStepsItem = TypedDict("GetFirstStepsOutputStepsItem", {
    "name": Literal["answer", "connect", "write", "contacts"],
    "done": bool,
})
GetFirstStepsOutput = TypedDict("GetFirstStepsOutput", {
    "steps": list[GetFirstStepsOutputStepsItem],
    "welcomeId": str | None,
    "demoId": str | None,
    "shown": bool,
})
ListTemplatesOutputTemplatesItem = TypedDict("ListTemplatesOutputTemplatesItem", {
    "templateId": str,
    "name": str,
    "title": str,
    "text": str,
    "price": NotRequired[str],
    "release": Literal["accepted", "replied", "converted"],
    "releaseAction": NotRequired[str],
    "acceptWithin": NotRequired[str],
    "deliverWithin": NotRequired[str],
    "updatedAt": str,
})
ListTemplatesOutput = TypedDict("ListTemplatesOutput", {
    "templates": list[ListTemplatesOutputTemplatesItem],
})
SaveTemplateInput = TypedDict("SaveTemplateInput", {
    "name": str,
    "title": NotRequired[str],
    "text": NotRequired[str],
    "price": NotRequired[str],
    "release": NotRequired[Literal["accepted", "replied", "converted"]],
    "releaseAction": NotRequired[str],
    "acceptWithin": NotRequired[str],
    "deliverWithin": NotRequired[str],
})
SaveTemplateOutputTemplate = TypedDict("SaveTemplateOutputTemplate", {
    "templateId": str,
    "name": str,
    "title": str,
    "text": str,
    "price": NotRequired[str],
    "release": Literal["accepted", "replied", "converted"],
    "releaseAction": NotRequired[str],
    "acceptWithin": NotRequired[str],
    "deliverWithin": NotRequired[str],
    "updatedAt": str,
})
SaveTemplateOutput = TypedDict("SaveTemplateOutput", {
    "template": SaveTemplateOutputTemplate,
    "created": bool,
})
DeleteTemplateInput = TypedDict("DeleteTemplateInput", {
    "templateId": str,
})
DeleteTemplateOutput = TypedDict("DeleteTemplateOutput", {
    "templateId": str,
    "deleted": Literal[True],
})
ListInboxRulesOutputRulesItem = TypedDict("ListInboxRulesOutputRulesItem", {
    "ruleId": str,
    "from": NotRequired[str],
    "words": NotRequired[str],
    "label": NotRequired[str],
    "inTurn": NotRequired[list[str]],
    "archive": bool,
    "trust": bool,
    "createdAt": str,
})
ListInboxRulesOutput = TypedDict("ListInboxRulesOutput", {
    "rules": list[ListInboxRulesOutputRulesItem],
})
AddInboxRuleInput = TypedDict("AddInboxRuleInput", {
    "from": NotRequired[str],
    "words": NotRequired[str],
    "label": NotRequired[str],
    "inTurn": NotRequired[list[str]],
    "archive": NotRequired[bool],
    "trust": NotRequired[bool],
})
AddInboxRuleOutputRule = TypedDict("AddInboxRuleOutputRule", {
    "ruleId": str,
    "from": NotRequired[str],
    "words": NotRequired[str],
    "label": NotRequired[str],
    "inTurn": NotRequired[list[str]],
    "archive": bool,
    "trust": bool,
    "createdAt": str,
})
AddInboxRuleOutput = TypedDict("AddInboxRuleOutput", {
    "rule": AddInboxRuleOutputRule,
})
PreviewInboxRuleInput = TypedDict("PreviewInboxRuleInput", {
    "from": NotRequired[str],
    "words": NotRequired[str],
})
PreviewInboxRuleOutputExamplesItem = TypedDict("PreviewInboxRuleOutputExamplesItem", {
    "conversationId": str,
    "title": str,
    "from": str,
})
PreviewInboxRuleOutput = TypedDict("PreviewInboxRuleOutput", {
    "looked": int,
    "matched": int,
    "examples": list[PreviewInboxRuleOutputExamplesItem],
})
DeleteInboxRuleInput = TypedDict("DeleteInboxRuleInput", {
    "ruleId": str,
})
DeleteInboxRuleOutput = TypedDict("DeleteInboxRuleOutput", {
    "ruleId": str,
    "deleted": Literal[True],
})
GetAccountOutputAccount = TypedDict("GetAccountOutputAccount", {
    "id": str,
    "kind": Literal["person", "agent", "service", "team"],
    "displayName": str,
    "createdAt": str,
    "disabledAt": str | None,
})
GetAccountOutputAddress1PricesItem = TypedDict("GetAccountOutputAddress1PricesItem", {
    "contactType": Literal["friends_family", "coworkers", "clients", "promotions", "everyone"],
    "price": "Money",
    "release": Literal["accepted", "replied"],
    "holdDays": int,
    "source": Literal["recipient", "default"],
})
GetAccountOutputAddress1 = TypedDict("GetAccountOutputAddress1", {
    "id": str,
    "localPart": str,
    "address": str,
    "displayName": str,
    "cardUrl": str | None,
    "agentCardByPath": NotRequired[str],
    "prices": "list[GetAccountOutputAddress1PricesItem]",
    "createdAt": str,
})
GetAccountOutputPayout = TypedDict("GetAccountOutputPayout", {
    "network": str,
    "asset": str,
    "collector": str,
    "address": str | None,
})
GetAccountOutputTeamsItemMyRights = TypedDict("GetAccountOutputTeamsItemMyRights", {
    "mayRead": bool,
    "mayWrite": bool,
    "maySign": bool,
    "mayApprove": bool,
    "maySpend": bool,
    "mayAdmin": bool,
    "mayShare": bool,
    "mayDelete": bool,
})
GetAccountOutputTeamsItemApprove = TypedDict("GetAccountOutputTeamsItemApprove", {
    "upTo": "Money | None",
    "perDay": "Money | None",
    "kinds": list[str] | None,
})
GetAccountOutputTeamsItem = TypedDict("GetAccountOutputTeamsItem", {
    "id": str,
    "address": str | None,
    "displayName": str,
    "myRole": Literal["owner", "manager", "responder", "reader"],
    "myRights": GetAccountOutputTeamsItemMyRights,
    "approve": "GetAccountOutputTeamsItemApprove",
    "from": str | None,
    "until": str | None,
})
GetAccountOutputDecidesForItem = TypedDict("GetAccountOutputDecidesForItem", {
    "accountId": str,
    "address": str | None,
    "displayName": str,
    "kinds": list[str] | None,
    "upTo": "Money | None",
    "from": str | None,
    "until": str | None,
    "reason": str | None,
})
GetAccountOutput = TypedDict("GetAccountOutput", {
    "account": GetAccountOutputAccount,
    "address": "GetAccountOutputAddress1 | None",
    "payout": NotRequired[GetAccountOutputPayout],
    "teams": NotRequired["list[GetAccountOutputTeamsItem]"],
    "decidesFor": NotRequired["list[GetAccountOutputDecidesForItem]"],
    "currencies": list[Literal["TEST", "USDC"]],
})
DeleteAccountInput = TypedDict("DeleteAccountInput", {
    "confirm": NotRequired[str],
})
DeleteAccountOutputHeldInItem = TypedDict("DeleteAccountOutputHeldInItem", {
    "conversationId": str,
    "title": str,
})
DeleteAccountOutput = TypedDict("DeleteAccountOutput", {
    "accountId": str,
    "begun": bool,
    "forfeited": "Money",
    "held": list[str],
    "heldIn": list[DeleteAccountOutputHeldInItem],
    "erases": list[str],
    "stays": list[str],
})
SignUpInput = TypedDict("SignUpInput", {
    "displayName": str,
    "localPart": NotRequired[str],
    "timeZone": NotRequired[str],
    "language": NotRequired[Literal["en", "de"]],
})
SignUpOutputAccount = TypedDict("SignUpOutputAccount", {
    "id": str,
    "kind": Literal["person", "agent", "service", "team"],
    "displayName": str,
    "createdAt": str,
    "disabledAt": str | None,
})
SignUpOutputAddress1PricesItem = TypedDict("SignUpOutputAddress1PricesItem", {
    "contactType": Literal["friends_family", "coworkers", "clients", "promotions", "everyone"],
    "price": "Money",
    "release": Literal["accepted", "replied"],
    "holdDays": int,
    "source": Literal["recipient", "default"],
})
SignUpOutputAddress1 = TypedDict("SignUpOutputAddress1", {
    "id": str,
    "localPart": str,
    "address": str,
    "displayName": str,
    "cardUrl": str | None,
    "agentCardByPath": NotRequired[str],
    "prices": "list[SignUpOutputAddress1PricesItem]",
    "createdAt": str,
})
SignUpOutput = TypedDict("SignUpOutput", {
    "account": SignUpOutputAccount,
    "address": "SignUpOutputAddress1 | None",
    "created": bool,
})
GetCalendarFeedOutput = TypedDict("GetCalendarFeedOutput", {
    "madeAt": str | None,
})
MakeCalendarFeedOutput = TypedDict("MakeCalendarFeedOutput", {
    "url": str,
    "madeAt": str,
})
EndCalendarFeedOutput = TypedDict("EndCalendarFeedOutput", {
    "madeAt": str | None,
})
GetNotificationsOutputQuietHours1 = TypedDict("GetNotificationsOutputQuietHours1", {
    "from": str,
    "to": str,
})
GetNotificationsOutputMailStopped = TypedDict("GetNotificationsOutputMailStopped", {
    "at": str,
    "reason": Literal["unsubscribed", "reported", "bounced", "complained"],
})
GetNotificationsOutput = TypedDict("GetNotificationsOutput", {
    "needsYou": bool,
    "holdEnding": bool,
    "domainLost": bool,
    "titleInInvites": bool,
    "replyByMail": bool,
    "timeZone": str | None,
    "language": Literal["en", "de"] | None,
    "quietHours": GetNotificationsOutputQuietHours1 | None,
    "mutedTeams": list[str],
    "mailStopped": NotRequired[GetNotificationsOutputMailStopped],
})
UpdateNotificationsInputQuietHours1 = TypedDict("UpdateNotificationsInputQuietHours1", {
    "from": str,
    "to": str,
})
UpdateNotificationsInput = TypedDict("UpdateNotificationsInput", {
    "needsYou": NotRequired[bool],
    "holdEnding": NotRequired[bool],
    "domainLost": NotRequired[bool],
    "titleInInvites": NotRequired[bool],
    "replyByMail": NotRequired[bool],
    "timeZone": NotRequired[str | None],
    "language": NotRequired[Literal["en", "de"] | None],
    "quietHours": NotRequired[UpdateNotificationsInputQuietHours1 | None],
    "mutedTeams": NotRequired[list[str]],
})
UpdateNotificationsOutputQuietHours1 = TypedDict("UpdateNotificationsOutputQuietHours1", {
    "from": str,
    "to": str,
})
UpdateNotificationsOutputMailStopped = TypedDict("UpdateNotificationsOutputMailStopped", {
    "at": str,
    "reason": Literal["unsubscribed", "reported", "bounced", "complained"],
})
UpdateNotificationsOutput = TypedDict("UpdateNotificationsOutput", {
    "needsYou": bool,
    "holdEnding": bool,
    "domainLost": bool,
    "titleInInvites": bool,
    "replyByMail": bool,
    "timeZone": str | None,
    "language": Literal["en", "de"] | None,
    "quietHours": UpdateNotificationsOutputQuietHours1 | None,
    "mutedTeams": list[str],
    "mailStopped": NotRequired[UpdateNotificationsOutputMailStopped],
})
ListWebhooksOutputWebhooksItem = TypedDict("ListWebhooksOutputWebhooksItem", {
    "webhookId": str,
    "url": str,
    "events": list[Literal["conversation.created", "conversation.changed", "message.appended", "state.changed", "payment.updated", "terms.changed", "dispute.changed", "flags.changed", "draft.deleted", "contact.changed", "payment.moved", "settings.changed"]] | None,
    "status": Literal["active", "paused"],
    "reason": Literal["failing", "gone", "access_ended"] | None,
    "failingSince": str | None,
    "madeBy": str | None,
    "oldSecretUntil": str | None,
    "createdAt": str,
})
ListWebhooksOutput = TypedDict("ListWebhooksOutput", {
    "webhooks": list[ListWebhooksOutputWebhooksItem],
})
AddWebhookInput = TypedDict("AddWebhookInput", {
    "url": str,
    "events": NotRequired[list[Literal["conversation.created", "conversation.changed", "message.appended", "state.changed", "payment.updated", "terms.changed", "dispute.changed", "flags.changed", "draft.deleted", "contact.changed", "payment.moved", "settings.changed"]]],
})
AddWebhookOutputWebhook = TypedDict("AddWebhookOutputWebhook", {
    "webhookId": str,
    "url": str,
    "events": list[Literal["conversation.created", "conversation.changed", "message.appended", "state.changed", "payment.updated", "terms.changed", "dispute.changed", "flags.changed", "draft.deleted", "contact.changed", "payment.moved", "settings.changed"]] | None,
    "status": Literal["active", "paused"],
    "reason": Literal["failing", "gone", "access_ended"] | None,
    "failingSince": str | None,
    "madeBy": str | None,
    "oldSecretUntil": str | None,
    "createdAt": str,
})
AddWebhookOutput = TypedDict("AddWebhookOutput", {
    "webhook": AddWebhookOutputWebhook,
    "secret": str,
})
UpdateWebhookInput = TypedDict("UpdateWebhookInput", {
    "webhookId": str,
    "url": NotRequired[str],
    "events": NotRequired[list[Literal["conversation.created", "conversation.changed", "message.appended", "state.changed", "payment.updated", "terms.changed", "dispute.changed", "flags.changed", "draft.deleted", "contact.changed", "payment.moved", "settings.changed"]] | None],
    "active": NotRequired[bool],
})
UpdateWebhookOutputWebhook = TypedDict("UpdateWebhookOutputWebhook", {
    "webhookId": str,
    "url": str,
    "events": list[Literal["conversation.created", "conversation.changed", "message.appended", "state.changed", "payment.updated", "terms.changed", "dispute.changed", "flags.changed", "draft.deleted", "contact.changed", "payment.moved", "settings.changed"]] | None,
    "status": Literal["active", "paused"],
    "reason": Literal["failing", "gone", "access_ended"] | None,
    "failingSince": str | None,
    "madeBy": str | None,
    "oldSecretUntil": str | None,
    "createdAt": str,
})
UpdateWebhookOutput = TypedDict("UpdateWebhookOutput", {
    "webhook": UpdateWebhookOutputWebhook,
})
DeleteWebhookInput = TypedDict("DeleteWebhookInput", {
    "webhookId": str,
})
DeleteWebhookOutput = TypedDict("DeleteWebhookOutput", {
    "webhookId": str,
    "deleted": Literal[True],
})
RotateWebhookInput = TypedDict("RotateWebhookInput", {
    "webhookId": str,
})
RotateWebhookOutputWebhook = TypedDict("RotateWebhookOutputWebhook", {
    "webhookId": str,
    "url": str,
    "events": list[Literal["conversation.created", "conversation.changed", "message.appended", "state.changed", "payment.updated", "terms.changed", "dispute.changed", "flags.changed", "draft.deleted", "contact.changed", "payment.moved", "settings.changed"]] | None,
    "status": Literal["active", "paused"],
    "reason": Literal["failing", "gone", "access_ended"] | None,
    "failingSince": str | None,
    "madeBy": str | None,
    "oldSecretUntil": str | None,
    "createdAt": str,
})
RotateWebhookOutput = TypedDict("RotateWebhookOutput", {
    "webhook": RotateWebhookOutputWebhook,
    "secret": str,
})
TestWebhookInput = TypedDict("TestWebhookInput", {
    "webhookId": str,
})
TestWebhookOutputDeliveryAttemptsItem = TypedDict("TestWebhookOutputDeliveryAttemptsItem", {
    "at": str,
    "tookMs": int,
    "status": int | None,
    "error": str | None,
    "response": str | None,
})
TestWebhookOutputDelivery = TypedDict("TestWebhookOutputDelivery", {
    "deliveryId": str,
    "type": str,
    "status": Literal["waiting", "sending", "delivered", "failed"],
    "createdAt": str,
    "nextAttemptAt": str | None,
    "request": str,
    "attempts": list[TestWebhookOutputDeliveryAttemptsItem],
})
TestWebhookOutput = TypedDict("TestWebhookOutput", {
    "delivery": TestWebhookOutputDelivery,
})
ListWebhookDeliveriesInput = TypedDict("ListWebhookDeliveriesInput", {
    "webhookId": str,
    "cursor": NotRequired[str],
    "limit": NotRequired[int],
})
ListWebhookDeliveriesOutputDeliveriesItemAttemptsItem = TypedDict("ListWebhookDeliveriesOutputDeliveriesItemAttemptsItem", {
    "at": str,
    "tookMs": int,
    "status": int | None,
    "error": str | None,
    "response": str | None,
})
ListWebhookDeliveriesOutputDeliveriesItem = TypedDict("ListWebhookDeliveriesOutputDeliveriesItem", {
    "deliveryId": str,
    "type": str,
    "status": Literal["waiting", "sending", "delivered", "failed"],
    "createdAt": str,
    "nextAttemptAt": str | None,
    "request": str,
    "attempts": list[ListWebhookDeliveriesOutputDeliveriesItemAttemptsItem],
})
ListWebhookDeliveriesOutput = TypedDict("ListWebhookDeliveriesOutput", {
    "deliveries": list[ListWebhookDeliveriesOutputDeliveriesItem],
    "nextCursor": str | None,
    "hasMore": bool,
})
ReplayWebhookInput = TypedDict("ReplayWebhookInput", {
    "webhookId": str,
    "deliveryId": NotRequired[str],
    "from": NotRequired[str],
    "to": NotRequired[str],
})
ReplayWebhookOutput = TypedDict("ReplayWebhookOutput", {
    "replayed": int,
})
ListPushDevicesOutputDevicesItem = TypedDict("ListPushDevicesOutputDevicesItem", {
    "deviceId": str,
    "name": str,
    "service": str,
    "kinds": list[Literal["asks", "replies", "money"]],
    "createdAt": str,
    "reachedAt": str | None,
})
ListPushDevicesOutput = TypedDict("ListPushDevicesOutput", {
    "key": str,
    "devices": list[ListPushDevicesOutputDevicesItem],
})
AddPushDeviceInput = TypedDict("AddPushDeviceInput", {
    "endpoint": str,
    "p256dh": str,
    "auth": str,
    "name": str,
    "kinds": NotRequired[list[Literal["asks", "replies", "money"]]],
})
AddPushDeviceOutputDevice = TypedDict("AddPushDeviceOutputDevice", {
    "deviceId": str,
    "name": str,
    "service": str,
    "kinds": list[Literal["asks", "replies", "money"]],
    "createdAt": str,
    "reachedAt": str | None,
})
AddPushDeviceOutput = TypedDict("AddPushDeviceOutput", {
    "device": AddPushDeviceOutputDevice,
})
UpdatePushDeviceInput = TypedDict("UpdatePushDeviceInput", {
    "deviceId": str,
    "name": NotRequired[str],
    "kinds": NotRequired[list[Literal["asks", "replies", "money"]]],
})
UpdatePushDeviceOutputDevice = TypedDict("UpdatePushDeviceOutputDevice", {
    "deviceId": str,
    "name": str,
    "service": str,
    "kinds": list[Literal["asks", "replies", "money"]],
    "createdAt": str,
    "reachedAt": str | None,
})
UpdatePushDeviceOutput = TypedDict("UpdatePushDeviceOutput", {
    "device": UpdatePushDeviceOutputDevice,
})
DeletePushDeviceInput = TypedDict("DeletePushDeviceInput", {
    "deviceId": str,
})
DeletePushDeviceOutput = TypedDict("DeletePushDeviceOutput", {
    "deviceId": str,
    "deleted": Literal[True],
})
ReadAuditInput = TypedDict("ReadAuditInput", {
    "conversationId": str,
    "after": NotRequired[str],
    "limit": NotRequired[int],
})
ReadAuditOutputRecordsItemCommit = TypedDict("ReadAuditOutputRecordsItemCommit", {
    "entries": int,
    "head": str,
    "inner": str,
})
ReadAuditOutputRecordsItem = TypedDict("ReadAuditOutputRecordsItem", {
    "seq": int,
    "hash": str,
    "prevHash": str,
    "bodyHash": str,
    "commit": NotRequired[ReadAuditOutputRecordsItemCommit],
    "type": str,
})
ReadAuditOutputActorsItem = TypedDict("ReadAuditOutputActorsItem", {
    "seq": int,
    "kind": Literal["person", "agent", "guest", "remote", "operator", "service", "system"],
    "label": str,
    "name": NotRequired[str],
    "credentialId": NotRequired[str],
    "salt": NotRequired[str],
})
ReadAuditOutputHead = TypedDict("ReadAuditOutputHead", {
    "hash": str,
    "seq": int,
})
ReadAuditOutput = TypedDict("ReadAuditOutput", {
    "conversationId": str,
    "records": list[ReadAuditOutputRecordsItem],
    "actors": list[ReadAuditOutputActorsItem],
    "head": ReadAuditOutputHead,
    "nextAfter": str | None,
    "hasMore": bool,
})
ProveAuditHeadInput = TypedDict("ProveAuditHeadInput", {
    "conversationId": str,
    "size": NotRequired[int],
})
ProveAuditHeadOutputProven1 = TypedDict("ProveAuditHeadOutputProven1", {
    "seq": int,
    "hash": str,
    "leaf": int,
    "size": int,
    "proof": list[str],
})
ProveAuditHeadOutput = TypedDict("ProveAuditHeadOutput", {
    "conversationId": str,
    "proven": ProveAuditHeadOutputProven1 | None,
})
GetAuditLogOutputWitnessesItem = TypedDict("GetAuditLogOutputWitnessesItem", {
    "name": str,
    "key": str,
    "size": int,
    "signedAt": str | None,
    "note": str | None,
    "problem": str | None,
})
GetAuditLogOutput = TypedDict("GetAuditLogOutput", {
    "origin": str,
    "size": int,
    "root": str,
    "note": str,
    "key": str,
    "witnesses": list[GetAuditLogOutputWitnessesItem],
})
ProveLogConsistencyInput = TypedDict("ProveLogConsistencyInput", {
    "from": int,
    "to": NotRequired[int],
})
ProveLogConsistencyOutput = TypedDict("ProveLogConsistencyOutput", {
    "from": int,
    "to": int,
    "proof": list[str],
})
GetHealthOutputLedger1 = TypedDict("GetHealthOutputLedger1", {
    "sum": int,
    "drifted": int,
})
GetHealthOutputVerified1 = TypedDict("GetHealthOutputVerified1", {
    "at": str,
    "ok": bool,
    "wellAt": str | None,
})
GetHealthOutputBackup1 = TypedDict("GetHealthOutputBackup1", {
    "at": str,
    "ok": bool,
    "wellAt": str | None,
})
GetHealthOutputLoop = TypedDict("GetHealthOutputLoop", {
    "late": int,
    "longestMs": int,
})
GetHealthOutputClock = TypedDict("GetHealthOutputClock", {
    "aheadSeconds": int,
    "waitsSeconds": int,
})
GetHealthOutput = TypedDict("GetHealthOutput", {
    "ok": bool,
    "ledger": GetHealthOutputLedger1 | None,
    "verified": GetHealthOutputVerified1 | None,
    "backup": GetHealthOutputBackup1 | None,
    "loop": GetHealthOutputLoop,
    "clock": GetHealthOutputClock,
})
GetReadinessOutputDatabase = TypedDict("GetReadinessOutputDatabase", {
    "writable": bool,
    "full": bool,
})
GetReadinessOutputOperator = TypedDict("GetReadinessOutputOperator", {
    "reachable": bool,
})
GetReadinessOutput = TypedDict("GetReadinessOutput", {
    "ok": bool,
    "detail": str | None,
    "database": GetReadinessOutputDatabase,
    "operator": NotRequired[GetReadinessOutputOperator],
})
DownloadExportInput = TypedDict("DownloadExportInput", {
    "exportId": str,
})
OrderByWalletInput = TypedDict("OrderByWalletInput", {
    "localPart": str,
    "offerId": str,
})
RecordBounceInput = TypedDict("RecordBounceInput", {
    "message": NotRequired[str],
    "messageId": NotRequired[str],
    "kind": NotRequired[Literal["hard", "soft", "complaint"]],
})
RecordBounceOutput = TypedDict("RecordBounceOutput", {
    "kind": Literal["hard", "soft", "complaint", "unsubscribe"],
    "recorded": bool,
})
TakeMailInput = TypedDict("TakeMailInput", {
    "message": str,
    "recipient": NotRequired[str],
})
TakeMailOutput = TypedDict("TakeMailOutput", {
    "outcome": Literal["sent", "ignored", "refused"],
    "reason": str | None,
    "conversationId": str | None,
})


class Operations:
    """A method for each operation of the REST interface."""

    def call(self, verb: str, path: str, given: Mapping[str, Any], options: Options) -> Any:
        """Sends one call and reads its JSON."""
        raise NotImplementedError

    def send(self, verb: str, path: str, given: Mapping[str, Any], options: Options) -> HTTPResponse:
        """Sends one call; its answer is left to be read and closed."""
        raise NotImplementedError

    def list_conversations(self, options: Options = {}, /, **input: Unpack[ListConversationsInput]) -> ListConversationsOutput:
        """List conversations. `GET /v1/conversations`"""
        return self.call("GET", "/v1/conversations", input, options)

    def create_conversation(self, options: Options = {}, /, **input: Unpack[CreateConversationInput]) -> CreateConversationOutput:
        """Create a conversation. `POST /v1/conversations`"""
        return self.call("POST", "/v1/conversations", input, options)

    def update_conversations(self, options: Options = {}, /, **input: Unpack[UpdateConversationsInput]) -> UpdateConversationsOutput:
        """Update conversations. `PATCH /v1/conversations`"""
        return self.call("PATCH", "/v1/conversations", input, options)

    def list_labels(self, options: Options = {}, /) -> ListLabelsOutput:
        """List labels. `GET /v1/labels`"""
        return self.call("GET", "/v1/labels", {}, options)

    def rename_label(self, options: Options = {}, /, **input: Unpack[RenameLabelInput]) -> RenameLabelOutput:
        """Rename a label. `PATCH /v1/labels/{label}`"""
        return self.call("PATCH", "/v1/labels/{label}", input, options)

    def delete_label(self, options: Options = {}, /, **input: Unpack[DeleteLabelInput]) -> DeleteLabelOutput:
        """Delete a label. `DELETE /v1/labels/{label}`"""
        return self.call("DELETE", "/v1/labels/{label}", input, options)

    def get_digest(self, options: Options = {}, /, **input: Unpack[GetDigestInput]) -> GetDigestOutput:
        """Read the digest. `GET /v1/digest`"""
        return self.call("GET", "/v1/digest", input, options)

    def list_changes(self, options: Options = {}, /, **input: Unpack[ListChangesInput]) -> ListChangesOutput:
        """List changes. `GET /v1/changes`"""
        return self.call("GET", "/v1/changes", input, options)

    def open_welcome(self, options: Options = {}, /, **input: Unpack[OpenWelcomeInput]) -> OpenWelcomeOutput:
        """Open the welcome message. `POST /v1/conversations/welcome`"""
        return self.call("POST", "/v1/conversations/welcome", input, options)

    def suggest_recipients(self, options: Options = {}, /, **input: Unpack[SuggestRecipientsInput]) -> SuggestRecipientsOutput:
        """Suggest recipients. `GET /v1/recipients`"""
        return self.call("GET", "/v1/recipients", input, options)

    def preview_conversation(self, options: Options = {}, /, **input: Unpack[PreviewConversationInput]) -> PreviewConversationOutput:
        """Preview a conversation. `POST /v1/conversations/preview`"""
        return self.call("POST", "/v1/conversations/preview", input, options)

    def count_conversations(self, options: Options = {}, /) -> CountConversationsOutput:
        """Count conversations. `GET /v1/conversations/counts`"""
        return self.call("GET", "/v1/conversations/counts", {}, options)

    def get_conversation(self, options: Options = {}, /, **input: Unpack[GetConversationInput]) -> GetConversationOutput:
        """Read a conversation. `GET /v1/conversations/{conversationId}`"""
        return self.call("GET", "/v1/conversations/{conversationId}", input, options)

    def update_conversation(self, options: Options = {}, /, **input: Unpack[UpdateConversationInput]) -> UpdateConversationOutput:
        """Update a conversation. `PATCH /v1/conversations/{conversationId}`"""
        return self.call("PATCH", "/v1/conversations/{conversationId}", input, options)

    def delete_draft(self, options: Options = {}, /, **input: Unpack[DeleteDraftInput]) -> DeleteDraftOutput:
        """Delete a draft. `DELETE /v1/conversations/{conversationId}`"""
        return self.call("DELETE", "/v1/conversations/{conversationId}", input, options)

    def note_replying(self, options: Options = {}, /, **input: Unpack[NoteReplyingInput]) -> NoteReplyingOutput:
        """Say that you are replying. `PUT /v1/conversations/{conversationId}/replying`"""
        return self.call("PUT", "/v1/conversations/{conversationId}/replying", input, options)

    def send_message(self, options: Options = {}, /, **input: Unpack[SendMessageInput]) -> SendMessageOutput:
        """Send a message. `POST /v1/conversations/{conversationId}/messages`"""
        return self.call("POST", "/v1/conversations/{conversationId}/messages", input, options)

    def submit_draft(self, options: Options = {}, /, **input: Unpack[SubmitDraftInput]) -> SubmitDraftOutput:
        """Submit a draft. `POST /v1/conversations/{conversationId}/submit`"""
        return self.call("POST", "/v1/conversations/{conversationId}/submit", input, options)

    def schedule_draft(self, options: Options = {}, /, **input: Unpack[ScheduleDraftInput]) -> ScheduleDraftOutput:
        """Send a draft later. `POST /v1/conversations/{conversationId}/schedule`"""
        return self.call("POST", "/v1/conversations/{conversationId}/schedule", input, options)

    def cancel_conversation(self, options: Options = {}, /, **input: Unpack[CancelConversationInput]) -> CancelConversationOutput:
        """Cancel a conversation. `POST /v1/conversations/{conversationId}/cancel`"""
        return self.call("POST", "/v1/conversations/{conversationId}/cancel", input, options)

    def sign_receipt(self, options: Options = {}, /, **input: Unpack[SignReceiptInput]) -> SignReceiptOutput:
        """Sign a receipt. `POST /v1/conversations/{conversationId}/receipt`"""
        return self.call("POST", "/v1/conversations/{conversationId}/receipt", input, options)

    def complete_conversation(self, options: Options = {}, /, **input: Unpack[CompleteConversationInput]) -> CompleteConversationOutput:
        """Complete a conversation. `POST /v1/conversations/{conversationId}/complete`"""
        return self.call("POST", "/v1/conversations/{conversationId}/complete", input, options)

    def request_review(self, options: Options = {}, /, **input: Unpack[RequestReviewInput]) -> RequestReviewOutput:
        """Request a review. `POST /v1/conversations/{conversationId}/review`"""
        return self.call("POST", "/v1/conversations/{conversationId}/review", input, options)

    def record_hil_decision(self, options: Options = {}, /, **input: Unpack[RecordHilDecisionInput]) -> RecordHilDecisionOutput:
        """Record a decision. `POST /v1/conversations/{conversationId}/decisions`"""
        return self.call("POST", "/v1/conversations/{conversationId}/decisions", input, options)

    def add_artifact(self, options: Options = {}, /, **input: Unpack[AddArtifactInput]) -> AddArtifactOutput:
        """Add an artifact. `POST /v1/conversations/{conversationId}/artifacts`"""
        return self.call("POST", "/v1/conversations/{conversationId}/artifacts", input, options)

    def get_artifact(self, options: Options = {}, /, **input: Unpack[GetArtifactInput]) -> HTTPResponse:
        """Download an artifact. `GET /v1/conversations/{conversationId}/artifacts/{artifactId}`"""
        return self.send("GET", "/v1/conversations/{conversationId}/artifacts/{artifactId}", input, options)

    def remove_artifact(self, options: Options = {}, /, **input: Unpack[RemoveArtifactInput]) -> RemoveArtifactOutput:
        """Remove an artifact from a draft. `DELETE /v1/conversations/{conversationId}/artifacts/{artifactId}`"""
        return self.call("DELETE", "/v1/conversations/{conversationId}/artifacts/{artifactId}", input, options)

    def fund_conversation(self, options: Options = {}, /, **input: Unpack[FundConversationInput]) -> FundConversationOutput:
        """Fund a conversation. `POST /v1/conversations/{conversationId}/fund`"""
        return self.call("POST", "/v1/conversations/{conversationId}/fund", input, options)

    def extend_deadline(self, options: Options = {}, /, **input: Unpack[ExtendDeadlineInput]) -> ExtendDeadlineOutput:
        """Extend a deadline. `POST /v1/conversations/{conversationId}/deadline`"""
        return self.call("POST", "/v1/conversations/{conversationId}/deadline", input, options)

    def propose_terms(self, options: Options = {}, /, **input: Unpack[ProposeTermsInput]) -> ProposeTermsOutput:
        """Propose terms. `POST /v1/conversations/{conversationId}/proposals`"""
        return self.call("POST", "/v1/conversations/{conversationId}/proposals", input, options)

    def accept_proposal(self, options: Options = {}, /, **input: Unpack[AcceptProposalInput]) -> AcceptProposalOutput:
        """Accept a proposal. `POST /v1/conversations/{conversationId}/proposals/{proposalId}/accept`"""
        return self.call("POST", "/v1/conversations/{conversationId}/proposals/{proposalId}/accept", input, options)

    def withdraw_proposal(self, options: Options = {}, /, **input: Unpack[WithdrawProposalInput]) -> WithdrawProposalOutput:
        """Withdraw a proposal. `DELETE /v1/conversations/{conversationId}/proposals/{proposalId}`"""
        return self.call("DELETE", "/v1/conversations/{conversationId}/proposals/{proposalId}", input, options)

    def get_dispute_evidence(self, options: Options = {}, /, **input: Unpack[GetDisputeEvidenceInput]) -> HTTPResponse:
        """Download the evidence of a dispute. `GET /v1/conversations/{conversationId}/dispute/evidence.zip`"""
        return self.send("GET", "/v1/conversations/{conversationId}/dispute/evidence.zip", input, options)

    def raise_price(self, options: Options = {}, /, **input: Unpack[RaisePriceInput]) -> RaisePriceOutput:
        """Raise the price. `POST /v1/conversations/{conversationId}/price`"""
        return self.call("POST", "/v1/conversations/{conversationId}/price", input, options)

    def refund_payment(self, options: Options = {}, /, **input: Unpack[RefundPaymentInput]) -> RefundPaymentOutput:
        """Refund a payment. `POST /v1/conversations/{conversationId}/refund`"""
        return self.call("POST", "/v1/conversations/{conversationId}/refund", input, options)

    def request_refund(self, options: Options = {}, /, **input: Unpack[RequestRefundInput]) -> RequestRefundOutput:
        """Ask for a refund. `POST /v1/conversations/{conversationId}/refund-request`"""
        return self.call("POST", "/v1/conversations/{conversationId}/refund-request", input, options)

    def open_dispute(self, options: Options = {}, /, **input: Unpack[OpenDisputeInput]) -> OpenDisputeOutput:
        """Open a dispute. `POST /v1/conversations/{conversationId}/dispute`"""
        return self.call("POST", "/v1/conversations/{conversationId}/dispute", input, options)

    def answer_dispute(self, options: Options = {}, /, **input: Unpack[AnswerDisputeInput]) -> AnswerDisputeOutput:
        """Answer a dispute. `POST /v1/conversations/{conversationId}/dispute/answer`"""
        return self.call("POST", "/v1/conversations/{conversationId}/dispute/answer", input, options)

    def withdraw_dispute(self, options: Options = {}, /, **input: Unpack[WithdrawDisputeInput]) -> WithdrawDisputeOutput:
        """Withdraw a dispute. `POST /v1/conversations/{conversationId}/dispute/withdraw`"""
        return self.call("POST", "/v1/conversations/{conversationId}/dispute/withdraw", input, options)

    def rule_dispute(self, options: Options = {}, /, **input: Unpack[RuleDisputeInput]) -> RuleDisputeOutput:
        """Rule on a dispute. `POST /v1/conversations/{conversationId}/dispute/ruling`"""
        return self.call("POST", "/v1/conversations/{conversationId}/dispute/ruling", input, options)

    def get_balance(self, options: Options = {}, /) -> GetBalanceOutput:
        """Read the balance. `GET /v1/balance`"""
        return self.call("GET", "/v1/balance", {}, options)

    def list_payments(self, options: Options = {}, /, **input: Unpack[ListPaymentsInput]) -> ListPaymentsOutput:
        """Read the statement. `GET /v1/payments`"""
        return self.call("GET", "/v1/payments", input, options)

    def find_payments(self, options: Options = {}, /, **input: Unpack[FindPaymentsInput]) -> FindPaymentsOutput:
        """Find payments. `GET /v1/payments/search`"""
        return self.call("GET", "/v1/payments/search", input, options)

    def total_payments(self, options: Options = {}, /, **input: Unpack[TotalPaymentsInput]) -> TotalPaymentsOutput:
        """Total payments. `GET /v1/payments/totals`"""
        return self.call("GET", "/v1/payments/totals", input, options)

    def set_payout_address(self, options: Options = {}, /, **input: Unpack[SetPayoutAddressInput]) -> SetPayoutAddressOutput:
        """Set your payout address. `PUT /v1/payout-address`"""
        return self.call("PUT", "/v1/payout-address", input, options)

    def resolve_address(self, options: Options = {}, /, **input: Unpack[ResolveAddressInput]) -> ResolveAddressOutput:
        """Resolve an address. `GET /api/router/resolve`"""
        return self.call("GET", "/api/router/resolve", input, options)

    def preview_contact_import(self, options: Options = {}, /, **input: Unpack[PreviewContactImportInput]) -> PreviewContactImportOutput:
        """Preview a contact import. `POST /v1/contacts/import/preview`"""
        return self.call("POST", "/v1/contacts/import/preview", input, options)

    def import_contacts(self, options: Options = {}, /, **input: Unpack[ImportContactsInput]) -> ImportContactsOutput:
        """Import contacts. `POST /v1/contacts/import`"""
        return self.call("POST", "/v1/contacts/import", input, options)

    def undo_contact_import(self, options: Options = {}, /, **input: Unpack[UndoContactImportInput]) -> UndoContactImportOutput:
        """Undo a contact import. `POST /v1/contacts/import/undo`"""
        return self.call("POST", "/v1/contacts/import/undo", input, options)

    def list_contacts(self, options: Options = {}, /, **input: Unpack[ListContactsInput]) -> ListContactsOutput:
        """List contacts. `GET /v1/contacts`"""
        return self.call("GET", "/v1/contacts", input, options)

    def get_contact(self, options: Options = {}, /, **input: Unpack[GetContactInput]) -> GetContactOutput:
        """Read a contact. `GET /v1/contacts/{address}`"""
        return self.call("GET", "/v1/contacts/{address}", input, options)

    def save_contact(self, options: Options = {}, /, **input: Unpack[SaveContactInput]) -> SaveContactOutput:
        """Save a contact. `PUT /v1/contacts/{address}`"""
        return self.call("PUT", "/v1/contacts/{address}", input, options)

    def delete_contact(self, options: Options = {}, /, **input: Unpack[DeleteContactInput]) -> DeleteContactOutput:
        """Delete a contact. `DELETE /v1/contacts/{address}`"""
        return self.call("DELETE", "/v1/contacts/{address}", input, options)

    def report_contact(self, options: Options = {}, /, **input: Unpack[ReportContactInput]) -> ReportContactOutput:
        """Report abuse. `POST /v1/contacts/{address}/report`"""
        return self.call("POST", "/v1/contacts/{address}/report", input, options)

    def list_teams(self, options: Options = {}, /) -> ListTeamsOutput:
        """List your teams. `GET /v1/teams`"""
        return self.call("GET", "/v1/teams", {}, options)

    def make_team(self, options: Options = {}, /, **input: Unpack[MakeTeamInput]) -> MakeTeamOutput:
        """Create a team. `POST /v1/teams`"""
        return self.call("POST", "/v1/teams", input, options)

    def list_members(self, options: Options = {}, /) -> ListMembersOutput:
        """List a team's members. `GET /v1/members`"""
        return self.call("GET", "/v1/members", {}, options)

    def put_member(self, options: Options = {}, /, **input: Unpack[PutMemberInput]) -> PutMemberOutput:
        """Add or change a member. `PUT /v1/members/{address}`"""
        return self.call("PUT", "/v1/members/{address}", input, options)

    def remove_member(self, options: Options = {}, /, **input: Unpack[RemoveMemberInput]) -> RemoveMemberOutput:
        """Remove a member. `DELETE /v1/members/{address}`"""
        return self.call("DELETE", "/v1/members/{address}", input, options)

    def set_approvals(self, options: Options = {}, /, **input: Unpack[SetApprovalsInput]) -> SetApprovalsOutput:
        """Set how the team approves. `PUT /v1/approvals`"""
        return self.call("PUT", "/v1/approvals", input, options)

    def list_delegations(self, options: Options = {}, /) -> ListDelegationsOutput:
        """List who decides for whom. `GET /v1/delegations`"""
        return self.call("GET", "/v1/delegations", {}, options)

    def put_delegation(self, options: Options = {}, /, **input: Unpack[PutDelegationInput]) -> PutDelegationOutput:
        """Let somebody decide for you. `PUT /v1/delegations/{address}`"""
        return self.call("PUT", "/v1/delegations/{address}", input, options)

    def remove_delegation(self, options: Options = {}, /, **input: Unpack[RemoveDelegationInput]) -> RemoveDelegationOutput:
        """Stop somebody deciding for you. `DELETE /v1/delegations/{address}`"""
        return self.call("DELETE", "/v1/delegations/{address}", input, options)

    def quote_access(self, options: Options = {}, /, **input: Unpack[QuoteAccessInput]) -> QuoteAccessOutput:
        """Quote access. `GET /v1/quotes`"""
        return self.call("GET", "/v1/quotes", input, options)

    def get_free_address(self, options: Options = {}, /) -> GetFreeAddressOutput:
        """Read your free address. `GET /api/addresses/free`"""
        return self.call("GET", "/api/addresses/free", {}, options)

    def claim_free_address(self, options: Options = {}, /, **input: Unpack[ClaimFreeAddressInput]) -> ClaimFreeAddressOutput:
        """Claim a free address. `POST /api/addresses/free`"""
        return self.call("POST", "/api/addresses/free", input, options)

    def check_free_address(self, options: Options = {}, /, **input: Unpack[CheckFreeAddressInput]) -> CheckFreeAddressOutput:
        """Check a free address. `GET /api/addresses/free/available`"""
        return self.call("GET", "/api/addresses/free/available", input, options)

    def suggest_free_addresses(self, options: Options = {}, /, **input: Unpack[SuggestFreeAddressesInput]) -> SuggestFreeAddressesOutput:
        """Suggest free addresses. `GET /api/addresses/free/suggestions`"""
        return self.call("GET", "/api/addresses/free/suggestions", input, options)

    def list_domains(self, options: Options = {}, /) -> ListDomainsOutput:
        """List your domains. `GET /api/addresses/domains`"""
        return self.call("GET", "/api/addresses/domains", {}, options)

    def add_domain(self, options: Options = {}, /, **input: Unpack[AddDomainInput]) -> AddDomainOutput:
        """Add a domain. `POST /api/addresses/domains`"""
        return self.call("POST", "/api/addresses/domains", input, options)

    def verify_domain(self, options: Options = {}, /, **input: Unpack[VerifyDomainInput]) -> VerifyDomainOutput:
        """Verify a domain. `POST /api/addresses/domains/verify`"""
        return self.call("POST", "/api/addresses/domains/verify", input, options)

    def get_profile(self, options: Options = {}, /) -> GetProfileOutput:
        """Read your profile. `GET /v1/profile`"""
        return self.call("GET", "/v1/profile", {}, options)

    def update_profile(self, options: Options = {}, /, **input: Unpack[UpdateProfileInput]) -> UpdateProfileOutput:
        """Change your profile. `PUT /v1/profile`"""
        return self.call("PUT", "/v1/profile", input, options)

    def get_offers(self, options: Options = {}, /, **input: Unpack[GetOffersInput]) -> GetOffersOutput:
        """Read an account's offers. `GET /@{localPart}/offers`"""
        return self.call("GET", "/@{localPart}/offers", input, options)

    def get_order(self, options: Options = {}, /, **input: Unpack[GetOrderInput]) -> GetOrderOutput:
        """Read an order. `GET /v1/orders/{conversationId}`"""
        return self.call("GET", "/v1/orders/{conversationId}", input, options)

    def list_offers(self, options: Options = {}, /) -> ListOffersOutput:
        """List your offers. `GET /v1/offers`"""
        return self.call("GET", "/v1/offers", {}, options)

    def put_offer(self, options: Options = {}, /, **input: Unpack[PutOfferInput]) -> PutOfferOutput:
        """Save an offer. `PUT /v1/offers/{offerId}`"""
        return self.call("PUT", "/v1/offers/{offerId}", input, options)

    def delete_offer(self, options: Options = {}, /, **input: Unpack[DeleteOfferInput]) -> DeleteOfferOutput:
        """Delete an offer. `DELETE /v1/offers/{offerId}`"""
        return self.call("DELETE", "/v1/offers/{offerId}", input, options)

    def discover_agents(self, options: Options = {}, /, **input: Unpack[DiscoverAgentsInput]) -> DiscoverAgentsOutput:
        """Discover agents. `GET /v1/agents`"""
        return self.call("GET", "/v1/agents", input, options)

    def get_agent_card(self, options: Options = {}, /, **input: Unpack[GetAgentCardInput]) -> GetAgentCardOutput:
        """Read an agent card. `GET /v1/agents/card`"""
        return self.call("GET", "/v1/agents/card", input, options)

    def list_credentials(self, options: Options = {}, /) -> ListCredentialsOutput:
        """List credentials. `GET /v1/credentials`"""
        return self.call("GET", "/v1/credentials", {}, options)

    def add_credential(self, options: Options = {}, /, **input: Unpack[AddCredentialInput]) -> AddCredentialOutput:
        """Add a credential. `POST /v1/credentials`"""
        return self.call("POST", "/v1/credentials", input, options)

    def add_client(self, options: Options = {}, /, **input: Unpack[AddClientInput]) -> AddClientOutput:
        """Add a program with keys. `POST /v1/clients`"""
        return self.call("POST", "/v1/clients", input, options)

    def update_credential(self, options: Options = {}, /, **input: Unpack[UpdateCredentialInput]) -> UpdateCredentialOutput:
        """Change a credential. `PATCH /v1/credentials/{credentialId}`"""
        return self.call("PATCH", "/v1/credentials/{credentialId}", input, options)

    def revoke_credential(self, options: Options = {}, /, **input: Unpack[RevokeCredentialInput]) -> RevokeCredentialOutput:
        """Revoke a credential. `DELETE /v1/credentials/{credentialId}`"""
        return self.call("DELETE", "/v1/credentials/{credentialId}", input, options)

    def rotate_credential(self, options: Options = {}, /, **input: Unpack[RotateCredentialInput]) -> RotateCredentialOutput:
        """Rotate a credential. `POST /v1/credentials/{credentialId}/rotate`"""
        return self.call("POST", "/v1/credentials/{credentialId}/rotate", input, options)

    def list_sessions(self, options: Options = {}, /) -> ListSessionsOutput:
        """List sessions. `GET /v1/sessions`"""
        return self.call("GET", "/v1/sessions", {}, options)

    def revoke_sessions(self, options: Options = {}, /) -> RevokeSessionsOutput:
        """Revoke the other sessions. `DELETE /v1/sessions`"""
        return self.call("DELETE", "/v1/sessions", {}, options)

    def revoke_session(self, options: Options = {}, /, **input: Unpack[RevokeSessionInput]) -> RevokeSessionOutput:
        """Revoke a session. `DELETE /v1/sessions/{sessionId}`"""
        return self.call("DELETE", "/v1/sessions/{sessionId}", input, options)

    def list_exports(self, options: Options = {}, /) -> ListExportsOutput:
        """List exports. `GET /v1/exports`"""
        return self.call("GET", "/v1/exports", {}, options)

    def start_export(self, options: Options = {}, /) -> StartExportOutput:
        """Export an account. `POST /v1/exports`"""
        return self.call("POST", "/v1/exports", {}, options)

    def list_imports(self, options: Options = {}, /) -> ListImportsOutput:
        """List imports. `GET /v1/imports`"""
        return self.call("GET", "/v1/imports", {}, options)

    def get_export(self, options: Options = {}, /, **input: Unpack[GetExportInput]) -> GetExportOutput:
        """Read an export. `GET /v1/exports/{exportId}`"""
        return self.call("GET", "/v1/exports/{exportId}", input, options)

    def delete_export(self, options: Options = {}, /, **input: Unpack[DeleteExportInput]) -> DeleteExportOutput:
        """Delete an export. `DELETE /v1/exports/{exportId}`"""
        return self.call("DELETE", "/v1/exports/{exportId}", input, options)

    def get_first_steps(self, options: Options = {}, /) -> GetFirstStepsOutput:
        """Read the first steps. `GET /v1/first-steps`"""
        return self.call("GET", "/v1/first-steps", {}, options)

    def list_templates(self, options: Options = {}, /) -> ListTemplatesOutput:
        """List templates. `GET /v1/templates`"""
        return self.call("GET", "/v1/templates", {}, options)

    def save_template(self, options: Options = {}, /, **input: Unpack[SaveTemplateInput]) -> SaveTemplateOutput:
        """Save a template. `POST /v1/templates`"""
        return self.call("POST", "/v1/templates", input, options)

    def delete_template(self, options: Options = {}, /, **input: Unpack[DeleteTemplateInput]) -> DeleteTemplateOutput:
        """Delete a template. `DELETE /v1/templates/{templateId}`"""
        return self.call("DELETE", "/v1/templates/{templateId}", input, options)

    def list_inbox_rules(self, options: Options = {}, /) -> ListInboxRulesOutput:
        """List rules. `GET /v1/inbox-rules`"""
        return self.call("GET", "/v1/inbox-rules", {}, options)

    def add_inbox_rule(self, options: Options = {}, /, **input: Unpack[AddInboxRuleInput]) -> AddInboxRuleOutput:
        """Add a rule. `POST /v1/inbox-rules`"""
        return self.call("POST", "/v1/inbox-rules", input, options)

    def preview_inbox_rule(self, options: Options = {}, /, **input: Unpack[PreviewInboxRuleInput]) -> PreviewInboxRuleOutput:
        """Preview a rule. `POST /v1/inbox-rules/preview`"""
        return self.call("POST", "/v1/inbox-rules/preview", input, options)

    def delete_inbox_rule(self, options: Options = {}, /, **input: Unpack[DeleteInboxRuleInput]) -> DeleteInboxRuleOutput:
        """Delete a rule. `DELETE /v1/inbox-rules/{ruleId}`"""
        return self.call("DELETE", "/v1/inbox-rules/{ruleId}", input, options)

    def get_account(self, options: Options = {}, /) -> GetAccountOutput:
        """Read your account. `GET /v1/account`"""
        return self.call("GET", "/v1/account", {}, options)

    def delete_account(self, options: Options = {}, /, **input: Unpack[DeleteAccountInput]) -> DeleteAccountOutput:
        """Delete an account. `DELETE /v1/account`"""
        return self.call("DELETE", "/v1/account", input, options)

    def sign_up(self, options: Options = {}, /, **input: Unpack[SignUpInput]) -> SignUpOutput:
        """Sign up. `POST /v1/account`"""
        return self.call("POST", "/v1/account", input, options)

    def get_calendar_feed(self, options: Options = {}, /) -> GetCalendarFeedOutput:
        """Show your calendar address. `GET /v1/calendar-feed`"""
        return self.call("GET", "/v1/calendar-feed", {}, options)

    def make_calendar_feed(self, options: Options = {}, /) -> MakeCalendarFeedOutput:
        """Make a calendar address. `POST /v1/calendar-feed`"""
        return self.call("POST", "/v1/calendar-feed", {}, options)

    def end_calendar_feed(self, options: Options = {}, /) -> EndCalendarFeedOutput:
        """End your calendar address. `DELETE /v1/calendar-feed`"""
        return self.call("DELETE", "/v1/calendar-feed", {}, options)

    def get_notifications(self, options: Options = {}, /) -> GetNotificationsOutput:
        """Show your notifications. `GET /v1/notifications`"""
        return self.call("GET", "/v1/notifications", {}, options)

    def update_notifications(self, options: Options = {}, /, **input: Unpack[UpdateNotificationsInput]) -> UpdateNotificationsOutput:
        """Change your notifications. `PUT /v1/notifications`"""
        return self.call("PUT", "/v1/notifications", input, options)

    def list_webhooks(self, options: Options = {}, /) -> ListWebhooksOutput:
        """List webhooks. `GET /v1/webhooks`"""
        return self.call("GET", "/v1/webhooks", {}, options)

    def add_webhook(self, options: Options = {}, /, **input: Unpack[AddWebhookInput]) -> AddWebhookOutput:
        """Add a webhook. `POST /v1/webhooks`"""
        return self.call("POST", "/v1/webhooks", input, options)

    def update_webhook(self, options: Options = {}, /, **input: Unpack[UpdateWebhookInput]) -> UpdateWebhookOutput:
        """Change a webhook. `PATCH /v1/webhooks/{webhookId}`"""
        return self.call("PATCH", "/v1/webhooks/{webhookId}", input, options)

    def delete_webhook(self, options: Options = {}, /, **input: Unpack[DeleteWebhookInput]) -> DeleteWebhookOutput:
        """Delete a webhook. `DELETE /v1/webhooks/{webhookId}`"""
        return self.call("DELETE", "/v1/webhooks/{webhookId}", input, options)

    def rotate_webhook(self, options: Options = {}, /, **input: Unpack[RotateWebhookInput]) -> RotateWebhookOutput:
        """Rotate a webhook's secret. `POST /v1/webhooks/{webhookId}/rotate`"""
        return self.call("POST", "/v1/webhooks/{webhookId}/rotate", input, options)

    def test_webhook(self, options: Options = {}, /, **input: Unpack[TestWebhookInput]) -> TestWebhookOutput:
        """Send a test event. `POST /v1/webhooks/{webhookId}/test`"""
        return self.call("POST", "/v1/webhooks/{webhookId}/test", input, options)

    def list_webhook_deliveries(self, options: Options = {}, /, **input: Unpack[ListWebhookDeliveriesInput]) -> ListWebhookDeliveriesOutput:
        """Read a webhook's log. `GET /v1/webhooks/{webhookId}/deliveries`"""
        return self.call("GET", "/v1/webhooks/{webhookId}/deliveries", input, options)

    def replay_webhook(self, options: Options = {}, /, **input: Unpack[ReplayWebhookInput]) -> ReplayWebhookOutput:
        """Replay events of a webhook. `POST /v1/webhooks/{webhookId}/replay`"""
        return self.call("POST", "/v1/webhooks/{webhookId}/replay", input, options)

    def list_push_devices(self, options: Options = {}, /) -> ListPushDevicesOutput:
        """List push devices. `GET /v1/push-devices`"""
        return self.call("GET", "/v1/push-devices", {}, options)

    def add_push_device(self, options: Options = {}, /, **input: Unpack[AddPushDeviceInput]) -> AddPushDeviceOutput:
        """Add a push device. `POST /v1/push-devices`"""
        return self.call("POST", "/v1/push-devices", input, options)

    def update_push_device(self, options: Options = {}, /, **input: Unpack[UpdatePushDeviceInput]) -> UpdatePushDeviceOutput:
        """Change a push device. `PATCH /v1/push-devices/{deviceId}`"""
        return self.call("PATCH", "/v1/push-devices/{deviceId}", input, options)

    def delete_push_device(self, options: Options = {}, /, **input: Unpack[DeletePushDeviceInput]) -> DeletePushDeviceOutput:
        """Remove a push device. `DELETE /v1/push-devices/{deviceId}`"""
        return self.call("DELETE", "/v1/push-devices/{deviceId}", input, options)

    def read_audit(self, options: Options = {}, /, **input: Unpack[ReadAuditInput]) -> ReadAuditOutput:
        """Read the audit chain. `GET /v1/conversations/{conversationId}/audit`"""
        return self.call("GET", "/v1/conversations/{conversationId}/audit", input, options)

    def prove_audit_head(self, options: Options = {}, /, **input: Unpack[ProveAuditHeadInput]) -> ProveAuditHeadOutput:
        """Prove an audit chain's head. `GET /v1/conversations/{conversationId}/audit/proof`"""
        return self.call("GET", "/v1/conversations/{conversationId}/audit/proof", input, options)

    def get_audit_log(self, options: Options = {}, /) -> GetAuditLogOutput:
        """Read the transparency log's head. `GET /v1/audit/log`"""
        return self.call("GET", "/v1/audit/log", {}, options)

    def prove_log_consistency(self, options: Options = {}, /, **input: Unpack[ProveLogConsistencyInput]) -> ProveLogConsistencyOutput:
        """Prove log consistency. `GET /v1/audit/log/consistency`"""
        return self.call("GET", "/v1/audit/log/consistency", input, options)

    def get_health(self, options: Options = {}, /) -> GetHealthOutput:
        """Check the service. `GET /healthz`"""
        return self.call("GET", "/healthz", {}, options)

    def get_readiness(self, options: Options = {}, /) -> GetReadinessOutput:
        """Check readiness. `GET /readyz`"""
        return self.call("GET", "/readyz", {}, options)

    def download_export(self, options: Options = {}, /, **input: Unpack[DownloadExportInput]) -> HTTPResponse:
        """Download an export. `GET /v1/exports/{exportId}/archive`"""
        return self.send("GET", "/v1/exports/{exportId}/archive", input, options)

    def order_by_wallet(self, options: Options = {}, /, **input: Unpack[OrderByWalletInput]) -> HTTPResponse:
        """Order without an account. `POST /@{localPart}/offers/{offerId}/orders`"""
        return self.send("POST", "/@{localPart}/offers/{offerId}/orders", input, options)

    def record_bounce(self, options: Options = {}, /, **input: Unpack[RecordBounceInput]) -> RecordBounceOutput:
        """Record a bounce. `POST /v1/mail/bounces`"""
        return self.call("POST", "/v1/mail/bounces", input, options)

    def take_mail(self, options: Options = {}, /, **input: Unpack[TakeMailInput]) -> TakeMailOutput:
        """Take a reply by mail. `POST /v1/mail/inbound`"""
        return self.call("POST", "/v1/mail/inbound", input, options)
