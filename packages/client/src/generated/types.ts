// Generated from docs/openapi.json by `bun run generate`: do not edit.

export type Conversation = {
  /** The scope without which a write answers no more than ids, state, flags, what has to be paid and the open checkpoints; every other field is empty. */
  withheld?: "conversations:read";
  /** The same as conversationId. */
  id: string;
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** Id of the context; follow-ups and A2A share it. */
  contextId: string;
  /** What it is about. */
  title: string;
  /** Where the conversation is in its course (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The state in two or three words, for a person to read. */
  stateTitle: string;
  stateReason: string | null;
  stateCode: "approval_needed" | "approval_expired" | "input_needed" | "answered" | "payment_required" | "below_recipient_price" | "price_raised" | "price_declined" | "cancel_requested" | "cancel_declined" | "cancel_expired" | "cancel_superseded" | "checkpoint_expired" | "decided" | "superseded" | "declined" | "hold_expired" | "payment_not_completed" | "all_deliveries_failed" | "R-FROM" | "R-BLOCKED" | "R-CONTENT" | "R-OUTWARD" | "R-PAY-LIMIT" | "R-PAY-LIMIT-PAYEE" | "R-PAY-AGENT" | "R-PAY-AGENT-DAY" | "R-PAY-AGENT-PAYEE" | "R-PAY-PAYEE" | "R-PAY-TYPE" | "R-PAY-FIRST" | "R-FIRST-CONTACT" | "R-PRIVILEGE" | "R-RATE" | "R-CANCEL-EARNED" | "R-CANCEL-HELD" | "R-GRANT" | "R-PAY-PARTIES" | "R-PRICE-RAISED" | "R-PRICED" | "R-STRANGER" | "R-ACCEPT" | "R-ACCEPT-LIMIT" | null;
  /** Whose words the reason is. */
  stateReasonBy?: {
    /** Their address. */
    address?: string;
    /** What acted. */
    kind: "person" | "agent" | "guest" | "operator" | "service" | "system";
    /** The words to show for it. */
    label: string;
    /** What you called the agent's access when it acted. */
    name?: string;
    /** Id of the access that it acted by. */
    credentialId?: string;
  };
  /** When it came into this state. RFC 3339, UTC, milliseconds. */
  stateAt: string;
  /** When this draft is sent by itself; any change takes it back. RFC 3339, UTC, milliseconds. */
  sendAt?: string;
  /** Why this draft was not sent when it should have been. */
  sendFailure?: {
    /** When it was tried. RFC 3339, UTC, milliseconds. */
    at: string;
    /** The error that it was refused with. */
    code: string;
    /** Why, in a sentence. */
    detail: string;
  };
  /** Grows by one with each change; the ETag is made of it. */
  version: number;
  /** When it was made. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When it last changed, or came back to you. RFC 3339, UTC, milliseconds. */
  updatedAt: string;
  lastMessageAt: string | null;
  /** How many messages you can read. */
  messageCount: number;
  /** Who is on it, the sender first; others in bcc are left out. */
  participants: Array<Participant>;
  /** The newest, 20 at most; messagesOmitted and before say what else there is. */
  messages: Array<Message>;
  /** How many readable messages are older than those shown. */
  messagesOmitted: number;
  /** Read with this as before to get the older ones. */
  before?: string;
  /** Of a summary: the beginning of the newest message. */
  preview?: {
    /** Their address. */
    author: string;
    /** The first words of its text, without Markdown's marks. */
    text: string;
  };
  /** Of a search with snippets: what holds the words; absent where a title or a name has them. */
  snippet?: {
    /** The newest message with the words. */
    messageId: string;
    /** A part of its text, in one line, with … where it is cut. */
    text: string;
    /** Where the words stand in it. */
    marks: Array<{
      /** Where a word begins, in UTF-16 units of text. */
      start: number;
      /** Where it ends. */
      end: number;
    }>;
  };
  /** Files that you can read. */
  artifacts: Array<Artifact>;
  /** The price and what became of it. */
  payment: Payment;
  /** Decisions that you may see: those that wait, and the newest of the past ones. */
  checkpoints: Array<Checkpoint>;
  /** Whose turn it is. */
  nextStep: {
    /** Who has to act: you, somebody else, the person whose agent you are, or nobody any more. */
    who: "you" | "them" | "person" | "nobody";
    /** What has to be done, in a sentence. */
    text: string;
    /** Until when; then it ends or goes back by itself. */
    by?: string;
    /** Of what waits for your person: the rule that asks. */
    rule?: string;
    /** Why your person has to act, and not you. */
    reason?: string;
    /** Where your person acts, signed in. Give it to them. */
    approvalUrl?: string;
  };
  /** What you may do now, most pressing first; lists have it of requests alone, and there the answers. Flags and a follow-up are always there. */
  actions?: Array<{
    /** What can be done. */
    name: "submit" | "schedule" | "unschedule" | "edit" | "add_text" | "remove_file" | "delete" | "accept" | "accept_and_trust" | "approve" | "decline" | "block" | "fund" | "reply" | "ask_first" | "ask_person" | "add_file" | "sign_receipt" | "complete" | "raise_price" | "keep_price" | "refund" | "request_refund" | "cancel" | "claim";
    /** The operation that does it, as OpenAPI and the tools name it. */
    operation: string;
    /** The checkpoint that it answers. */
    checkpointId?: string;
    /** What a button that does it says. */
    title: string;
    /** What comes of it, in a sentence. */
    effect: string;
    /** True if it would be done now; otherwise because says why not. */
    ready: boolean;
    /** The error that it would be now. */
    because?: {
      /** An error code (docs/errors.md). */
      code: ErrorCode;
      /** Why, in a sentence. */
      detail: string;
    };
    /** The money that it moves; absent if none. */
    money?: {
      /** Whether it is held, goes to the payee, goes back to the payer, or is held beside what is held already. */
      moves: "hold" | "release" | "return" | "raise";
      /** How much. */
      amount: Money;
      /** Address that it comes from; absent where what was only held goes back. */
      from?: string;
      /** Address that it is for. */
      to: string;
    };
    /** Fields to send with the operation, as they are. */
    input?: {
      /** What the sender becomes to you. */
      contact: "trusted" | "blocked";
    };
    /** Input that is still asked for. */
    needs?: Array<string>;
  }>;
  /** Who would read your reply; left out of lists. */
  replyReaders?: {
    /** Who would read a reply. */
    reply: Array<string>;
    /** Who would read a reply to all. */
    "reply-all": Array<string>;
    /** The message that a reply answers: sent as inReplyTo, it reaches these readers whatever comes in meanwhile. */
    inReplyTo?: string;
  };
  /** Every view that it is in, for you. */
  folders: Array<"inbox" | "sent" | "drafts" | "archive" | "needs_you" | "payments" | "requests" | "waiting" | "snoozed">;
  folder: "inbox" | "sent" | "drafts" | "archive" | "needs_you" | "payments" | "requests" | "waiting" | "snoozed" | null;
  /** True if something in it is new to you. */
  unread: boolean;
  /** True if you have put it away. */
  archived: boolean;
  snoozedUntil: string | "change" | null;
  /** True if it waits for your decision, signature or answer. */
  needsYou: boolean;
  section: "money" | "approvals" | "replies" | null;
  /** True if a message of yours would accept the request; with accept: false it asks first and accepts nothing. */
  replyAccepts: boolean;
  /** Your labels on it, which nobody else sees. */
  labels: Array<string>;
  /** Present on what was imported: history of another service that can be read and nothing else. Everybody in it is as the archive says, and nobody of this service. */
  imported?: {
    /** Id of the import. */
    importId: string;
    /** Host of the service that its archive names. */
    service: string;
    /** The address there whose archive it was. */
    address: string;
    /** Its id there. */
    conversationId: string;
    /** When it was exported, as the archive says. RFC 3339, UTC, milliseconds. */
    exportedAt: string;
    /** When the operator imported it. RFC 3339, UTC, milliseconds. */
    importedAt: string;
    /** The key of the log that the archive was verified with. */
    logKey: string;
    /** The size of that log in its newest checkpoint. */
    logSize: number;
    /** True if the operator knew that key from elsewhere; false if the archive alone names it, which proves that one key signed it all, and not whose. */
    keyKnown: boolean;
  };
  /** The sender. */
  from: {
    /** Their address. */
    address: string;
    /** What they call themselves. */
    name: string;
  };
  /** Relationship that the sender claims to the recipients. */
  contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
  /** What must happen before a held price is released. */
  release: "accepted" | "replied" | "converted";
  releaseAction: {
    /** Which form it is. */
    type: "text";
    /** What the recipient has to do. */
    text: string;
  } | {
    /** Which form it is. */
    type: "artifact";
    /** The media type it must have; any if absent. */
    mimeType?: string;
  } | {
    /** Which form it is. */
    type: "url_visit";
    /** The address to visit. */
    url: string;
  } | null;
  /** Where to go on. */
  links: {
    /** Path of the conversation over REST. */
    self: string;
    /** Address of its page in the browser. */
    web: string;
    /** Path of its event stream. */
    subscribe: string;
    /** Path of its audit records. */
    audit: string;
    /** How to write on in the same context once it has ended. */
    followUp?: {
      /** Always POST. */
      method: "POST";
      /** Path to send the follow-up to. */
      href: string;
      /** Id of the context; follow-ups and A2A share it. */
      contextId: string;
      /** To whom: everybody else who was openly in it. Not in a list. */
      to?: Array<string>;
      /** Its title as the answer to it. Not in a list. */
      title?: string;
    };
  };
};

export type Message = {
  /** Id of the message. */
  messageId: string;
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** Who wrote it. */
  author: {
    /** Full address, such as ada@example.com. */
    address: string;
    /** What they call themselves. */
    displayName: string;
    /** Who is behind the address. */
    kind: "person" | "agent" | "service" | "email";
    /** Id of their account; absent for a guest. */
    accountId?: string;
  };
  /** Who acted for the author. */
  actor: {
    /** What acted. */
    kind: "person" | "agent" | "guest" | "operator" | "service" | "system";
    /** The words to show for it. */
    label: string;
    /** What you called the agent's access when it acted. */
    name?: string;
    /** Id of the access that it acted by. */
    credentialId?: string;
  };
  /** Who reads it. */
  mode: "initial" | "reply" | "reply-all";
  /** Present on a question that accepts nothing. */
  accept?: false;
  /** Present on what your account alone reads: a question of its agent to its person. */
  onlyYou?: true;
  /** Id of the message that it answers. */
  inReplyTo?: string;
  /** The text parts, one after the other. */
  text: string;
  /** Content of the message, in order. */
  parts: Array<{
    /** Plain text. */
    text?: string;
    /** Structured data, as it was sent. */
    data?: unknown;
    /** Address of the content; the service does not fetch it. */
    url?: string;
    /** Base64. */
    raw?: string;
    /** Media type of the content. */
    mediaType?: string;
    /** Name of the file. */
    filename?: string;
  }>;
  /** A2A fields that no other wire has. */
  a2a?: Record<string, unknown>;
  /** Ids of the files that came with it. */
  artifactIds: Array<string>;
  /** When it was sent. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** What the service says of the author to you. */
  trust: {
    /** Who they are to you: your own account, somebody in your contacts, nobody that you know, or the service. */
    relation: "self" | "contact" | "stranger" | "service";
    /** What they are in your own contacts. */
    contactType?: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
    /** What the sender says they are to you: a claim. */
    claimedType?: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
    /** True if you have never exchanged anything with them before. */
    firstContact: boolean;
    paid: Money | null;
  };
};

export type Participant = {
  /** Id of their account; absent for an address without one. */
  accountId?: string;
  /** Full address, such as ada@example.com. */
  address: string;
  /** What they call themselves. */
  displayName: string;
  /** Their place in the conversation; only the sender and they themselves see a bcc. */
  role: "sender" | "to" | "cc" | "bcc";
  /** Who is behind the address. */
  kind: "person" | "agent" | "service" | "email";
  /** Address of the account's agent card. */
  agentCard?: string;
  /** How the conversation reached them. */
  delivery: {
    /** How far it came: in the inbox of an account (on_service), by an invite, or not at all; docs/mail.md tells them apart. */
    state: "pending" | "on_service" | "invite_queued" | "invite_deferred" | "invite_limited" | "invite_sent" | "invite_bounced" | "invite_suppressed" | "invite_dropped" | "no_such_account" | "opened" | "declined" | "joined";
    /** When it came to that. RFC 3339, UTC, milliseconds. */
    at: string;
  };
  /** When an account claimed the invite; absent otherwise. RFC 3339, UTC, milliseconds. */
  joinedAt?: string;
};

export type Artifact = {
  /** Id of the file. */
  artifactId: string;
  /** Name of the file. */
  name: string;
  /** Media type, as whoever added it says. */
  mimeType: string;
  /** Bytes; absent for a uri. */
  size?: number;
  /** SHA-256 of the bytes, as hex; absent for a uri. */
  sha256?: string;
  /** Where others host it; absent for bytes that the service holds. */
  uri?: string;
  /** Where its bytes are; absent for a uri. */
  downloadUrl?: string;
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** Address of who added it. */
  addedBy: string;
  /** Who acted for them. */
  actor?: {
    /** What acted. */
    kind: "person" | "agent" | "guest" | "operator" | "service" | "system";
    /** The words to show for it. */
    label: string;
    /** What you called the agent's access when it acted. */
    name?: string;
    /** Id of the access that it acted by. */
    credentialId?: string;
  };
  /** When it was added. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** What whoever added it wrote about it. */
  description?: string;
};

export type Payment = {
  /** Id of the payment; absent without a price. */
  paymentId?: string;
  /** none without a price; requires_payment until it is held; then held, and in the end released to the payee (or refunded after that) or voided: back with the payer. */
  status: "none" | "requires_payment" | "held" | "released" | "voided" | "refunded";
  /** The price; 0 without one. */
  price: Money;
  /** What must happen before it is released. */
  release: "accepted" | "replied" | "converted";
  /** The details of the condition; null without any. */
  releaseAction?: {
    /** Which form it is. */
    type: "text";
    /** What the recipient has to do. */
    text: string;
  } | {
    /** Which form it is. */
    type: "artifact";
    /** The media type it must have; any if absent. */
    mimeType?: string;
  } | {
    /** Which form it is. */
    type: "url_visit";
    /** The address to visit. */
    url: string;
  };
  /** Who pays. */
  payer?: {
    /** Id of the account. */
    accountId: string;
    /** Their address. */
    address: string;
  };
  payee: {
    /** Id of the account. */
    accountId: string;
    /** Their address. */
    address: string;
  } | null;
  /** What holds the money: the service's ledger or a chain. */
  rail: "ledger" | "x402";
  /** Test money: no real rail backs it. */
  label?: "TEST";
  /** What the sender asked for, and whether it is there; absent without a condition. */
  condition?: {
    /** What has to happen, in a sentence; the sender's own words stand in releaseAction. */
    text: string;
    /** True once the payee could sign; what only the payee's own words can meet is met by the signature. */
    met: boolean;
    /** What is still missing; statement: their words. */
    missing?: string;
  };
  /** The way of the price, in order; empty without one. */
  steps: Array<{
    /** Which step. */
    name: "held" | "accepted" | "condition" | "receipt" | "released" | "returned" | "refunded";
    /** The step in a word or two, as its reader sees it. */
    label: string;
    /** The step in a few words. */
    text: string;
    /** True once it has happened. */
    done: boolean;
    /** When it happened, or will by itself. RFC 3339, UTC, milliseconds. */
    at?: string;
  }>;
  /** What the service keeps when the price is released, in hundredths of a percent; absent if it keeps nothing. */
  feeBps?: number;
  /** The same as an amount; absent for nothing. */
  fee?: Money;
  /** Since when what a wallet signed is on its way; absent if none. RFC 3339, UTC, milliseconds. */
  pendingSince?: string;
  /** What is decided and not done for good yet on the chain; absent if nothing, as it is without one. */
  onItsWay?: "hold" | "capture" | "void" | "refund";
  /** What a chain did with it for good, in order; for the payer and the payee. */
  settlements?: Array<{
    /** Held in escrow, paid to the payee, returned to the payer, or given back. */
    act: "hold" | "capture" | "void" | "refund";
    /** How much it moved, or was to move. */
    amount: Money;
    /** False if the chain refused it: nothing moved. */
    success: boolean;
    /** The chain, such as eip155:84532. */
    network: string;
    /** Whose tokens: the payer's, of a refund the payee's. */
    wallet?: string;
    /** The service's transactions that did it; none if somebody else's did. */
    transactions: Array<string>;
    /** Why the chain refused it. */
    problem?: string;
    /** When the service learned that it is final. RFC 3339, UTC, milliseconds. */
    at: string;
  }>;
  /** When the price was set aside. RFC 3339, UTC, milliseconds. */
  heldAt?: string;
  /** When a held price comes back by itself. RFC 3339, UTC, milliseconds. */
  captureBefore?: string;
  /** When it was released. RFC 3339, UTC, milliseconds. */
  releasedAt?: string;
  /** When a held price came back. RFC 3339, UTC, milliseconds. */
  voidedAt?: string;
  /** Why the held price came back, or was never held. */
  voidReason?: "canceled" | "declined" | "hold_expired" | "payment_not_completed" | "all_deliveries_failed" | "capture_failed";
  /** The signed receipt; absent before it is signed. */
  receipt?: Receipt;
  /** Who signed it. */
  signedBy?: {
    /** What acted. */
    kind: "person" | "agent" | "guest" | "operator" | "service" | "system";
    /** The words to show for it. */
    label: string;
    /** What you called the agent's access when it acted. */
    name?: string;
    /** Id of the access that it acted by. */
    credentialId?: string;
  };
  /** Until when the payee can give it back. RFC 3339, UTC, milliseconds. */
  refundBefore?: string;
  /** How much was given back. */
  refunded?: Money;
  /** When something was last given back. RFC 3339, UTC, milliseconds. */
  refundedAt?: string;
  /** What the payer asked to get back last, for the payer and the payee. */
  refundRequest?: {
    /** How much was asked for. */
    amount: Money;
    /** Why, in the payer's words. */
    reason?: string;
    /** What came of it; open waits for the payee. */
    outcome: "open" | "approved" | "declined" | "expired";
    /** When it was asked for. RFC 3339, UTC, milliseconds. */
    at: string;
    /** Until when the payee can answer it. RFC 3339, UTC, milliseconds. */
    by?: string;
    /** What the payee said to it. */
    comment?: string;
  };
  /** What must be paid to go on; absent if nothing. */
  requirements?: {
    /** Too little on the balance, a price that a wallet pays, a higher price of the recipient, or one that was agreed since. */
    reason: "insufficient_balance" | "payment_required" | "below_recipient_price" | "price_raised";
    /** What has to be held. */
    price: Money;
    /** What has to be held now. */
    needed: Money;
    /** What the payer can spend; only for the payer. */
    balance?: Money;
    /** What the payer lacks; absent if nothing. */
    missing?: Money;
    /** When balance and missing were read. RFC 3339, UTC, milliseconds. */
    asOf?: string;
    /** Test money: no real rail backs it. */
    label?: "TEST";
    /** In the fields of x402 v2 PaymentRequirements. */
    accepts: Array<{
      /** Always hold. */
      scheme: "hold";
      /** The ledger of this service. */
      network: "svc:ledger";
      /** Always USDC. */
      asset: "USDC";
      /** Micro-USDC to be held. */
      amount: string;
      payTo: string | null;
      /** How long the conversation waits for the money, from when it was asked for. */
      maxTimeoutSeconds: number;
      /** What the ledger has to know. */
      extra: {
        /** Id of the payment. */
        paymentId: string;
        /** Id of the conversation; the same value is the A2A task id. */
        conversationId: string;
        /** Test money: no real rail backs it. */
        label: "TEST";
      };
    } | {
      /** Held in escrow on a chain until a receipt is signed. */
      scheme: "auth-capture";
      /** The chain, such as eip155:84532. */
      network: string;
      /** The token's contract. */
      asset: string;
      /** Atomic units of the token to be held. */
      amount: string;
      payTo: string | null;
      /** How long a signature may be used. */
      maxTimeoutSeconds: number;
      /** The terms of the escrow. */
      extra: {
        /** The token's name in what is signed. */
        name: string;
        /** The token's version in what is signed. */
        version: string;
        /** The escrow's contract. */
        authCaptureEscrow: string;
        /** The service's account. */
        captureAuthorizer: string;
        /** Seconds; after it the payer takes it back. */
        captureDeadline: number;
        /** Seconds; until when a refund is possible. */
        refundDeadline: number;
        /** Least that the service keeps. */
        minFeeBps: number;
        /** Most that the service keeps. */
        maxFeeBps: number;
        /** Who gets what the service keeps. */
        feeRecipient: string;
        /** Always escrow. */
        paymentFlow: "escrow";
        /** Always deferred. */
        captureMode: "deferred";
        /** Always delegated. */
        operatorType: "delegated";
      };
    }>;
    /** How to pay it. */
    fund: {
      /** Always POST. */
      method: "POST";
      /** The request to make. */
      path: string;
      /** The tool that does the same. */
      tool: string;
    };
  };
};

export type Receipt = {
  /** Id of the receipt. */
  receiptId: string;
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  paymentId: string | null;
  condition: "accepted" | "replied" | "converted" | null;
  /** What meets the condition. */
  evidence: {
    /** Ids of the messages that meet the condition. */
    messageIds: Array<string>;
    /** Ids of the files that meet the condition. */
    artifactIds: Array<string>;
    /** Id of the acceptance that meets the condition. */
    decisionId?: string;
    /** The signer's own words on what was done. */
    statement?: string;
  };
  /** Who signed it. */
  signer: {
    /** Id of the account. */
    accountId: string;
    /** Full address, such as ada@example.com. */
    address: string;
    /** What signed for the account. */
    kind?: "person" | "agent" | "guest" | "operator" | "service" | "system";
    /** Id of the access that it signed by. */
    credentialId?: string;
  };
  /** Decimal USDC, such as 5.00. */
  price: string;
  /** What the service keeps when the price is released, in hundredths of a percent; absent if it keeps nothing. */
  feeBps?: number;
  /** What the service kept, decimal USDC; absent for nothing. */
  fee?: string;
  /** Test money: no real rail backs it. */
  label?: "TEST";
  /** When it was signed. RFC 3339, UTC, milliseconds. */
  signedAt: string;
  /** Hash of the audit record that the receipt closes, as hex. */
  auditHash: string;
  /** EdDSA over the RFC 8785 form; keys at /.well-known/jwks.json. */
  jws: string;
};

export type Checkpoint = {
  /** Id of the checkpoint. */
  checkpointId: string;
  /** review: the security review asks; acceptance: a request waits for its recipient; input: an agent asks its person. */
  kind: "review" | "acceptance" | "input";
  /** What it is about. */
  act: "submit" | "outward" | "reply" | "artifact" | "complete" | "receipt" | "ask" | "cancel" | "raise_price" | "refund" | "accept" | "grant";
  /** The question, in a line. */
  title: string;
  /** The question, in a sentence or two. */
  summary: string;
  /** The exact action, as it was digested. */
  action: Record<string, unknown>;
  /** SHA-256 of the exact action; an approval is for this one alone. */
  actionDigest: string;
  /** Why a decision is needed, each in a sentence. */
  rules: Array<{
    /** Which rule (docs/review_rules.md). */
    id: "R-FROM" | "R-BLOCKED" | "R-CONTENT" | "R-OUTWARD" | "R-PAY-LIMIT" | "R-PAY-LIMIT-PAYEE" | "R-PAY-AGENT" | "R-PAY-AGENT-DAY" | "R-PAY-AGENT-PAYEE" | "R-PAY-PAYEE" | "R-PAY-TYPE" | "R-PAY-FIRST" | "R-FIRST-CONTACT" | "R-PRIVILEGE" | "R-RATE" | "R-CANCEL-EARNED" | "R-CANCEL-HELD" | "R-GRANT" | "R-PAY-PARTIES" | "R-PRICE-RAISED" | "R-PRICED" | "R-STRANGER" | "R-ACCEPT" | "R-ACCEPT-LIMIT";
    /** What the rule asks for: the strictest decides. */
    outcome: "allow" | "needs_person" | "deny";
    /** Why; empty where nothing is to say. */
    detail: string;
  }>;
  /** Who asks; absent where nobody in particular does. */
  askedBy?: {
    /** Full address, such as ada@example.com. */
    address: string;
    /** What they call themselves. */
    name: string;
    /** What asks. */
    kind: "person" | "agent" | "service" | "email";
    /** Id of the credential that asks; only for your own account. */
    credentialId?: string;
    /** The words to show for who asks. */
    label: string;
    /** What the service says of who asks. */
    trust?: {
      /** Who they are to you: your own account, somebody in your contacts, nobody that you know, or the service. */
      relation: "self" | "contact" | "stranger" | "service";
      /** What they are in your own contacts. */
      contactType?: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
      /** What the sender says they are to you: a claim. */
      claimedType?: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
      /** True if you have never exchanged anything with them before. */
      firstContact: boolean;
      paid: Money | null;
    };
  };
  /** Id of the review that asks; absent for an acceptance. */
  reviewId?: string;
  /** The whole of what happens on approval. */
  proposal: {
    /** Id of the message, once it is in the thread or if it will be. */
    messageId?: string;
    /** Who reads it. */
    mode?: "initial" | "reply" | "reply-all";
    /** Id of the message that it answers. */
    inReplyTo?: string;
    /** What the message, question or statement says; left out where it is the message messageId of this answer, in a summary, and once it is decided: then it is in the thread as messageId, or was dropped. */
    text?: string;
    /** Content of the message, in order; left out as text is. */
    parts?: Array<{
      /** Plain text. */
      text?: string;
      /** Structured data, as it was sent. */
      data?: unknown;
      /** Address of the content; the service does not fetch it. */
      url?: string;
      /** Base64. */
      raw?: string;
      /** Media type of the content. */
      mediaType?: string;
      /** Name of the file. */
      filename?: string;
    }>;
    /** A2A fields of the message that no other wire has. */
    a2a?: Record<string, unknown>;
    /** Ids of the files that go with it. */
    artifactIds: Array<string>;
    /** Files that go with it, or that were sent with the request. */
    artifacts: Array<{
      /** Id of the file. */
      artifactId: string;
      /** Name of the file. */
      name: string;
      /** Media type, as whoever added it says. */
      mimeType: string;
      /** Bytes; absent for a uri. */
      size?: number;
      /** SHA-256 of the bytes, as hex; absent for a uri. */
      sha256?: string;
      /** Where others host it; absent for bytes that the service holds. */
      uri?: string;
      /** Where its bytes are; absent for a uri. */
      downloadUrl?: string;
    }>;
    /** Who reads it or hears of it on approval. */
    recipients: Array<{
      /** Full address, such as ada@example.com. */
      address: string;
      /** What they call themselves. */
      displayName: string;
      /** What reads it. */
      kind: "person" | "agent" | "service" | "email";
      /** Their place in the conversation. */
      role: "sender" | "to" | "cc" | "bcc";
    }>;
    /** Why, in the words of whoever asks. */
    reason?: string;
    /** The money that the approval moves or keeps held; absent if none. */
    money?: {
      /** What becomes of the amount on approval: it is held, stays held, goes to the payee, goes back to the payer, or is held beside what is held already. */
      moves: "hold" | "keep" | "release" | "return" | "raise";
      /** How much. */
      amount: Money;
      /** Address that it comes from; absent where what was only held goes back. */
      from?: string;
      /** Address that it is for. */
      to: string;
      /** Test money: no real rail backs it. */
      label?: "TEST";
      /** The price as it is. */
      before?: Money;
      /** The price as it would be. */
      after?: Money;
    };
    /** True if approving accepts the request. */
    accepts?: boolean;
    /** True if approving signs the receipt. */
    signs?: boolean;
    /** True if the recipients get something on approval. */
    sends?: boolean;
    /** True if the money is that of the account that is asked. */
    spends?: boolean;
    /** True for a question: the comment is its answer. */
    asks?: boolean;
    /** A contact of yours as it is and as it would be; null is no contact. */
    contact?: {
      /** Full address, such as ada@example.com. */
      address: string;
      before: {
        /** What they are to you. */
        contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
        /** Whether they are asked as usual, always let in, or blocked. */
        standing: "usual" | "blocked" | "allowed";
      } | null;
      /** The entry as it would be. */
      after: {
        /** What they are to you. */
        contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
        /** Whether they are asked as usual, always let in, or blocked. */
        standing: "usual" | "blocked" | "allowed";
      };
    };
  };
  /** What each answer leads to, in a plain sentence. */
  outcomes: {
    /** What approving does. */
    approve: string;
    /** What declining does. */
    decline: string;
    /** What happens if nobody answers before expiresAt. */
    silence: string;
  };
  /** Id of the account that decides. */
  forAccountId: string;
  /** True if you may approve and decline it. An agent may where it could do the same itself without asking, and never what it proposed. */
  mayDecide: boolean;
  /** True if you may at least decline it. */
  mayDecline: boolean;
  /** Why you may not decide it: the error that it would be. */
  because?: {
    /** An error code (docs/errors.md). */
    code: ErrorCode;
    /** Why, in a sentence. */
    detail: string;
  };
  /** Where the person decides it, signed in; present if you may not. Give it to them. */
  approvalUrl?: string;
  /** The answers there are. */
  allowed: Array<"approve" | "decline">;
  /** When it was asked. RFC 3339, UTC, milliseconds. */
  openedAt: string;
  /** When it ends undecided. RFC 3339, UTC, milliseconds. */
  expiresAt: string;
  /** open until it is decided; superseded if what it was about is gone. */
  status: "open" | "approved" | "declined" | "expired" | "superseded";
  /** How it ended; absent while it is open. */
  decision?: {
    /** How it ended. */
    outcome: "approved" | "declined" | "expired" | "superseded";
    /** What came of it, in a sentence. */
    effect: string;
    /** Who decided; absent if nobody did. */
    actor?: {
      /** What acted. */
      kind: "person" | "agent" | "guest" | "operator" | "service" | "system";
      /** The words to show for it. */
      label: string;
      /** What you called the agent's access when it acted. */
      name?: string;
      /** Id of the access that it acted by. */
      credentialId?: string;
    };
    /** When it ended. RFC 3339, UTC, milliseconds. */
    at?: string;
    /** What whoever decided wrote about it. */
    comment?: string;
  };
  /** Address of the account that decided. */
  decidedBy?: string;
  /** Who decided. */
  decidedActor?: {
    /** What acted. */
    kind: "person" | "agent" | "guest" | "operator" | "service" | "system";
    /** The words to show for it. */
    label: string;
    /** What you called the agent's access when it acted. */
    name?: string;
    /** Id of the access that it acted by. */
    credentialId?: string;
  };
  /** When it was decided; absent while it is open. RFC 3339, UTC, milliseconds. */
  decidedAt?: string;
  /** What whoever decided wrote about it. */
  comment?: string;
};

export type Money = {
  /** Decimal, such as 5.00. */
  amount: string;
  /** Integer micro-USDC. */
  amountAtomic: string;
  /** Always USDC. */
  currency: "USDC";
  /** Places of amountAtomic. */
  decimals: 6;
};

export type ConversationEvent = {
  /** Send it as Last-Event-ID to go on after it. */
  id?: string;
  /** What happened. */
  event: "ready";
  /** What is to be said of it. */
  data: {
    /** Id of the conversation; the same value is the A2A task id. */
    conversationId: string;
    /** Id of the context. */
    contextId: string;
    /** The state after it. */
    state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
    /** The version after it. */
    version: number;
    /** Id of the newest event. */
    lastEventId: number;
    replayFrom: number | null;
    /** True if the conversation is to be read again. */
    reset: boolean;
    /** When the stream began, or began anew. RFC 3339, UTC, milliseconds. */
    serverTime: string;
  };
} | {
  /** Send it as Last-Event-ID to go on after it. */
  id?: string;
  /** What happened. */
  event: "message.appended";
  /** What is to be said of it. */
  data: {
    /** Id of the event, the same for everybody. */
    eventId: string;
    /** Id of the conversation; the same value is the A2A task id. */
    conversationId: string;
    /** When it happened. RFC 3339, UTC, milliseconds. */
    at: string;
    /** The version after it. */
    version: number;
    /** Id of the context. */
    contextId: string;
    /** The state after it. */
    state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
    /** It, as you may read it. */
    message: Message;
  };
} | {
  /** Send it as Last-Event-ID to go on after it. */
  id?: string;
  /** What happened. */
  event: "state.changed";
  /** What is to be said of it. */
  data: {
    /** Id of the event, the same for everybody. */
    eventId: string;
    /** Id of the conversation; the same value is the A2A task id. */
    conversationId: string;
    /** When it happened. RFC 3339, UTC, milliseconds. */
    at: string;
    /** The version after it. */
    version: number;
    from: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected" | null;
    /** The state after it. */
    state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
    reason: string | null;
    /** Who did it. */
    actor: {
      /** Id of the account that acted. */
      accountId?: string;
      /** A guest's address. */
      address?: string;
      /** What acted. */
      kind: "person" | "agent" | "guest" | "operator" | "service" | "system";
      /** The words to show for it. */
      label: string;
      /** What you called the agent's access when it acted. */
      name?: string;
      /** Id of the access that it acted by. */
      credentialId?: string;
    };
  };
} | {
  /** Send it as Last-Event-ID to go on after it. */
  id?: string;
  /** What happened. */
  event: "payment.updated";
  /** What is to be said of it. */
  data: {
    /** Id of the event, the same for everybody. */
    eventId: string;
    /** Id of the conversation; the same value is the A2A task id. */
    conversationId: string;
    /** When it happened. RFC 3339, UTC, milliseconds. */
    at: string;
    /** The version after it. */
    version: number;
    /** The payment's status before it. */
    previousStatus: "none" | "requires_payment" | "held" | "released" | "voided" | "refunded";
    /** The payment after it. */
    payment: Payment;
    /** Who did it. */
    actor: {
      /** Id of the account that acted. */
      accountId?: string;
      /** A guest's address. */
      address?: string;
      /** What acted. */
      kind: "person" | "agent" | "guest" | "operator" | "service" | "system";
      /** The words to show for it. */
      label: string;
      /** What you called the agent's access when it acted. */
      name?: string;
      /** Id of the access that it acted by. */
      credentialId?: string;
    };
  };
};

export type InboxEvent = {
  /** Send it as Last-Event-ID to go on after it. */
  id?: string;
  /** What happened. */
  event: "ready";
  /** What is to be said of it. */
  data: {
    /** True if everything is to be read again. */
    reset: boolean;
    /** When the stream began, or began anew. RFC 3339, UTC, milliseconds. */
    serverTime: string;
  };
} | {
  /** Send it as Last-Event-ID to go on after it. */
  id?: string;
  /** What happened. */
  event: "conversation.changed";
  /** What is to be said of it. */
  data: {
    /** Id of the conversation; the same value is the A2A task id. */
    conversationId: string;
    /** When it happened. RFC 3339, UTC, milliseconds. */
    at: string;
    /** The version after it. */
    version: number;
    /** The state after it. */
    state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
    /** Names of its newest events that you may read. */
    events: Array<string>;
  };
} | {
  /** Send it as Last-Event-ID to go on after it. */
  id?: string;
  /** What happened. */
  event: "flags.changed";
  /** What is to be said of it. */
  data: {
    /** Id of the conversation; the same value is the A2A task id. */
    conversationId: string;
    /** When it happened. RFC 3339, UTC, milliseconds. */
    at: string;
    /** True if you have not read all of it. */
    unread: boolean;
    /** True if you have put it away. */
    archived: boolean;
    snoozedUntil: string | "change" | null;
    /** Your labels on it, which nobody else sees. */
    labels: Array<string>;
  };
} | {
  /** Send it as Last-Event-ID to go on after it. */
  id?: string;
  /** What happened. */
  event: "draft.deleted";
  /** What is to be said of it. */
  data: {
    /** Id of the conversation; the same value is the A2A task id. */
    conversationId: string;
    /** When it happened. RFC 3339, UTC, milliseconds. */
    at: string;
  };
} | {
  /** Send it as Last-Event-ID to go on after it. */
  id?: string;
  /** What happened. */
  event: "contact.changed";
  /** What is to be said of it. */
  data: {
    /** The contact's address. */
    address: string;
    /** When it happened. RFC 3339, UTC, milliseconds. */
    at: string;
    /** True if it is no contact of yours any more. */
    gone: boolean;
  };
} | {
  /** Send it as Last-Event-ID to go on after it. */
  id?: string;
  /** What happened. */
  event: "payment.moved";
  /** What is to be said of it. */
  data: {
    /** Id of the movement in your statement. */
    transferId: string;
    /** When it happened. RFC 3339, UTC, milliseconds. */
    at: string;
  };
} | {
  /** Send it as Last-Event-ID to go on after it. */
  id?: string;
  /** What happened. */
  event: "settings.changed";
  /** What is to be said of it. */
  data: {
    /** Which setting (docs/changes.md). */
    name: string;
    /** When it happened. RFC 3339, UTC, milliseconds. */
    at: string;
  };
};

export type ErrorCode = "unauthenticated" | "session_expired" | "sign_in_again" | "signup_required" | "sign_up_closed" | "forbidden" | "insufficient_scope" | "sender_cannot_sign" | "not_addressed" | "from_not_verified" | "review_denied" | "invalid_json" | "invalid_input" | "unknown_field" | "invalid_view" | "invalid_cursor" | "invalid_price" | "invalid_quote" | "invalid_address" | "invalid_local_part" | "invalid_domain" | "confirm_required" | "unknown_hash" | "idempotency_in_flight" | "idempotency_mismatch" | "unknown_operator_call" | "request_timeout" | "method_not_allowed" | "not_acceptable" | "gone" | "payload_too_large" | "unsupported_media_type" | "forbidden_origin" | "too_many_streams" | "internal" | "storage_full" | "unavailable" | "url_refused" | "card_unreachable" | "card_invalid" | "limit_exceeded" | "no_token" | "session_not_found" | "shown_once" | "rate_limited" | "template_not_found" | "rule_not_found" | "conversation_not_found" | "context_not_found" | "webhook_not_found" | "push_device_not_found" | "state_expired" | "artifact_not_found" | "checkpoint_not_found" | "contact_not_found" | "label_not_found" | "skill_not_found" | "no_such_account" | "account_not_found" | "credential_not_found" | "domain_not_found" | "credential_ended" | "invite_not_found" | "mail_not_found" | "report_not_found" | "not_found" | "conversation_closed" | "wrong_state" | "not_a_draft" | "is_draft" | "not_cancelable" | "condition_already_met" | "condition_not_met" | "hold_expired" | "quote_expired" | "receipt_required" | "no_open_checkpoint" | "ambiguous_checkpoint" | "not_your_checkpoint" | "already_decided" | "already_signed" | "maker_cannot_decide" | "person_required" | "action_changed" | "checkpoint_expired" | "reserved" | "taken" | "already_has_address" | "domain_ended" | "already_participant" | "quota_exceeded" | "backup_failed" | "precondition_failed" | "not_payee" | "insufficient_balance" | "payment_required" | "payment_invalid" | "payment_pending" | "no_payout_address" | "proof_required" | "price_changed" | "no_held_price" | "not_refundable" | "refund_expired" | "refund_too_large" | "export_not_found" | "too_many_exports" | "imported_read_only";

export type Problem = {
  /** Address of the error in the documents. */
  type: string;
  /** What kind of error it is. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What is wrong, in a sentence. */
  detail: string;
  /** Path of the request. */
  instance?: string;
  /** What is wrong, as a code. */
  code: ErrorCode;
  /** The same as detail. */
  error?: string;
  /** The same as detail. */
  message?: string;
  /** What the caller can do about it. */
  fix?: string;
  /** Where the documents explain it. */
  docs?: string;
  /** Names the request in the log. */
  requestId: string;
  /** The fields that are wrong. */
  errors?: Array<{
    /** RFC 6901. */
    pointer: string;
    /** What is wrong with it. */
    code: string;
    /** The same in a sentence. */
    detail: string;
    /** The known name that an unknown one is nearest to. */
    didYouMean?: string;
  }>;
};

export type ListConversationsInput = {
  /** Which conversations to list; all readable ones if absent. */
  readonly view?: "inbox" | "sent" | "drafts" | "archive" | "needs_you" | "payments" | "requests" | "waiting" | "snoozed" | "imported";
  /** Of needs_you: money to accept, sign for or give back; approvals; replies that are asked or paid for. */
  readonly section?: "money" | "approvals" | "replies";
  readonly contextId?: string;
  /** Where the conversation is now (docs/states.md). */
  readonly state?: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** Only what has this label of yours. */
  readonly label?: string;
  /** Only those with these words in a message, or in the title, names and addresses with the first one; the last word may be the beginning of one. Words in quotes follow one another. Operators narrow them, also without a word: from: to: in: is:unread is:read is:paid is:archived has:file price:>5 before: after: (a day) label:. */
  readonly q?: string;
  /** With q: show of each the part of a message that holds the words. */
  readonly snippets?: boolean;
  /** nextCursor of the last page. */
  readonly cursor?: string;
  /** At most 100. */
  readonly limit?: number;
  /** summary leaves the messages out and shows the beginning of the newest as preview. */
  readonly fields?: "all" | "summary";
  /** Wait up to this long for a change and answer early on one; 0 only gives since. */
  readonly waitSeconds?: number;
  /** since of an earlier answer: what changed after it is answered at once. */
  readonly since?: string;
};

export type ListConversationsOutput = {
  /** One page of them, the newest change first. */
  conversations: Array<Conversation>;
  nextCursor: string | null;
  /** True if there are more than these. */
  hasMore: boolean;
  /** What this answer shows, for the next since; there if waitSeconds was sent. */
  since?: string;
};

export type CreateConversationInput = {
  /** Subject, as the recipients see it. */
  readonly title?: string;
  /** Recipient addresses, such as bob@example.org: a list, or one. */
  readonly to?: Array<string> | string;
  /** Recipient addresses, such as bob@example.org: a list, or one. */
  readonly cc?: Array<string> | string;
  /** Recipient addresses, such as bob@example.org: a list, or one. */
  readonly bcc?: Array<string> | string;
  /** The message, usually one part: [{"text": "…"}]. */
  readonly parts?: Array<{
    text?: string;
    /** Any JSON value. */
    data?: unknown;
    url?: string;
    /** Base64 bytes. */
    raw?: string;
    mediaType?: string;
    filename?: string;
  }>;
  /** The message as plain text; the same as one text part. */
  readonly text?: string;
  /** Files to attach. */
  readonly artifacts?: Array<{
    /** File name. */
    name: string;
    /** Media type, such as application/pdf. */
    mimeType: string;
    /** The file as base64; either this or uri. */
    bytes?: string;
    /** https address of the file; it is stored, never fetched. */
    uri?: string;
    description?: string;
  }>;
  /** Amount in USDC: a number, a decimal string such as "5.00", or a money object. At most six decimals. */
  readonly price?: number | string | {
    amount?: string;
    amountAtomic?: string;
    currency?: string;
    decimals?: number;
  };
  /** What the price is in: TEST is test money of this service, USDC is held on a chain. Where the service takes both, the first of its settings if absent. */
  readonly currency?: "TEST" | "USDC";
  /** What must happen before a held price is released: the recipient accepts, replies, or does what releaseAction says. */
  readonly release?: "accepted" | "replied" | "converted";
  /** What must happen when release is converted: a text, or {type: artifact | url_visit | text, …}. */
  readonly releaseAction?: string | {
    type: "artifact" | "url_visit" | "text";
    mimeType?: string;
    url?: string;
    text?: string;
  };
  readonly fromAddress?: string;
  readonly fromName?: string;
  /** True asks for the extra check of a first message. */
  readonly firstUse?: boolean;
  /** Relationship that the sender claims to the recipients. */
  readonly contactType?: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
  /** A quote of svc.quote_access for the first recipient: the price cannot exceed it, no more is asked, and its release counts unless you name one. */
  readonly quoteId?: string;
  /** Group it with earlier conversations that you can read; a new group if absent. */
  readonly contextId?: string;
  /** Send it now; a draft otherwise. */
  readonly submit?: boolean;
};

export type CreateConversationOutput = {
  /** For whom it waits; only present while your person has to decide first. */
  waiting?: string;
  /** The rule of the review that asks (docs/review_rules.md). */
  rule?: string;
  /** Why it asks, with what is left of a limit. */
  reason?: string;
  /** The checkpoint that your person decides. */
  checkpointId?: string;
  /** Where they decide it, signed in. Give it to them. */
  approvalUrl?: string;
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** Id of the context; follow-ups and A2A share it. */
  contextId: string;
  /** Where the conversation is now (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The conversation as you see it. */
  conversation: Conversation;
  /** Who was not reached, and why. */
  warnings?: Array<{
    /** no_such_account: an address of this service that nobody has. requester_not_reached: the sender of the request, who does not read this message. */
    code: "no_such_account" | "requester_not_reached";
    /** The address that it is about. */
    address: string;
  }>;
};

export type UpdateConversationsInput = {
  readonly conversationIds: Array<string>;
  readonly unread?: boolean;
  readonly archived?: boolean;
  readonly snoozeUntil?: string | null;
  /** Labels to put on it, which only you see. */
  readonly addLabels?: Array<string>;
  /** Labels to take from it. */
  readonly removeLabels?: Array<string>;
};

export type UpdateConversationsOutput = {
  /** One for each, in your order. */
  outcomes: Array<{
    conversationId: string;
    outcome: "changed" | "unchanged" | "not_found";
  }>;
};

export type ListLabelsOutput = {
  /** All of them, in order. */
  labels: Array<{
    /** What it is called. */
    name: string;
  }>;
};

export type RenameLabelInput = {
  /** A label of yours. */
  readonly label: string;
  /** What it is called from now on. */
  readonly name: string;
};

export type RenameLabelOutput = {
  /** What it is called now. */
  name: string;
};

export type DeleteLabelInput = {
  /** A label of yours. */
  readonly label: string;
};

export type DeleteLabelOutput = {
  /** What it was called. */
  label: string;
  /** It is gone. */
  deleted: true;
};

export type GetDigestInput = {
  /** Wait up to this long for a change and answer early on one; 0 only gives since. */
  readonly waitSeconds?: number;
  /** since of an earlier answer: what changed after it is answered at once. */
  readonly since?: string;
};

export type GetDigestOutput = {
  /** Whose turn it is in open conversations; unread of the inbox; drafts. */
  counts: {
    you: number;
    person: number;
    them: number;
    unread: number;
    drafts: number;
  };
  /** There are more than the 100 that were looked at: what waits is counted all the same, but whether for you or your person is judged by these, and work without a price counts as far as it was seen. */
  isPartial?: true;
  /** The most pressing, at most three. */
  waiting: Array<{
    conversationId: string;
    who: "you" | "person" | "them";
    title: string;
    /** Address of the other side. */
    from: string;
    /** What has to be done. */
    text: string;
    /** RFC 3339, UTC, milliseconds. */
    by?: string;
    /** USDC; test money by its label. */
    price?: string;
    /** Test money: no real rail backs it. */
    label?: "TEST";
  }>;
  money?: {
    available: string;
    held: string;
    incoming: string;
    currency: "USDC";
    /** Test money: no real rail backs it. */
    label: "TEST";
    /** The same in USDC on a chain, not added. */
    usdc?: {
      held: string;
      incoming: string;
    };
  };
  /** Your labels, the first of them. */
  labels?: Array<string>;
  /** What this answer shows, for the next since; there if waitSeconds was sent. */
  since?: string;
};

export type ListChangesInput = {
  /** state of the last answer, or the id of the last event of GET /v1/events. */
  readonly since?: string;
  /** Changes that are looked at, at most 500. */
  readonly limit?: number;
};

export type ListChangesOutput = {
  /** Send it as since the next time. */
  state: string;
  /** True if more has changed than this. */
  hasMore: boolean;
  /** Ids of conversations. */
  conversations: {
    /** New to you. */
    created: Array<string>;
    /** Known to you before; read them again. */
    changed: Array<string>;
    /** Not there for you any more. */
    gone: Array<string>;
  };
  /** Addresses of contacts. */
  contacts: {
    /** New to you. */
    created: Array<string>;
    /** Known to you before; read them again. */
    changed: Array<string>;
    /** Not there for you any more. */
    gone: Array<string>;
  };
  /** Ids of movements of your statement (transferId). */
  payments: {
    /** New to you. */
    created: Array<string>;
    /** Known to you before; read them again. */
    changed: Array<string>;
    /** Not there for you any more. */
    gone: Array<string>;
  };
  /** Names of settings: labels, rules, profile, addresses, notifications, payout, access, sign_in, webhooks. After labels, read again the conversations that have one. */
  settings: {
    /** New to you. */
    created: Array<string>;
    /** Known to you before; read them again. */
    changed: Array<string>;
    /** Not there for you any more. */
    gone: Array<string>;
  };
};

export type OpenWelcomeInput = {
  readonly name?: string;
};

export type OpenWelcomeOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** Id of the context; follow-ups and A2A share it. */
  contextId: string;
  /** Where the conversation is now (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** False if it was there already. */
  created: boolean;
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type SuggestRecipientsInput = {
  /** What is typed so far. */
  readonly q: string;
};

export type SuggestRecipientsOutput = {
  /** The likeliest first, 6 at most. */
  recipients: Array<{
    /** Where they are written to. */
    address: string;
    /** What they call themselves; absent for a mailbox elsewhere. */
    name?: string;
    /** Where they were found. */
    from: "contacts" | "directory";
  }>;
};

export type PreviewConversationInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId?: string;
  /** Subject, as the recipients see it. */
  readonly title?: string;
  /** Recipient addresses, such as bob@example.org: a list, or one. */
  readonly to?: Array<string> | string;
  /** Recipient addresses, such as bob@example.org: a list, or one. */
  readonly cc?: Array<string> | string;
  /** Recipient addresses, such as bob@example.org: a list, or one. */
  readonly bcc?: Array<string> | string;
  /** The message, usually one part: [{"text": "…"}]. */
  readonly parts?: Array<{
    text?: string;
    /** Any JSON value. */
    data?: unknown;
    url?: string;
    /** Base64 bytes. */
    raw?: string;
    mediaType?: string;
    filename?: string;
  }>;
  /** The message as plain text; the same as one text part. */
  readonly text?: string;
  /** Files to attach. */
  readonly artifacts?: Array<{
    /** File name. */
    name: string;
    /** Media type, such as application/pdf. */
    mimeType: string;
    /** The file as base64; either this or uri. */
    bytes?: string;
    /** https address of the file; it is stored, never fetched. */
    uri?: string;
    description?: string;
  }>;
  /** Amount in USDC: a number, a decimal string such as "5.00", or a money object. At most six decimals. */
  readonly price?: number | string | {
    amount?: string;
    amountAtomic?: string;
    currency?: string;
    decimals?: number;
  };
  /** What the price is in: TEST is test money of this service, USDC is held on a chain. Where the service takes both, the first of its settings if absent. */
  readonly currency?: "TEST" | "USDC";
  /** What must happen before a held price is released: the recipient accepts, replies, or does what releaseAction says. */
  readonly release?: "accepted" | "replied" | "converted";
  /** What must happen when release is converted: a text, or {type: artifact | url_visit | text, …}. */
  readonly releaseAction?: string | {
    type: "artifact" | "url_visit" | "text";
    mimeType?: string;
    url?: string;
    text?: string;
  };
  readonly fromAddress?: string;
  readonly fromName?: string;
  /** True asks for the extra check of a first message. */
  readonly firstUse?: boolean;
  /** Relationship that the sender claims to the recipients. */
  readonly contactType?: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
  /** A quote of svc.quote_access for the first recipient: the price cannot exceed it, no more is asked, and its release counts unless you name one. */
  readonly quoteId?: string;
};

export type PreviewConversationOutput = {
  /** What svc.submit_draft would come to now. */
  outcome: "sends" | "asks_person" | "waits_for_payment" | "refused";
  /** Who gets it, and how. */
  recipients: Array<{
    /** Full address, such as ada@example.com. */
    address: string;
    /** Of an account: how it calls itself. */
    displayName?: string;
    /** Who is behind it. */
    kind: "person" | "agent" | "service" | "email";
    /** Their place in the conversation. */
    role: "to" | "cc" | "bcc";
    /** In the inbox of an account or of one of the service's own agents; by a short mail without the text; or not at all, since nobody has this address of the service, or its account is closed. */
    how: "account" | "service" | "invite" | "nobody_here" | "closed";
    /** What they ask of you; absent for nothing. */
    asks?: Money;
  }>;
  money?: {
    /** What is held in the end: at once, or once it is paid. */
    held: Money;
    /** Who is paid; absent without an account. */
    payee?: string;
    /** What the payee asks, where less is offered. */
    asked?: Money;
    /** A wallet pays it on a chain; absent for test money. */
    rail?: "x402";
    /** What can be spent; only with payments:read. */
    balance?: Money;
    /** How much the balance falls short. */
    missing?: Money;
    /** What releases the price. */
    release: "accepted" | "replied" | "converted";
    /** What has to happen before it is paid, in a sentence. */
    condition: string;
    /** Days after which it comes back if that did not happen. */
    returnsAfterDays: number;
  };
  /** The rules that your person would be asked about. */
  asks: Array<{
    /** Which rule (docs/review_rules.md). */
    id: "R-FROM" | "R-BLOCKED" | "R-CONTENT" | "R-OUTWARD" | "R-PAY-LIMIT" | "R-PAY-LIMIT-PAYEE" | "R-PAY-AGENT" | "R-PAY-AGENT-DAY" | "R-PAY-AGENT-PAYEE" | "R-PAY-PAYEE" | "R-PAY-TYPE" | "R-PAY-FIRST" | "R-FIRST-CONTACT" | "R-PRIVILEGE" | "R-RATE" | "R-CANCEL-EARNED" | "R-CANCEL-HELD" | "R-GRANT" | "R-PAY-PARTIES" | "R-PRICE-RAISED" | "R-PRICED" | "R-STRANGER" | "R-ACCEPT" | "R-ACCEPT-LIMIT";
    /** What the rule asks for: the strictest decides. */
    outcome: "allow" | "needs_person" | "deny";
    /** Why; empty where nothing is to say. */
    detail: string;
  }>;
  /** Why it would be refused. */
  problems: Array<{
    /** Of the error, or of the rule. */
    code: string;
    /** The same in a sentence. */
    detail: string;
    /** JSON pointer to the field. */
    pointer?: string;
  }>;
  /** All of it in plain words, in order; no word of others but addresses. */
  sentences: Array<string>;
};

export type CountConversationsOutput = {
  /** Conversations in this view. */
  inbox: {
    /** How many there are. */
    total: number;
    /** How many of them are new to you. */
    unread: number;
  };
  /** Conversations in this view. */
  sent: {
    /** How many there are. */
    total: number;
  };
  /** Conversations in this view. */
  drafts: {
    /** How many there are. */
    total: number;
  };
  /** Conversations in this view. */
  archive: {
    /** How many there are. */
    total: number;
  };
  /** Conversations in this view, and in its sections. */
  needs_you: {
    /** How many there are. */
    total: number;
    /** Of them: to accept, sign for or give back. */
    money: number;
    /** Of them: to approve. */
    approvals: number;
    /** Of them: to answer. */
    replies: number;
  };
  /** Conversations in this view. */
  payments: {
    /** How many there are. */
    total: number;
  };
  /** Conversations in this view. */
  requests: {
    /** How many there are. */
    total: number;
  };
  /** Conversations in this view. */
  waiting: {
    /** How many there are. */
    total: number;
  };
  /** Conversations in this view. */
  snoozed: {
    /** How many there are. */
    total: number;
  };
  updatedAt: string | null;
};

export type GetConversationInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** Also return the audit chain. */
  readonly includeAudit?: boolean;
  /** A messageId: only messages older than this one. What an answer leaves out it names so. */
  readonly before?: string;
  /** Only this message. */
  readonly messageId?: string;
  /** How many messages; 100 if absent, at most 500. */
  readonly limit?: number;
  /** Wait up to this long for a change and answer early on one; 0 only gives since. */
  readonly waitSeconds?: number;
  /** since of an earlier answer: what changed after it is answered at once. */
  readonly since?: string;
};

export type GetConversationOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** Id of the context; follow-ups and A2A share it. */
  contextId: string;
  /** The conversation as you see it. */
  conversation: Conversation;
  /** The page of its messages, in their order. */
  messages: Array<Message>;
  /** How many readable messages are older than those shown. */
  messagesOmitted: number;
  /** Read with this as before to get the older ones. */
  before?: string;
  /** Where the conversation is in its course (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  audit?: {
    /** The newest audit records. */
    records: Array<{
      /** Number of the record in its chain, from 1. */
      seq: number;
      /** SHA-256 of the record, as hex. */
      hash: string;
      /** Hash of the record before; 64 zeros for the first. */
      prevHash: string;
      /** SHA-256 of the line of the record, in RFC 8785. */
      bodyHash: string;
      commit?: {
        /** How many of these one commit made; this is the last. */
        entries: number;
        /** SHA-256 of what they share, in RFC 8785. */
        head: string;
        /** SHA-256 of what nobody is shown. */
        inner: string;
      };
      /** What happened; redacted if the body is not for you. */
      type: string;
    }>;
    /** Who each record is by. */
    actors: Array<{
      /** The record. */
      seq: number;
      /** What acted. */
      kind: "person" | "agent" | "guest" | "operator" | "service" | "system";
      /** The words to show for it. */
      label: string;
      /** What you called the agent's access when it acted. */
      name?: string;
      /** Id of the access that it acted by. */
      credentialId?: string;
      /** What proves the commitment to the actor; only for your own account. */
      salt?: string;
    }>;
    /** Where the chain ends. */
    head: {
      /** SHA-256 of the record, as hex. */
      hash: string;
      /** Number of the record in its chain, from 1. */
      seq: number;
    };
  };
  /** What this answer shows, for the next since; there if waitSeconds was sent. */
  since?: string;
};

export type UpdateConversationInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  readonly unread?: boolean;
  readonly archived?: boolean;
  readonly snoozeUntil?: string | null;
  /** Labels to put on it, which only you see. */
  readonly addLabels?: Array<string>;
  /** Labels to take from it. */
  readonly removeLabels?: Array<string>;
  /** Fail if it is no longer this version. */
  readonly version?: number;
  /** Subject, as the recipients see it. */
  readonly title?: string;
  /** Recipient addresses, such as bob@example.org: a list, or one. */
  readonly to?: Array<string> | string;
  /** Recipient addresses, such as bob@example.org: a list, or one. */
  readonly cc?: Array<string> | string;
  /** Recipient addresses, such as bob@example.org: a list, or one. */
  readonly bcc?: Array<string> | string;
  /** The message, usually one part: [{"text": "…"}]. */
  readonly parts?: Array<{
    text?: string;
    /** Any JSON value. */
    data?: unknown;
    url?: string;
    /** Base64 bytes. */
    raw?: string;
    mediaType?: string;
    filename?: string;
  }>;
  /** The message as plain text; the same as one text part. */
  readonly text?: string;
  /** Files to attach. */
  readonly artifacts?: Array<{
    /** File name. */
    name: string;
    /** Media type, such as application/pdf. */
    mimeType: string;
    /** The file as base64; either this or uri. */
    bytes?: string;
    /** https address of the file; it is stored, never fetched. */
    uri?: string;
    description?: string;
  }>;
  /** Amount in USDC: a number, a decimal string such as "5.00", or a money object. At most six decimals. */
  readonly price?: number | string | {
    amount?: string;
    amountAtomic?: string;
    currency?: string;
    decimals?: number;
  };
  /** What the price is in: TEST is test money of this service, USDC is held on a chain. Where the service takes both, the first of its settings if absent. */
  readonly currency?: "TEST" | "USDC";
  /** What must happen before a held price is released: the recipient accepts, replies, or does what releaseAction says. */
  readonly release?: "accepted" | "replied" | "converted";
  /** What must happen when release is converted: a text, or {type: artifact | url_visit | text, …}. */
  readonly releaseAction?: string | {
    type: "artifact" | "url_visit" | "text";
    mimeType?: string;
    url?: string;
    text?: string;
  };
  readonly fromAddress?: string;
  readonly fromName?: string;
  /** True asks for the extra check of a first message. */
  readonly firstUse?: boolean;
  /** Relationship that the sender claims to the recipients. */
  readonly contactType?: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
  /** A quote of svc.quote_access for the first recipient: the price cannot exceed it, no more is asked, and its release counts unless you name one. */
  readonly quoteId?: string;
};

export type UpdateConversationOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** True if something in it is new to you. */
  unread: boolean;
  /** True if you have put it away. */
  archived: boolean;
  snoozedUntil: string | "change" | null;
  /** Your labels on it, which nobody else sees. */
  labels: Array<string>;
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type DeleteDraftInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
};

export type DeleteDraftOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** Always true. */
  deleted: true;
};

export type SendMessageInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** The message as plain text; the same as one text part. */
  readonly text?: string;
  /** The message, usually one part: [{"text": "…"}]. */
  readonly parts?: Array<{
    text?: string;
    /** Any JSON value. */
    data?: unknown;
    url?: string;
    /** Base64 bytes. */
    raw?: string;
    mediaType?: string;
    filename?: string;
  }>;
  /** Whom it reaches. If absent: everyone (reply-all) from the conversation's sender and over MCP and A2A; over REST a recipient's goes to the author of the message that it answers (reply). */
  readonly mode?: "reply" | "reply-all";
  /** Artifacts of this conversation that go with it. */
  readonly artifactIds?: Array<string>;
  /** True asks your own person instead: only your account reads it, and the conversation waits (input-required) until they answer, decide or 72 hours are over. For agents of an addressed account. */
  readonly needsInput?: boolean;
  /** As a recipient who has not accepted yet: false asks the sender something first, without accepting. At most 5. Otherwise a recipient's first message accepts. */
  readonly accept?: boolean;
  /** Message that is answered; the last one if absent. */
  readonly inReplyTo?: string;
};

export type SendMessageOutput = {
  /** For whom it waits; only present while your person has to decide first. */
  waiting?: string;
  /** The rule of the review that asks (docs/review_rules.md). */
  rule?: string;
  /** Why it asks, with what is left of a limit. */
  reason?: string;
  /** The checkpoint that your person decides. */
  checkpointId?: string;
  /** Where they decide it, signed in. Give it to them. */
  approvalUrl?: string;
  /** Id of the message. */
  messageId: string;
  /** Addresses that read it. Absent of a draft, and of what your own person reads first. */
  readers?: Array<string>;
  /** Who was not reached, and why. */
  warnings?: Array<{
    /** no_such_account: an address of this service that nobody has. requester_not_reached: the sender of the request, who does not read this message. */
    code: "no_such_account" | "requester_not_reached";
    /** The address that it is about. */
    address: string;
  }>;
  /** Where the conversation is now (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type SubmitDraftInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
};

export type SubmitDraftOutput = {
  /** For whom it waits; only present while your person has to decide first. */
  waiting?: string;
  /** The rule of the review that asks (docs/review_rules.md). */
  rule?: string;
  /** Why it asks, with what is left of a limit. */
  reason?: string;
  /** The checkpoint that your person decides. */
  checkpointId?: string;
  /** Where they decide it, signed in. Give it to them. */
  approvalUrl?: string;
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** Id of the context; follow-ups and A2A share it. */
  contextId: string;
  /** Where the conversation is now (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The conversation as you see it. */
  conversation: Conversation;
  /** Who was not reached, and why. */
  warnings?: Array<{
    /** no_such_account: an address of this service that nobody has. requester_not_reached: the sender of the request, who does not read this message. */
    code: "no_such_account" | "requester_not_reached";
    /** The address that it is about. */
    address: string;
  }>;
};

export type ScheduleDraftInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  readonly sendAt?: string | null;
  /** The same as seconds from now. */
  readonly inSeconds?: number;
};

export type ScheduleDraftOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** Where the conversation is now (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type CancelConversationInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** Why, as the others will read it. */
  readonly reason: string;
};

export type CancelConversationOutput = {
  /** For whom it waits; only present while your person has to decide first. */
  waiting?: string;
  /** The rule of the review that asks (docs/review_rules.md). */
  rule?: string;
  /** Why it asks, with what is left of a limit. */
  reason?: string;
  /** The checkpoint that your person decides. */
  checkpointId?: string;
  /** Where they decide it, signed in. Give it to them. */
  approvalUrl?: string;
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** Where it is now. */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The review of the cancel. */
  review: {
    /** Id of the security review. */
    reviewId: string;
    /** What the review said. */
    outcome: "allow" | "needs_person" | "deny";
    /** How each rule judged. */
    rules: Array<{
      /** Which rule (docs/review_rules.md). */
      id: "R-FROM" | "R-BLOCKED" | "R-CONTENT" | "R-OUTWARD" | "R-PAY-LIMIT" | "R-PAY-LIMIT-PAYEE" | "R-PAY-AGENT" | "R-PAY-AGENT-DAY" | "R-PAY-AGENT-PAYEE" | "R-PAY-PAYEE" | "R-PAY-TYPE" | "R-PAY-FIRST" | "R-FIRST-CONTACT" | "R-PRIVILEGE" | "R-RATE" | "R-CANCEL-EARNED" | "R-CANCEL-HELD" | "R-GRANT" | "R-PAY-PARTIES" | "R-PRICE-RAISED" | "R-PRICED" | "R-STRANGER" | "R-ACCEPT" | "R-ACCEPT-LIMIT";
      /** What the rule asks for: the strictest decides. */
      outcome: "allow" | "needs_person" | "deny";
      /** Why; empty where nothing is to say. */
      detail: string;
    }>;
  };
  /** What became of the price. */
  payment: Payment;
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type SignReceiptInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** Must be true. */
  readonly confirm: true;
  /** Your own words on what was done or visited, signed into the receipt. Required if releaseAction is a text or a url_visit, a note otherwise. */
  readonly statement?: string;
};

export type SignReceiptOutput = {
  /** For whom it waits; only present while your person has to decide first. */
  waiting?: string;
  /** The rule of the review that asks (docs/review_rules.md). */
  rule?: string;
  /** Why it asks, with what is left of a limit. */
  reason?: string;
  /** The checkpoint that your person decides. */
  checkpointId?: string;
  /** Where they decide it, signed in. Give it to them. */
  approvalUrl?: string;
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** Where the conversation is now (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The signed receipt; absent where your person is asked first. */
  receipt?: Receipt;
  /** What became of the price. */
  payment: Payment;
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type CompleteConversationInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
};

export type CompleteConversationOutput = {
  /** For whom it waits; only present while your person has to decide first. */
  waiting?: string;
  /** The rule of the review that asks (docs/review_rules.md). */
  rule?: string;
  /** Why it asks, with what is left of a limit. */
  reason?: string;
  /** The checkpoint that your person decides. */
  checkpointId?: string;
  /** Where they decide it, signed in. Give it to them. */
  approvalUrl?: string;
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** Where the conversation is now (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type RequestReviewInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
};

export type RequestReviewOutput = {
  /** Id of the security review. */
  reviewId: string;
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** The strictest of what the rules said. */
  outcome: "allow" | "needs_person" | "deny";
  /** The rules that have something to say, each with its reason. */
  rules: Array<{
    /** Which rule (docs/review_rules.md). */
    id: "R-FROM" | "R-BLOCKED" | "R-CONTENT" | "R-OUTWARD" | "R-PAY-LIMIT" | "R-PAY-LIMIT-PAYEE" | "R-PAY-AGENT" | "R-PAY-AGENT-DAY" | "R-PAY-AGENT-PAYEE" | "R-PAY-PAYEE" | "R-PAY-TYPE" | "R-PAY-FIRST" | "R-FIRST-CONTACT" | "R-PRIVILEGE" | "R-RATE" | "R-CANCEL-EARNED" | "R-CANCEL-HELD" | "R-GRANT" | "R-PAY-PARTIES" | "R-PRICE-RAISED" | "R-PRICED" | "R-STRANGER" | "R-ACCEPT" | "R-ACCEPT-LIMIT";
    /** What the rule asks for: the strictest decides. */
    outcome: "allow" | "needs_person" | "deny";
    /** Why; empty where nothing is to say. */
    detail: string;
  }>;
  /** What a person is asked; absent if nobody is. */
  checkpoint?: Checkpoint;
  /** Where the conversation is now (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** SHA-256 over the RFC 8785 form of the exact action. */
  actionDigest: string;
  /** Until when the review counts. RFC 3339, UTC, milliseconds. */
  validUntil: string;
  /** Why it would be refused. */
  problems?: Array<{
    /** Of the error, or of the rule. */
    code: string;
    /** The same in a sentence. */
    detail: string;
    /** JSON pointer to the field. */
    pointer?: string;
  }>;
  /** What sending it would do; absent once it is sent. */
  preview?: {
    /** What svc.submit_draft would come to now. */
    outcome: "sends" | "asks_person" | "waits_for_payment" | "refused";
    /** Who gets it, and how. */
    recipients: Array<{
      /** Full address, such as ada@example.com. */
      address: string;
      /** Of an account: how it calls itself. */
      displayName?: string;
      /** Who is behind it. */
      kind: "person" | "agent" | "service" | "email";
      /** Their place in the conversation. */
      role: "to" | "cc" | "bcc";
      /** In the inbox of an account or of one of the service's own agents; by a short mail without the text; or not at all, since nobody has this address of the service, or its account is closed. */
      how: "account" | "service" | "invite" | "nobody_here" | "closed";
      /** What they ask of you; absent for nothing. */
      asks?: Money;
    }>;
    money?: {
      /** What is held in the end: at once, or once it is paid. */
      held: Money;
      /** Who is paid; absent without an account. */
      payee?: string;
      /** What the payee asks, where less is offered. */
      asked?: Money;
      /** A wallet pays it on a chain; absent for test money. */
      rail?: "x402";
      /** What can be spent; only with payments:read. */
      balance?: Money;
      /** How much the balance falls short. */
      missing?: Money;
      /** What releases the price. */
      release: "accepted" | "replied" | "converted";
      /** What has to happen before it is paid, in a sentence. */
      condition: string;
      /** Days after which it comes back if that did not happen. */
      returnsAfterDays: number;
    };
    /** The rules that your person would be asked about. */
    asks: Array<{
      /** Which rule (docs/review_rules.md). */
      id: "R-FROM" | "R-BLOCKED" | "R-CONTENT" | "R-OUTWARD" | "R-PAY-LIMIT" | "R-PAY-LIMIT-PAYEE" | "R-PAY-AGENT" | "R-PAY-AGENT-DAY" | "R-PAY-AGENT-PAYEE" | "R-PAY-PAYEE" | "R-PAY-TYPE" | "R-PAY-FIRST" | "R-FIRST-CONTACT" | "R-PRIVILEGE" | "R-RATE" | "R-CANCEL-EARNED" | "R-CANCEL-HELD" | "R-GRANT" | "R-PAY-PARTIES" | "R-PRICE-RAISED" | "R-PRICED" | "R-STRANGER" | "R-ACCEPT" | "R-ACCEPT-LIMIT";
      /** What the rule asks for: the strictest decides. */
      outcome: "allow" | "needs_person" | "deny";
      /** Why; empty where nothing is to say. */
      detail: string;
    }>;
    /** Why it would be refused. */
    problems: Array<{
      /** Of the error, or of the rule. */
      code: string;
      /** The same in a sentence. */
      detail: string;
      /** JSON pointer to the field. */
      pointer?: string;
    }>;
    /** All of it in plain words, in order; no word of others but addresses. */
    sentences: Array<string>;
  };
};

export type RecordHilDecisionInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** The checkpoint that is decided. */
  readonly checkpointId?: string;
  readonly decision: "approve" | "decline";
  /** What the sender of the request becomes to you by it: trusted with approve makes them a contact, whose free requests need no acceptance; blocked with decline keeps them from writing to you first. */
  readonly contact?: "trusted" | "blocked";
  /** Why, for the record; may be empty. */
  readonly comment?: string;
};

export type RecordHilDecisionOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** Id of the checkpoint. */
  checkpointId: string;
  /** The answer that was recorded. */
  decision: "approve" | "decline";
  /** True once it is recorded. */
  recorded: true;
  /** Where the conversation is now (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type AddArtifactInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** File name. */
  readonly name: string;
  /** Media type, such as application/pdf. */
  readonly mimeType: string;
  /** The file as base64; either this or uri. */
  readonly bytes?: string;
  /** https address of the file; it is stored, never fetched. */
  readonly uri?: string;
  readonly description?: string;
};

export type AddArtifactOutput = {
  /** For whom it waits; only present while your person has to decide first. */
  waiting?: string;
  /** The rule of the review that asks (docs/review_rules.md). */
  rule?: string;
  /** Why it asks, with what is left of a limit. */
  reason?: string;
  /** The checkpoint that your person decides. */
  checkpointId?: string;
  /** Where they decide it, signed in. Give it to them. */
  approvalUrl?: string;
  /** Id of the file. */
  artifactId: string;
  /** The file as you see it. */
  artifact: Artifact;
  /** Where the conversation is now (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type GetArtifactInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  readonly artifactId: string;
};

export type RemoveArtifactInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** The file. */
  readonly artifactId: string;
};

export type RemoveArtifactOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** Id of the file. */
  artifactId: string;
  /** Always true. */
  removed: true;
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type FundConversationInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** The whole price that you agree to; refused if another is asked for. Whatever is asked for, if absent. */
  readonly price?: number | string | {
    amount?: string;
    amountAtomic?: string;
    currency?: string;
    decimals?: number;
  };
  /** On rail x402: the x402 v2 PaymentPayload that the payer's wallet signed. */
  readonly payment?: Record<string, unknown>;
};

export type FundConversationOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** Where the conversation is now (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The price as it is now. */
  payment: Payment;
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type RaisePriceInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** Amount in USDC: a number, a decimal string such as "5.00", or a money object. At most six decimals. */
  readonly price: number | string | {
    amount?: string;
    amountAtomic?: string;
    currency?: string;
    decimals?: number;
  };
  /** Why, as the sender reads it when they decide. */
  readonly reason?: string;
};

export type RaisePriceOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** Where the conversation is now (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The price as it is now. */
  payment: Payment;
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type RefundPaymentInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** How much, above zero; all that is left if absent. */
  readonly amount?: number | string | {
    amount?: string;
    amountAtomic?: string;
    currency?: string;
    decimals?: number;
  };
  /** On rail x402: the x402 v2 PaymentPayload that your wallet signed, straight to the wallet that paid. */
  readonly payment?: Record<string, unknown>;
};

export type RefundPaymentOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** Where the conversation is now (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The price as it is now. */
  payment: Payment;
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type RequestRefundInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** How much, above zero; all that is left if absent. */
  readonly amount?: number | string | {
    amount?: string;
    amountAtomic?: string;
    currency?: string;
    decimals?: number;
  };
  /** Why, for the payee to read. */
  readonly reason?: string;
};

export type RequestRefundOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** Where the conversation is now (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The price as it is now. */
  payment: Payment;
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type GetBalanceOutput = {
  /** What can be spent. */
  available: Money;
  /** What is set aside for open prices of yours. */
  held: Money;
  /** What others have set aside for you. */
  incoming: Money;
  /** Always USDC. */
  currency: "USDC";
  /** Test money: no real rail backs it. */
  label: "TEST";
  /** The same in USDC on a chain, which is never added to test money; what can be spent is in the wallet, which the service does not read. */
  usdc?: {
    /** What is held for open prices of yours. */
    held: Money;
    /** What others have held for you. */
    incoming: Money;
  };
};

export type ListPaymentsInput = {
  /** nextCursor of the last page. */
  readonly cursor?: string;
  /** At most 100. */
  readonly limit?: number;
  /** csv for a table; the same as Accept: text/csv. */
  readonly format?: "json" | "csv";
};

export type ListPaymentsOutput = {
  /** Test money: no real rail backs it. */
  label: "TEST";
  /** One page of movements. */
  entries: Array<{
    /** Id of the movement. */
    transferId: string;
    /** When it happened. RFC 3339, UTC, milliseconds. */
    at: string;
    /** fund: given by the operator; hold: set aside for a price; release: paid to you, or from what you had set aside; void: a held price came back; refund: given back after a release. */
    kind: "fund" | "hold" | "release" | "void" | "refund" | "fee";
    /** How much; negative where it left the balance. */
    amount: Money;
    /** The balance after it. */
    balanceAfter: Money;
    /** Of a price that you paid, when it is released: the whole of it. Your balance moved at the hold, so that amount is zero. */
    released?: Money;
    paymentId: string | null;
    conversationId: string | null;
    title: string | null;
    counterparty: string | null;
  }>;
  nextCursor: string | null;
  /** True if there are more than these. */
  hasMore: boolean;
};

export type FindPaymentsInput = {
  /** Only those in it. */
  readonly status?: "requires_payment" | "held" | "released" | "voided" | "refunded";
  /** in: only what others pay you; out: only what you pay. */
  readonly direction?: "in" | "out";
  /** Only those with this in the other side's address or name. */
  readonly counterparty?: string;
  /** The first day, in UTC, such as 2030-01-01. */
  readonly from?: string;
  /** The last day, in UTC, which belongs to it. */
  readonly to?: string;
  /** Only prices in it; TEST is test money. */
  readonly currency?: "TEST" | "USDC";
  /** Only prices of this amount or more. */
  readonly amountMin?: number | string | {
    amount?: string;
    amountAtomic?: string;
    currency?: string;
    decimals?: number;
  };
  /** Only prices of this amount or less. */
  readonly amountMax?: number | string | {
    amount?: string;
    amountAtomic?: string;
    currency?: string;
    decimals?: number;
  };
  /** Only held prices that go back by the end of this UTC day if nothing happens. */
  readonly dueBy?: string;
  /** nextCursor of the last page. */
  readonly cursor?: string;
  /** At most 100. */
  readonly limit?: number;
  /** csv for a table; the same as Accept: text/csv. */
  readonly format?: "json" | "csv";
};

export type FindPaymentsOutput = {
  /** Test money: no real rail backs it. */
  label?: "TEST";
  /** One page of them. */
  payments: Array<{
    /** Id of the payment. */
    paymentId: string;
    /** Id of the conversation; the same value is the A2A task id. */
    conversationId: string;
    title: string | null;
    /** in: to you; out: from you. */
    direction: "in" | "out";
    /** The whole price. */
    price: Money;
    /** Test money: no real rail backs it. */
    label?: "TEST";
    /** Where the money is. */
    status: "requires_payment" | "held" | "released" | "voided" | "refunded";
    /** What is decided and not done for good yet on the chain; absent if nothing, as it is without one. */
    onItsWay?: "hold" | "capture" | "void" | "refund";
    /** True if the conversation waits for you. */
    needsYou: boolean;
    /** The other side. */
    counterparty: {
      /** Their address. */
      address: string;
      /** What they call themselves; may be empty. */
      name: string;
    };
    /** When it was offered. RFC 3339, UTC, milliseconds. */
    at: string;
    due: string | null;
    settledAt: string | null;
    /** What releases it; the sender's own words stand in the conversation. */
    condition: string;
    /** What the service keeps of it when it is released. */
    fee: Money;
    /** How much of it was given back. */
    refunded: Money;
    voidReason: string | null;
    /** True once the payee has signed a receipt. */
    hasReceipt: boolean;
  }>;
  nextCursor: string | null;
  /** True if there may be more than these. */
  hasMore: boolean;
};

export type TotalPaymentsInput = {
  /** The first day, in UTC, such as 2030-01-01. */
  readonly from?: string;
  /** The last day, in UTC, which belongs to it. */
  readonly to?: string;
};

export type TotalPaymentsOutput = {
  /** Test money: no real rail backs it. */
  label: "TEST";
  /** The first day, in UTC. */
  from: string;
  /** The last day, in UTC. */
  to: string;
  /** Released to you, less the fees. */
  received: Money;
  /** How many prices that were. */
  receipts: number;
  /** What the service kept of them. */
  fees: Money;
  /** Released from you, fees of the payees included. */
  paid: Money;
  /** How many prices that were. */
  payments: number;
  /** Given back to you after a release. */
  returned: Money;
  /** Given back by you after a release. */
  refunded: Money;
  /** The same in USDC on a chain, which is never added to test money. */
  usdc?: {
    /** Released to you, less the fees. */
    received: Money;
    /** How many prices that were. */
    receipts: number;
    /** What the service kept of them. */
    fees: Money;
    /** Released from you, fees of the payees included. */
    paid: Money;
    /** How many prices that were. */
    payments: number;
    /** Given back to you after a release. */
    returned: Money;
    /** Given back by you after a release. */
    refunded: Money;
  };
};

export type SetPayoutAddressInput = {
  /** 0x and 40 hex digits; null for none. */
  readonly address: string | null;
  /** What the wallet signed: textToSign of proof_required, as a text (EIP-191, personal_sign). */
  readonly signature?: string;
};

export type SetPayoutAddressOutput = {
  /** The chain that USDC is paid on, such as `eip155:8453`. */
  network: string;
  /** Address of the token there. */
  asset: string;
  /** The contract that takes what a wallet signed. */
  collector: string;
  address: string | null;
};

export type ResolveAddressInput = {
  /** One address, such as bob@example.org; mailto: is accepted. */
  readonly address: string;
};

export type ResolveAddressOutput = {
  /** True for an account. */
  gnesi: boolean;
  /** svc for an account of this service, email for any other address. */
  rail: "svc" | "email";
  /** Full address, such as ada@example.com. */
  address: string;
  /** What they call themselves; absent without an account. */
  displayName?: string;
  /** Address of the account's agent card. */
  agentCard?: string;
  /** The same card for clients that do not look up names below localhost. */
  agentCardByPath?: string;
  /** What the recipient asks, one row for each class of senders. */
  prices?: Array<{
    /** Class of senders that it is for. */
    contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
    /** What is asked. */
    price: Money;
    /** What releases the price. */
    release: "accepted" | "replied";
    /** Days that the price is held before it comes back. */
    holdDays: number;
    /** Whether the recipient set it or it is the default. */
    source: "recipient" | "default";
  }>;
  /** Present if you have the account in your contacts. */
  contactType?: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
};

export type PreviewContactImportInput = {
  /** A vCard (3.0, 4.0) or CSV file as base64, 2097152 bytes at most. */
  readonly bytes: string;
};

export type PreviewContactImportOutput = {
  /** How many are new. */
  new: number;
  /** How many are among your contacts already; they stay as they are. */
  known: number;
  /** How many are refused. */
  refused: number;
  /** In the order of the file, 2000 at most. */
  items: Array<{
    /** The address as the file has it; written here as it is kept. */
    address: string;
    /** What the file calls them; it is not kept. */
    name: string;
    /** New, among your contacts already, or refused. */
    status: "new" | "known" | "refused";
    /** Why it is refused. */
    reason?: string;
  }>;
};

export type ImportContactsInput = {
  /** A vCard (3.0, 4.0) or CSV file as base64, 2097152 bytes at most. */
  readonly bytes: string;
};

export type ImportContactsOutput = {
  /** How many are new. */
  new: number;
  /** How many are among your contacts already; they stay as they are. */
  known: number;
  /** How many are refused. */
  refused: number;
  /** How many were added now. */
  added: number;
  /** How many new ones are left: send the file again. */
  left: number;
  /** Names this import, to undo it. RFC 3339, UTC, milliseconds. */
  importedAt: string;
};

export type UndoContactImportInput = {
  /** importedAt of the import. */
  readonly importedAt: string;
};

export type UndoContactImportOutput = {
  /** How many were taken out. */
  removed: number;
};

export type ListContactsInput = {
  /** nextCursor of the last page. */
  readonly cursor?: string;
  /** At most 100. */
  readonly limit?: number;
};

export type ListContactsOutput = {
  /** One page of them, by address. */
  contacts: Array<{
    /** Full address, such as ada@example.com. */
    address: string;
    /** True for an account of the service. */
    account: boolean;
    /** What they are to you. */
    contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
    /** True if they cannot start a conversation with you. */
    blocked: boolean;
    /** True if they need neither your acceptance nor your price. */
    allowed: boolean;
    /** When you added them. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    /** When the entry last changed. RFC 3339, UTC, milliseconds. */
    updatedAt: string;
  }>;
  nextCursor: string | null;
  /** True if there are more than these. */
  hasMore: boolean;
};

export type GetContactInput = {
  /** Address of the contact: any of those that an account has. */
  readonly address: string;
};

export type GetContactOutput = {
  /** Full address, such as ada@example.com. */
  address: string;
  /** True for an account of the service. */
  account: boolean;
  /** What they are to you. */
  contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
  /** True if they cannot start a conversation with you. */
  blocked: boolean;
  /** True if they need neither your acceptance nor your price. */
  allowed: boolean;
  /** When you added them. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When the entry last changed. RFC 3339, UTC, milliseconds. */
  updatedAt: string;
};

export type SaveContactInput = {
  /** Address of the contact: any of those that an account has. */
  readonly address: string;
  /** What they are to you: which of your prices they are asked, whatever they claim. */
  readonly contactType?: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
  /** True: they cannot start a conversation with you. */
  readonly blocked?: boolean;
  /** True: they need neither your acceptance nor your price. */
  readonly allowed?: boolean;
};

export type SaveContactOutput = {
  /** The contact as it is; absent where your person is asked first. */
  contact?: {
    /** Full address, such as ada@example.com. */
    address: string;
    /** True for an account of the service. */
    account: boolean;
    /** What they are to you. */
    contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
    /** True if they cannot start a conversation with you. */
    blocked: boolean;
    /** True if they need neither your acceptance nor your price. */
    allowed: boolean;
    /** When you added them. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    /** When the entry last changed. RFC 3339, UTC, milliseconds. */
    updatedAt: string;
  };
  /** False if you had them already, or nothing was changed yet. */
  created: boolean;
  /** What the person decides first; contact is as it was, or absent. */
  waiting?: {
    /** Id of the checkpoint. */
    checkpointId: string;
    /** Id of the conversation; the same value is the A2A task id. */
    conversationId: string;
    /** Where the person decides it, signed in. */
    approvalUrl: string;
    /** When it ends by itself. RFC 3339, UTC, milliseconds. */
    expiresAt: string;
  };
};

export type DeleteContactInput = {
  /** Address of the contact: any of those that an account has. */
  readonly address: string;
};

export type DeleteContactOutput = {
  address: string;
  deleted: true;
};

export type ReportContactInput = {
  /** Address of the contact: any of those that an account has. */
  readonly address: string;
  /** What they are reported for. */
  readonly reason: "spam" | "scam" | "harassment" | "impersonation" | "illegal" | "other";
  /** What happened, for the operator to read. */
  readonly note?: string;
  /** A conversation of yours that it is about. */
  readonly conversationId?: string;
  /** Blocks them as well. */
  readonly blocked?: true;
};

export type ReportContactOutput = {
  /** The report as it is kept. */
  report: {
    /** Id of the report. */
    reportId: string;
    /** Who is reported. */
    address: string;
    /** What they are reported for. */
    reason: "spam" | "scam" | "harassment" | "impersonation" | "illegal" | "other";
    /** What the reporter wrote to the operator; may be empty. */
    note: string;
    /** The conversation that it is about. */
    conversationId?: string;
    /** Closed once the operator has dealt with it. */
    state: "open" | "closed";
    /** When it was made. RFC 3339, UTC, milliseconds. */
    createdAt: string;
  };
  /** False if you had reported them already. */
  created: boolean;
};

export type QuoteAccessInput = {
  /** A skill of the recipient's card (svc.get_agent_card, svc.discover_agents); receive_message if they offer no other. Without it, and without conversationId, it is what writing to them costs. */
  readonly skillId?: string;
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId?: string;
  /** Address of the recipient, one at a time. */
  readonly to: string;
  /** What you would claim to be to them; the conversation's own, or everyone, if absent. A claim that they have not accepted costs what everyone pays. */
  readonly contactType?: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
};

export type QuoteAccessOutput = {
  /** Id of the quote: send it along to pay what was promised. */
  quoteId: string;
  /** Address that it is for. */
  to: string;
  /** False for an ordinary address. */
  account: boolean;
  /** The class that the price is for. */
  contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
  /** What you would claim to be to them. */
  claimedType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
  /** Why the price is of another class. */
  note?: string;
  /** What is asked. */
  price: Money;
  /** What the service keeps when the price is released, in hundredths of a percent; absent if it keeps nothing. */
  feeBps?: number;
  /** The same as an amount; absent for nothing. */
  fee?: Money;
  /** The condition that a conversation with this quote has, unless it names another. */
  release: "accepted" | "replied";
  /** Days that the price is held before it comes back. */
  holdDays: number;
  payee: {
    accountId: string;
    address: string;
  } | null;
  /** Until when it holds. RFC 3339, UTC, milliseconds. */
  validUntil: string;
  /** Always false: a quote costs nothing. */
  charged: false;
  /** What must be held; empty if nothing is asked. */
  requirements: Array<{
    /** Held until a receipt is signed, or given back. */
    scheme: "hold";
    /** The ledger of this service. */
    network: "svc:ledger";
    /** Integer micro-USDC. */
    amount: string;
    /** Always USDC. */
    asset: "USDC";
    /** Address of the payee. */
    payTo: string;
    /** How long the quote is valid. */
    maxTimeoutSeconds: number;
    extra: {
      label: "TEST";
    };
  }>;
  offer: {
    /** How the offer is signed. */
    format: "jws";
    /** EdDSA over the RFC 8785 form of the offer; keys at /.well-known/jwks.json. */
    signature: string;
  };
  /** Who was not reached, and why. */
  warnings?: Array<{
    /** no_such_account: an address of this service that nobody has. requester_not_reached: the sender of the request, who does not read this message. */
    code: "no_such_account" | "requester_not_reached";
    /** The address that it is about. */
    address: string;
  }>;
};

export type GetFreeAddressOutput = {
  address: {
    /** Id of the address. */
    id: string;
    /** What stands before the @. */
    localPart: string;
    /** Full address, such as ada@example.com. */
    address: string;
    /** What they call themselves. */
    displayName: string;
    cardUrl: string | null;
    /** The same card for clients that do not look up names below localhost. */
    agentCardByPath?: string;
    /** What its owner asks. */
    prices: Array<{
      /** Class of senders that it is for. */
      contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
      /** What is asked. */
      price: Money;
      /** What releases the price. */
      release: "accepted" | "replied";
      /** Days that the price is held before it comes back. */
      holdDays: number;
      /** Whether the recipient set it or it is the default. */
      source: "recipient" | "default";
    }>;
    /** When it was made. RFC 3339, UTC, milliseconds. */
    createdAt: string;
  } | null;
};

export type ClaimFreeAddressInput = {
  /** What is to precede the @: 1 to 64 lower-case letters, digits, dots and hyphens. */
  readonly localPart: string;
};

export type ClaimFreeAddressOutput = {
  /** Full address, such as ada@example.com. */
  address: {
    /** Id of the address. */
    id: string;
    /** What stands before the @. */
    localPart: string;
    /** Full address, such as ada@example.com. */
    address: string;
    /** What they call themselves. */
    displayName: string;
    cardUrl: string | null;
    /** The same card for clients that do not look up names below localhost. */
    agentCardByPath?: string;
    /** What its owner asks. */
    prices: Array<{
      /** Class of senders that it is for. */
      contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
      /** What is asked. */
      price: Money;
      /** What releases the price. */
      release: "accepted" | "replied";
      /** Days that the price is held before it comes back. */
      holdDays: number;
      /** Whether the recipient set it or it is the default. */
      source: "recipient" | "default";
    }>;
    /** When it was made. RFC 3339, UTC, milliseconds. */
    createdAt: string;
  };
  /** False if it was yours already. */
  created: boolean;
};

export type CheckFreeAddressInput = {
  /** What is to precede the @. */
  readonly localPart: string;
};

export type CheckFreeAddressOutput = {
  /** What stands before the @. */
  localPart: string;
  /** True if you can have it. */
  available: boolean;
  reason: "taken" | "reserved" | "invalid" | null;
  /** The rule it breaks, 1 to 4. */
  rule?: number;
  /** Up to three local-parts that are free now. */
  suggestions: Array<string>;
};

export type SuggestFreeAddressesInput = {
  /** A name, as others see it. */
  readonly name: string;
};

export type SuggestFreeAddressesOutput = {
  /** Local-parts that are free now. */
  suggestions: Array<string>;
};

export type ListDomainsOutput = {
  domains: Array<{
    /** Id of the domain. */
    id: string;
    /** The domain, as lower-case A-labels. */
    domain: string;
    /** How far the proof is (docs/addresses.md). */
    status: "pending-dns" | "verified" | "dns-missing" | "revoked" | "superseded" | "expired";
    /** What proves the domain, in its record. */
    token: string;
    /** The DNS record to publish. */
    record: {
      /** Always TXT. */
      type: "TXT";
      /** Name of the record. */
      name: string;
      /** Value of the record. */
      value: string;
    };
    address: string | null;
    /** When it was made. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    /** When the record was last looked up. RFC 3339, UTC, milliseconds. */
    lastCheckedAt?: string;
    /** When the record first proved the domain. RFC 3339, UTC, milliseconds. */
    verifiedAt?: string;
    /** When it is looked up next. RFC 3339, UTC, milliseconds. */
    nextCheckAt?: string;
    /** What the last look at the record found. */
    check?: {
      /** True if the record proves the domain. */
      ok: boolean;
      /** The TXT values that are really published. */
      observed: Array<string>;
      /** The DNS server that was asked. */
      resolver: string;
      /** What was found. */
      code: "match" | "no_match" | "no_record" | "no_such_name" | "held_by_another" | "resolver_timeout" | "unreachable" | "bad_answer" | "server_failure" | "refused" | "lame_delegation" | "private_name_servers" | "too_many_aliases";
      /** The same in a sentence. */
      detail: string;
    };
  }>;
};

export type AddDomainInput = {
  /** A domain of your own, such as example.org. */
  readonly domain: string;
};

export type AddDomainOutput = {
  /** Id of the domain. */
  id: string;
  /** The domain, as lower-case A-labels. */
  domain: string;
  /** How far the proof is (docs/addresses.md). */
  status: "pending-dns" | "verified" | "dns-missing" | "revoked" | "superseded" | "expired";
  /** What proves the domain, in its record. */
  token: string;
  /** The DNS record to publish. */
  record: {
    /** Always TXT. */
    type: "TXT";
    /** Name of the record. */
    name: string;
    /** Value of the record. */
    value: string;
  };
  address: string | null;
  /** When it was made. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When the record was last looked up. RFC 3339, UTC, milliseconds. */
  lastCheckedAt?: string;
  /** When the record first proved the domain. RFC 3339, UTC, milliseconds. */
  verifiedAt?: string;
  /** When it is looked up next. RFC 3339, UTC, milliseconds. */
  nextCheckAt?: string;
  /** What the last look at the record found. */
  check?: {
    /** True if the record proves the domain. */
    ok: boolean;
    /** The TXT values that are really published. */
    observed: Array<string>;
    /** The DNS server that was asked. */
    resolver: string;
    /** What was found. */
    code: "match" | "no_match" | "no_record" | "no_such_name" | "held_by_another" | "resolver_timeout" | "unreachable" | "bad_answer" | "server_failure" | "refused" | "lame_delegation" | "private_name_servers" | "too_many_aliases";
    /** The same in a sentence. */
    detail: string;
  };
  /** False if you had added it already. */
  created: boolean;
};

export type VerifyDomainInput = {
  /** Id of a domain that you added. */
  readonly id: string;
};

export type VerifyDomainOutput = {
  /** Id of the domain. */
  id: string;
  /** The domain, as lower-case A-labels. */
  domain: string;
  /** How far the proof is (docs/addresses.md). */
  status: "pending-dns" | "verified" | "dns-missing" | "revoked" | "superseded" | "expired";
  /** What proves the domain, in its record. */
  token: string;
  /** The DNS record to publish. */
  record: {
    /** Always TXT. */
    type: "TXT";
    /** Name of the record. */
    name: string;
    /** Value of the record. */
    value: string;
  };
  address: string | null;
  /** When it was made. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When the record was last looked up. RFC 3339, UTC, milliseconds. */
  lastCheckedAt?: string;
  /** When the record first proved the domain. RFC 3339, UTC, milliseconds. */
  verifiedAt?: string;
  /** When it is looked up next. RFC 3339, UTC, milliseconds. */
  nextCheckAt?: string;
  /** What the last look at the record found. */
  check?: {
    /** True if the record proves the domain. */
    ok: boolean;
    /** The TXT values that are really published. */
    observed: Array<string>;
    /** The DNS server that was asked. */
    resolver: string;
    /** What was found. */
    code: "match" | "no_match" | "no_record" | "no_such_name" | "held_by_another" | "resolver_timeout" | "unreachable" | "bad_answer" | "server_failure" | "refused" | "lame_delegation" | "private_name_servers" | "too_many_aliases";
    /** The same in a sentence. */
    detail: string;
  };
};

export type GetProfileOutput = {
  /** Name that others see. */
  name: string;
  /** Empty if you have none. */
  description: string;
  skills: Array<{
    /** Unique within the profile; letters, digits and . _ : - only. */
    id: string;
    name: string;
    description: string;
    tags: Array<string>;
    examples?: Array<string>;
    /** True keeps it out of the public card and the directory; signed-in callers see it in the extended card. */
    private?: boolean;
  }>;
  /** What its owner asks. */
  prices: Array<{
    /** Class of senders that it is for. */
    contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
    /** What is asked. */
    price: Money;
    /** What releases the price. */
    release: "accepted" | "replied";
    /** Days that the price is held before it comes back. */
    holdDays: number;
    /** Whether the recipient set it or it is the default. */
    source: "recipient" | "default";
  }>;
  /** True if the directory lists you. */
  listed: boolean;
  address: string | null;
  agentCard: string | null;
  /** The same card for clients that do not look up names below localhost. */
  agentCardByPath?: string;
  /** Grows with each change. */
  version: number;
  /** When it last changed. RFC 3339, UTC, milliseconds. */
  updatedAt: string;
};

export type UpdateProfileInput = {
  /** Name that others see. */
  readonly name?: string;
  /** What the account is for; empty for none. */
  readonly description?: string;
  /** What the account does for others (A2A skills). */
  readonly skills?: Array<{
    /** Unique within the profile; letters, digits and . _ : - only. */
    id: string;
    name: string;
    description: string;
    tags: Array<string>;
    examples?: Array<string>;
    /** True keeps it out of the public card and the directory; signed-in callers see it in the extended card. */
    private?: boolean;
  }>;
  /** What you ask of a class of senders, a row each. A class without a row has the default price, which is not enforced. */
  readonly prices?: Array<{
    /** Class of senders that it is for. */
    contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
    /** Amount in USDC: a number, a decimal string such as "5.00", or a money object. At most six decimals. */
    price: number | string | {
      amount?: string;
      amountAtomic?: string;
      currency?: string;
      decimals?: number;
    };
    /** What a quoted price is released on; replied if absent. A row names no action, so it cannot be converted. */
    release?: "accepted" | "replied";
    holdDays?: number;
    /** A row that says default stays the service's default. */
    source?: "recipient" | "default";
  }>;
  /** True lets the directory list the account. */
  readonly listed?: boolean;
  /** Refuse unless this is the version. */
  readonly version?: number;
};

export type UpdateProfileOutput = {
  /** Name that others see. */
  name: string;
  /** Empty if you have none. */
  description: string;
  skills: Array<{
    /** Unique within the profile; letters, digits and . _ : - only. */
    id: string;
    name: string;
    description: string;
    tags: Array<string>;
    examples?: Array<string>;
    /** True keeps it out of the public card and the directory; signed-in callers see it in the extended card. */
    private?: boolean;
  }>;
  /** What its owner asks. */
  prices: Array<{
    /** Class of senders that it is for. */
    contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
    /** What is asked. */
    price: Money;
    /** What releases the price. */
    release: "accepted" | "replied";
    /** Days that the price is held before it comes back. */
    holdDays: number;
    /** Whether the recipient set it or it is the default. */
    source: "recipient" | "default";
  }>;
  /** True if the directory lists you. */
  listed: boolean;
  address: string | null;
  agentCard: string | null;
  /** The same card for clients that do not look up names below localhost. */
  agentCardByPath?: string;
  /** Grows with each change. */
  version: number;
  /** When it last changed. RFC 3339, UTC, milliseconds. */
  updatedAt: string;
};

export type DiscoverAgentsInput = {
  /** Words to look for; the beginning of a word is enough. */
  readonly query?: string;
  /** At most this many; 10 if absent. */
  readonly limit?: number;
};

export type DiscoverAgentsOutput = {
  items: Array<{
    /** There for an agent of the service's own. */
    service: true;
    /** What it calls itself. */
    name: string;
    /** Where it is written to. */
    address: string;
    /** Address of the agent card. */
    url: string;
    /** The same card for clients that do not look up names below localhost. */
    agentCardByPath?: string;
    /** Ids of what it can do. */
    skillIds: Array<string>;
  } | {
    /** What it calls itself. */
    name: string;
    /** Where it is written to. */
    address: string;
    /** Address of the agent card. */
    url: string;
    /** The same card for clients that do not look up names below localhost. */
    agentCardByPath?: string;
    /** Ids of what it can do. */
    skillIds: Array<string>;
  }>;
};

export type GetAgentCardInput = {
  /** An agent of this service: its local-part, its address or its account id. One of agentId and url is needed. */
  readonly agentId?: string;
  /** Address of an agent card, or of the host that has it. */
  readonly url?: string;
  /** True adds prices, limits and private skills to a card of this service. */
  readonly extended?: boolean;
};

export type GetAgentCardOutput = {
  name: string;
  description: string;
  version: string;
  supportedInterfaces: Array<{
    url: string;
    protocolBinding: string;
    protocolVersion: string;
    tenant?: string;
  }>;
  provider?: {
    organization: string;
    url: string;
  };
  documentationUrl?: string;
  iconUrl?: string;
  capabilities: {
    streaming: boolean;
    pushNotifications: boolean;
    extendedAgentCard: boolean;
    extensions?: Array<{
      uri: string;
      description?: string;
      params?: Record<string, unknown>;
    }>;
  };
  securitySchemes?: Record<string, unknown>;
  securityRequirements?: Array<unknown>;
  defaultInputModes: Array<string>;
  defaultOutputModes: Array<string>;
  skills: Array<{
    id: string;
    name: string;
    description: string;
    tags: Array<string>;
    examples?: Array<string>;
  }>;
  signatures?: Array<{
    protected: string;
    signature: string;
  }>;
};

export type ListCredentialsOutput = {
  credentials: Array<{
    /** Id of the credential. */
    id: string;
    /** A token of its own, or an OAuth client that was let in. */
    kind: "token" | "oauth";
    /** What it is for, in its owner's words. */
    name: string;
    clientId: string | null;
    prefix: "svc_" | null;
    lastFour: string | null;
    preset: "reader" | "draft_only" | "assistant" | "full" | null;
    scopes: Array<string> | null;
    limits: {
      perPayment: Money | null;
      perDay: Money | null;
      perPayee: Money | null;
      payees: Array<string> | null;
      contactTypes: Array<string> | null;
      /** True: the person is asked before it first pays somebody who is no contact of theirs. */
      askFirstPayment: boolean;
      accept: {
        maxPrice: Money | null;
        contactTypes: Array<string> | null;
        senders: Array<string> | null;
      } | null;
    };
    /** The same in sentences for its owner. */
    says: {
      /** What it may do. */
      may: string;
      /** What it may not do. */
      cannot: string;
      /** What it pays by itself. */
      pays: string;
      /** What it accepts by itself. */
      accepts: string;
    };
    /** When it was made. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    lastUsedAt: string | null;
    lastUsedFrom: string | null;
    rotatedAt: string | null;
    expiresAt: string | null;
    revokedAt: string | null;
  }>;
};

export type AddCredentialInput = {
  /** What the credential is for. */
  readonly name: string;
  /** A usual choice of scopes; see GET /v1/scopes. */
  readonly preset?: "reader" | "draft_only" | "assistant" | "full";
  /** What it may do; all that its owner may, if absent. */
  readonly scopes?: Array<"conversations:read" | "conversations:write" | "conversations:submit" | "conversations:cancel" | "drafts:write" | "payments:hold" | "payments:read" | "receipts:sign" | "decisions:write" | "audit:read" | "artifacts:write" | "addresses:read" | "addresses:write" | "profile:write" | "contacts:read" | "contacts:write" | "contacts:new" | "outward:send" | "agents:discover" | "webhooks:manage">;
  /** What it may do by itself: the most for one payment, for all of a UTC day and for those to one payee, whom it pays and as which contact type, and which requests it accepts. Absent or null is no limit of its own; the service's limits for agents then count. */
  readonly limits?: {
    perPayment?: number | string | {
      amount?: string;
      amountAtomic?: string;
      currency?: string;
      decimals?: number;
    } | null;
    perDay?: number | string | {
      amount?: string;
      amountAtomic?: string;
      currency?: string;
      decimals?: number;
    } | null;
    perPayee?: number | string | {
      amount?: string;
      amountAtomic?: string;
      currency?: string;
      decimals?: number;
    } | null;
    /** Addresses that it may pay by itself; any address of the same account counts. */
    payees?: Array<string> | null;
    /** Contact types that it may claim when it pays by itself. */
    contactTypes?: Array<"friends_family" | "coworkers" | "clients" | "promotions" | "everyone"> | null;
    /** True: the person is asked before it first pays somebody who is no contact of theirs, whatever the amount. Absent: true for what a person gives, false for what svc makes. */
    askFirstPayment?: boolean;
    /** Which requests it may accept by itself, by price, contact type and sender; what is beyond waits for its person. */
    accept?: {
      maxPrice?: number | string | {
        amount?: string;
        amountAtomic?: string;
        currency?: string;
        decimals?: number;
      } | null;
      /** What senders have to be in the owner's contacts; everyone is whoever is in none. */
      contactTypes?: Array<"friends_family" | "coworkers" | "clients" | "promotions" | "everyone"> | null;
      /** Senders whose requests it may accept; any address of the same account counts. */
      senders?: Array<string> | null;
    } | null;
  };
  /** When it stops working (RFC 3339); never, if absent. */
  readonly expiresAt?: string;
};

export type AddCredentialOutput = {
  credential: {
    /** Id of the credential. */
    id: string;
    /** A token of its own, or an OAuth client that was let in. */
    kind: "token" | "oauth";
    /** What it is for, in its owner's words. */
    name: string;
    clientId: string | null;
    prefix: "svc_" | null;
    lastFour: string | null;
    preset: "reader" | "draft_only" | "assistant" | "full" | null;
    scopes: Array<string> | null;
    limits: {
      perPayment: Money | null;
      perDay: Money | null;
      perPayee: Money | null;
      payees: Array<string> | null;
      contactTypes: Array<string> | null;
      /** True: the person is asked before it first pays somebody who is no contact of theirs. */
      askFirstPayment: boolean;
      accept: {
        maxPrice: Money | null;
        contactTypes: Array<string> | null;
        senders: Array<string> | null;
      } | null;
    };
    /** The same in sentences for its owner. */
    says: {
      /** What it may do. */
      may: string;
      /** What it may not do. */
      cannot: string;
      /** What it pays by itself. */
      pays: string;
      /** What it accepts by itself. */
      accepts: string;
    };
    /** When it was made. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    lastUsedAt: string | null;
    lastUsedFrom: string | null;
    rotatedAt: string | null;
    expiresAt: string | null;
    revokedAt: string | null;
  };
  /** The bearer token. It is shown once and stored as a hash only. */
  token: string;
};

export type UpdateCredentialInput = {
  /** Id of the credential. */
  readonly credentialId: string;
  /** What it may do by itself: the most for one payment, for all of a UTC day and for those to one payee, whom it pays and as which contact type, and which requests it accepts. Absent or null is no limit of its own; the service's limits for agents then count. */
  readonly limits: {
    perPayment?: number | string | {
      amount?: string;
      amountAtomic?: string;
      currency?: string;
      decimals?: number;
    } | null;
    perDay?: number | string | {
      amount?: string;
      amountAtomic?: string;
      currency?: string;
      decimals?: number;
    } | null;
    perPayee?: number | string | {
      amount?: string;
      amountAtomic?: string;
      currency?: string;
      decimals?: number;
    } | null;
    /** Addresses that it may pay by itself; any address of the same account counts. */
    payees?: Array<string> | null;
    /** Contact types that it may claim when it pays by itself. */
    contactTypes?: Array<"friends_family" | "coworkers" | "clients" | "promotions" | "everyone"> | null;
    /** True: the person is asked before it first pays somebody who is no contact of theirs, whatever the amount. Absent: true for what a person gives, false for what svc makes. */
    askFirstPayment?: boolean;
    /** Which requests it may accept by itself, by price, contact type and sender; what is beyond waits for its person. */
    accept?: {
      maxPrice?: number | string | {
        amount?: string;
        amountAtomic?: string;
        currency?: string;
        decimals?: number;
      } | null;
      /** What senders have to be in the owner's contacts; everyone is whoever is in none. */
      contactTypes?: Array<"friends_family" | "coworkers" | "clients" | "promotions" | "everyone"> | null;
      /** Senders whose requests it may accept; any address of the same account counts. */
      senders?: Array<string> | null;
    } | null;
  };
};

export type UpdateCredentialOutput = {
  credential: {
    /** Id of the credential. */
    id: string;
    /** A token of its own, or an OAuth client that was let in. */
    kind: "token" | "oauth";
    /** What it is for, in its owner's words. */
    name: string;
    clientId: string | null;
    prefix: "svc_" | null;
    lastFour: string | null;
    preset: "reader" | "draft_only" | "assistant" | "full" | null;
    scopes: Array<string> | null;
    limits: {
      perPayment: Money | null;
      perDay: Money | null;
      perPayee: Money | null;
      payees: Array<string> | null;
      contactTypes: Array<string> | null;
      /** True: the person is asked before it first pays somebody who is no contact of theirs. */
      askFirstPayment: boolean;
      accept: {
        maxPrice: Money | null;
        contactTypes: Array<string> | null;
        senders: Array<string> | null;
      } | null;
    };
    /** The same in sentences for its owner. */
    says: {
      /** What it may do. */
      may: string;
      /** What it may not do. */
      cannot: string;
      /** What it pays by itself. */
      pays: string;
      /** What it accepts by itself. */
      accepts: string;
    };
    /** When it was made. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    lastUsedAt: string | null;
    lastUsedFrom: string | null;
    rotatedAt: string | null;
    expiresAt: string | null;
    revokedAt: string | null;
  };
};

export type RevokeCredentialInput = {
  /** Id of the credential. */
  readonly credentialId: string;
};

export type RevokeCredentialOutput = {
  credential: {
    /** Id of the credential. */
    id: string;
    /** A token of its own, or an OAuth client that was let in. */
    kind: "token" | "oauth";
    /** What it is for, in its owner's words. */
    name: string;
    clientId: string | null;
    prefix: "svc_" | null;
    lastFour: string | null;
    preset: "reader" | "draft_only" | "assistant" | "full" | null;
    scopes: Array<string> | null;
    limits: {
      perPayment: Money | null;
      perDay: Money | null;
      perPayee: Money | null;
      payees: Array<string> | null;
      contactTypes: Array<string> | null;
      /** True: the person is asked before it first pays somebody who is no contact of theirs. */
      askFirstPayment: boolean;
      accept: {
        maxPrice: Money | null;
        contactTypes: Array<string> | null;
        senders: Array<string> | null;
      } | null;
    };
    /** The same in sentences for its owner. */
    says: {
      /** What it may do. */
      may: string;
      /** What it may not do. */
      cannot: string;
      /** What it pays by itself. */
      pays: string;
      /** What it accepts by itself. */
      accepts: string;
    };
    /** When it was made. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    lastUsedAt: string | null;
    lastUsedFrom: string | null;
    rotatedAt: string | null;
    expiresAt: string | null;
    revokedAt: string | null;
  };
};

export type RotateCredentialInput = {
  /** Id of the credential. */
  readonly credentialId: string;
};

export type RotateCredentialOutput = {
  credential: {
    /** Id of the credential. */
    id: string;
    /** A token of its own, or an OAuth client that was let in. */
    kind: "token" | "oauth";
    /** What it is for, in its owner's words. */
    name: string;
    clientId: string | null;
    prefix: "svc_" | null;
    lastFour: string | null;
    preset: "reader" | "draft_only" | "assistant" | "full" | null;
    scopes: Array<string> | null;
    limits: {
      perPayment: Money | null;
      perDay: Money | null;
      perPayee: Money | null;
      payees: Array<string> | null;
      contactTypes: Array<string> | null;
      /** True: the person is asked before it first pays somebody who is no contact of theirs. */
      askFirstPayment: boolean;
      accept: {
        maxPrice: Money | null;
        contactTypes: Array<string> | null;
        senders: Array<string> | null;
      } | null;
    };
    /** The same in sentences for its owner. */
    says: {
      /** What it may do. */
      may: string;
      /** What it may not do. */
      cannot: string;
      /** What it pays by itself. */
      pays: string;
      /** What it accepts by itself. */
      accepts: string;
    };
    /** When it was made. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    lastUsedAt: string | null;
    lastUsedFrom: string | null;
    rotatedAt: string | null;
    expiresAt: string | null;
    revokedAt: string | null;
  };
  /** The bearer token. It is shown once and stored as a hash only. */
  token: string;
};

export type ListSessionsOutput = {
  sessions: Array<{
    /** Id of the session. */
    id: string;
    /** Browser and system, in plain words. */
    device: string;
    userAgent: string | null;
    /** When it was made. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    lastUsedAt: string | null;
    lastUsedFrom: string | null;
    /** When it ends. RFC 3339, UTC, milliseconds. */
    expiresAt: string;
    /** True for the one that asks. */
    current: boolean;
  }>;
};

export type RevokeSessionsOutput = {
  /** How many sessions ended. */
  revoked: number;
};

export type RevokeSessionInput = {
  /** Id of the session. */
  readonly sessionId: string;
};

export type RevokeSessionOutput = {
  sessionId: string;
  revoked: true;
};

export type ListExportsOutput = {
  /** All of them. */
  exports: Array<{
    /** Id of the export. */
    exportId: string;
    /** It can be downloaded once it is ready; removed: its owner deleted it. */
    status: "making" | "ready" | "failed" | "removed";
    reason: "too_large" | null;
    /** How many it holds, as far as they are found. */
    conversations: number;
    /** How many of them are written. */
    conversationsDone: number;
    bytes: number | null;
    /** When it was begun. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    readyAt: string | null;
    /** When it is deleted. RFC 3339, UTC, milliseconds. */
    expiresAt: string;
  }>;
};

export type StartExportOutput = {
  export: {
    /** Id of the export. */
    exportId: string;
    /** It can be downloaded once it is ready; removed: its owner deleted it. */
    status: "making" | "ready" | "failed" | "removed";
    reason: "too_large" | null;
    /** How many it holds, as far as they are found. */
    conversations: number;
    /** How many of them are written. */
    conversationsDone: number;
    bytes: number | null;
    /** When it was begun. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    readyAt: string | null;
    /** When it is deleted. RFC 3339, UTC, milliseconds. */
    expiresAt: string;
  };
};

export type ListImportsOutput = {
  /** All of them. */
  imports: Array<{
    /** Id of the import. */
    importId: string;
    /** Host of the service that its archive names. */
    service: string;
    /** The address there whose archive it was. */
    address: string;
    /** When it was exported, as the archive says. RFC 3339, UTC, milliseconds. */
    exportedAt: string;
    /** The key of the log that it was verified with. */
    logKey: string;
    /** The size of that log in its newest checkpoint. */
    logSize: number;
    /** True if the operator knew that key from elsewhere. */
    keyKnown: boolean;
    /** Its conversations, messages and parts of files. */
    itemsAll: number;
    /** How many of them are taken in. */
    items: number;
    /** When the operator began it. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    readyAt: string | null;
  }>;
};

export type GetExportInput = {
  /** Id of the export. */
  readonly exportId: string;
};

export type GetExportOutput = {
  export: {
    /** Id of the export. */
    exportId: string;
    /** It can be downloaded once it is ready; removed: its owner deleted it. */
    status: "making" | "ready" | "failed" | "removed";
    reason: "too_large" | null;
    /** How many it holds, as far as they are found. */
    conversations: number;
    /** How many of them are written. */
    conversationsDone: number;
    bytes: number | null;
    /** When it was begun. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    readyAt: string | null;
    /** When it is deleted. RFC 3339, UTC, milliseconds. */
    expiresAt: string;
  };
};

export type DeleteExportInput = {
  /** Id of the export. */
  readonly exportId: string;
};

export type DeleteExportOutput = {
  export: {
    /** Id of the export. */
    exportId: string;
    /** It can be downloaded once it is ready; removed: its owner deleted it. */
    status: "making" | "ready" | "failed" | "removed";
    reason: "too_large" | null;
    /** How many it holds, as far as they are found. */
    conversations: number;
    /** How many of them are written. */
    conversationsDone: number;
    bytes: number | null;
    /** When it was begun. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    readyAt: string | null;
    /** When it is deleted. RFC 3339, UTC, milliseconds. */
    expiresAt: string;
  };
};

export type GetFirstStepsOutput = {
  /** In their order. */
  steps: Array<{
    /** A way in for an assistant, a request that was sent, somebody in the contacts. */
    name: "connect" | "write" | "contacts";
    /** True once it is done. */
    done: boolean;
  }>;
  welcomeId: string | null;
  /** True while they are worth showing. */
  shown: boolean;
};

export type ListTemplatesOutput = {
  /** All of them, by name. */
  templates: Array<{
    /** Id of the template. */
    templateId: string;
    /** What it is called. */
    name: string;
    /** The title that it begins with. */
    title: string;
    /** The words that it begins with. */
    text: string;
    /** Decimal USDC, such as 5.00. */
    price?: string;
    /** What must happen before a held price is released: the recipient accepts, replies, or does what releaseAction says. */
    release: "accepted" | "replied" | "converted";
    /** What must have happened where release is converted. */
    releaseAction?: string;
    /** When it was saved. RFC 3339, UTC, milliseconds. */
    updatedAt: string;
  }>;
};

export type SaveTemplateInput = {
  /** What it is called; a template of that name is replaced. */
  readonly name: string;
  /** The title to begin with. */
  readonly title?: string;
  /** The words to begin with. */
  readonly text?: string;
  /** Decimal USDC, such as 5.00. */
  readonly price?: string;
  /** What must happen before a held price is released: the recipient accepts, replies, or does what releaseAction says. */
  readonly release?: "accepted" | "replied" | "converted";
  /** What must have happened; goes with release converted. */
  readonly releaseAction?: string;
};

export type SaveTemplateOutput = {
  template: {
    /** Id of the template. */
    templateId: string;
    /** What it is called. */
    name: string;
    /** The title that it begins with. */
    title: string;
    /** The words that it begins with. */
    text: string;
    /** Decimal USDC, such as 5.00. */
    price?: string;
    /** What must happen before a held price is released: the recipient accepts, replies, or does what releaseAction says. */
    release: "accepted" | "replied" | "converted";
    /** What must have happened where release is converted. */
    releaseAction?: string;
    /** When it was saved. RFC 3339, UTC, milliseconds. */
    updatedAt: string;
  };
  /** False if one of its name was replaced. */
  created: boolean;
};

export type DeleteTemplateInput = {
  readonly templateId: string;
};

export type DeleteTemplateOutput = {
  /** Id of the template. */
  templateId: string;
  /** It is gone. */
  deleted: true;
};

export type ListInboxRulesOutput = {
  /** All of them, the oldest first. */
  rules: Array<{
    /** Id of the rule. */
    ruleId: string;
    /** The sender's address, or a domain. */
    from?: string;
    /** Words of the title. */
    words?: string;
    /** The label that it puts on. */
    label?: string;
    /** True if it archives. */
    archive: boolean;
    /** True if it makes the sender a contact. */
    trust: boolean;
    /** When it was made. RFC 3339, UTC, milliseconds. */
    createdAt: string;
  }>;
};

export type AddInboxRuleInput = {
  /** The sender's address, or a domain for all of its addresses. */
  readonly from?: string;
  /** Words that all are in the title, in any order. */
  readonly words?: string;
  /** A label to put on it; a new one is made. */
  readonly label?: string;
  /** True: it is archived. */
  readonly archive?: boolean;
  /** True: its sender becomes a contact. It accepts nothing. Only a signed-in person may. */
  readonly trust?: boolean;
};

export type AddInboxRuleOutput = {
  rule: {
    /** Id of the rule. */
    ruleId: string;
    /** The sender's address, or a domain. */
    from?: string;
    /** Words of the title. */
    words?: string;
    /** The label that it puts on. */
    label?: string;
    /** True if it archives. */
    archive: boolean;
    /** True if it makes the sender a contact. */
    trust: boolean;
    /** When it was made. RFC 3339, UTC, milliseconds. */
    createdAt: string;
  };
};

export type PreviewInboxRuleInput = {
  /** The sender's address, or a domain for all of its addresses. */
  readonly from?: string;
  /** Words that all are in the title, in any order. */
  readonly words?: string;
};

export type PreviewInboxRuleOutput = {
  /** How many of the newest were looked at. */
  looked: number;
  /** How many of them the rule is about. */
  matched: number;
  /** The newest of those. */
  examples: Array<{
    /** Id of the conversation; the same value is the A2A task id. */
    conversationId: string;
    /** Its title. */
    title: string;
    /** Its sender. */
    from: string;
  }>;
};

export type DeleteInboxRuleInput = {
  readonly ruleId: string;
};

export type DeleteInboxRuleOutput = {
  /** Id of the rule. */
  ruleId: string;
  /** It is gone. */
  deleted: true;
};

export type GetAccountOutput = {
  account: {
    /** Id of the account. */
    id: string;
    /** Who is behind it. */
    kind: "person" | "agent" | "service";
    /** What they call themselves. */
    displayName: string;
    /** When it was made. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    disabledAt: string | null;
  };
  address: {
    /** Id of the address. */
    id: string;
    /** What stands before the @. */
    localPart: string;
    /** Full address, such as ada@example.com. */
    address: string;
    /** What they call themselves. */
    displayName: string;
    cardUrl: string | null;
    /** The same card for clients that do not look up names below localhost. */
    agentCardByPath?: string;
    /** What its owner asks. */
    prices: Array<{
      /** Class of senders that it is for. */
      contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
      /** What is asked. */
      price: Money;
      /** What releases the price. */
      release: "accepted" | "replied";
      /** Days that the price is held before it comes back. */
      holdDays: number;
      /** Whether the recipient set it or it is the default. */
      source: "recipient" | "default";
    }>;
    /** When it was made. RFC 3339, UTC, milliseconds. */
    createdAt: string;
  } | null;
  /** Where it is paid on the chain of the service; absent where prices are test money. */
  payout?: {
    /** The chain that USDC is paid on, such as `eip155:8453`. */
    network: string;
    /** Address of the token there. */
    asset: string;
    /** The contract that takes what a wallet signed. */
    collector: string;
    address: string | null;
  };
  /** What prices can be in here; the first is meant where none is named. */
  currencies: Array<"TEST" | "USDC">;
};

export type DeleteAccountInput = {
  /** The account's address, or its id, to mean it. */
  readonly confirm?: string;
};

export type DeleteAccountOutput = {
  /** Id of the account. */
  accountId: string;
  /** True if it is being deleted. */
  begun: boolean;
  /** What is left in the wallet, and is given up. */
  forfeited: Money;
  /** Conversations in which money is held from or for it: they have to be signed, cancelled or expired first; some of them. */
  held: Array<string>;
  /** The same with their titles. */
  heldIn: Array<{
    /** The conversation. */
    conversationId: string;
    /** What it is called. */
    title: string;
  }>;
  /** What goes. */
  erases: Array<string>;
  /** What remains. */
  stays: Array<string>;
};

export type SignUpInput = {
  /** Name that others see. */
  readonly displayName: string;
  /** What is to precede the @ of the free address: 1 to 64 lower-case letters, digits, dots and hyphens. */
  readonly localPart?: string;
  /** Zone in which mails say moments, such as Europe/Berlin. */
  readonly timeZone?: string;
  /** Language of the pages and mails. */
  readonly language?: "en" | "de";
};

export type SignUpOutput = {
  /** The account. */
  account: {
    /** Id of the account. */
    id: string;
    /** Who is behind it. */
    kind: "person" | "agent" | "service";
    /** What they call themselves. */
    displayName: string;
    /** When it was made. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    disabledAt: string | null;
  };
  address: {
    /** Id of the address. */
    id: string;
    /** What stands before the @. */
    localPart: string;
    /** Full address, such as ada@example.com. */
    address: string;
    /** What they call themselves. */
    displayName: string;
    cardUrl: string | null;
    /** The same card for clients that do not look up names below localhost. */
    agentCardByPath?: string;
    /** What its owner asks. */
    prices: Array<{
      /** Class of senders that it is for. */
      contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
      /** What is asked. */
      price: Money;
      /** What releases the price. */
      release: "accepted" | "replied";
      /** Days that the price is held before it comes back. */
      holdDays: number;
      /** Whether the recipient set it or it is the default. */
      source: "recipient" | "default";
    }>;
    /** When it was made. RFC 3339, UTC, milliseconds. */
    createdAt: string;
  } | null;
  /** False if it was made already. */
  created: boolean;
};

export type GetNotificationsOutput = {
  /** Something waits for your decision. */
  needsYou: boolean;
  /** A held price ends soon. */
  holdEnding: boolean;
  /** A domain lost its record. */
  domainLost: boolean;
  /** Your invites to email addresses say the title. */
  titleInInvites: boolean;
  /** An answer to a mail of the service, from your mailbox, is sent as your message. Off ends the addresses of all mails that have left by then. */
  replyByMail: boolean;
  timeZone: string | null;
  language: "en" | "de" | null;
  quietHours: {
    /** When they begin, as 22:00. */
    from: string;
    /** When they end. */
    to: string;
  } | null;
  /** Your mailbox gets no notices since then: you stopped the mail of this service, or it came back. Turn a notice on again to get them. */
  mailStopped?: {
    /** Since when. RFC 3339, UTC, milliseconds. */
    at: string;
    reason: "unsubscribed" | "reported" | "bounced" | "complained";
  };
};

export type UpdateNotificationsInput = {
  /** Something waits for your decision. */
  readonly needsYou?: boolean;
  /** A held price ends soon. */
  readonly holdEnding?: boolean;
  /** A domain lost its record. */
  readonly domainLost?: boolean;
  /** Your invites to email addresses say the title. */
  readonly titleInInvites?: boolean;
  /** An answer to a mail of the service, from your mailbox, is sent as your message. Off ends the addresses of all mails that have left by then. */
  readonly replyByMail?: boolean;
  readonly timeZone?: string | null;
  readonly language?: "en" | "de" | null;
  readonly quietHours?: {
    /** When they begin, as 22:00. */
    from: string;
    /** When they end. */
    to: string;
  } | null;
};

export type UpdateNotificationsOutput = {
  /** Something waits for your decision. */
  needsYou: boolean;
  /** A held price ends soon. */
  holdEnding: boolean;
  /** A domain lost its record. */
  domainLost: boolean;
  /** Your invites to email addresses say the title. */
  titleInInvites: boolean;
  /** An answer to a mail of the service, from your mailbox, is sent as your message. Off ends the addresses of all mails that have left by then. */
  replyByMail: boolean;
  timeZone: string | null;
  language: "en" | "de" | null;
  quietHours: {
    /** When they begin, as 22:00. */
    from: string;
    /** When they end. */
    to: string;
  } | null;
  /** Your mailbox gets no notices since then: you stopped the mail of this service, or it came back. Turn a notice on again to get them. */
  mailStopped?: {
    /** Since when. RFC 3339, UTC, milliseconds. */
    at: string;
    reason: "unsubscribed" | "reported" | "bounced" | "complained";
  };
};

export type ListWebhooksOutput = {
  /** All of them. */
  webhooks: Array<{
    /** Id of the webhook. */
    webhookId: string;
    /** Where events are sent. */
    url: string;
    events: Array<"conversation.created" | "conversation.changed" | "message.appended" | "state.changed" | "payment.updated" | "flags.changed" | "draft.deleted" | "contact.changed" | "payment.moved" | "settings.changed"> | null;
    /** A paused one is sent nothing, and goes on where it stopped. */
    status: "active" | "paused";
    reason: "failing" | "gone" | "access_ended" | null;
    failingSince: string | null;
    madeBy: string | null;
    oldSecretUntil: string | null;
    /** When it was made. RFC 3339, UTC, milliseconds. */
    createdAt: string;
  }>;
};

export type AddWebhookInput = {
  /** An https URL of a public host, on port 443. */
  readonly url: string;
  /** The types of events that it wants; every one if left out. */
  readonly events?: Array<"conversation.created" | "conversation.changed" | "message.appended" | "state.changed" | "payment.updated" | "flags.changed" | "draft.deleted" | "contact.changed" | "payment.moved" | "settings.changed">;
};

export type AddWebhookOutput = {
  webhook: {
    /** Id of the webhook. */
    webhookId: string;
    /** Where events are sent. */
    url: string;
    events: Array<"conversation.created" | "conversation.changed" | "message.appended" | "state.changed" | "payment.updated" | "flags.changed" | "draft.deleted" | "contact.changed" | "payment.moved" | "settings.changed"> | null;
    /** A paused one is sent nothing, and goes on where it stopped. */
    status: "active" | "paused";
    reason: "failing" | "gone" | "access_ended" | null;
    failingSince: string | null;
    madeBy: string | null;
    oldSecretUntil: string | null;
    /** When it was made. RFC 3339, UTC, milliseconds. */
    createdAt: string;
  };
  /** What messages are signed with (Standard Webhooks). Shown once. */
  secret: string;
};

export type UpdateWebhookInput = {
  /** Id of the webhook. */
  readonly webhookId: string;
  readonly url?: string;
  readonly events?: Array<"conversation.created" | "conversation.changed" | "message.appended" | "state.changed" | "payment.updated" | "flags.changed" | "draft.deleted" | "contact.changed" | "payment.moved" | "settings.changed"> | null;
  /** False pauses it, true lets it go on. */
  readonly active?: boolean;
};

export type UpdateWebhookOutput = {
  webhook: {
    /** Id of the webhook. */
    webhookId: string;
    /** Where events are sent. */
    url: string;
    events: Array<"conversation.created" | "conversation.changed" | "message.appended" | "state.changed" | "payment.updated" | "flags.changed" | "draft.deleted" | "contact.changed" | "payment.moved" | "settings.changed"> | null;
    /** A paused one is sent nothing, and goes on where it stopped. */
    status: "active" | "paused";
    reason: "failing" | "gone" | "access_ended" | null;
    failingSince: string | null;
    madeBy: string | null;
    oldSecretUntil: string | null;
    /** When it was made. RFC 3339, UTC, milliseconds. */
    createdAt: string;
  };
};

export type DeleteWebhookInput = {
  /** Id of the webhook. */
  readonly webhookId: string;
};

export type DeleteWebhookOutput = {
  /** Id of the webhook. */
  webhookId: string;
  /** It is gone. */
  deleted: true;
};

export type RotateWebhookInput = {
  /** Id of the webhook. */
  readonly webhookId: string;
};

export type RotateWebhookOutput = {
  webhook: {
    /** Id of the webhook. */
    webhookId: string;
    /** Where events are sent. */
    url: string;
    events: Array<"conversation.created" | "conversation.changed" | "message.appended" | "state.changed" | "payment.updated" | "flags.changed" | "draft.deleted" | "contact.changed" | "payment.moved" | "settings.changed"> | null;
    /** A paused one is sent nothing, and goes on where it stopped. */
    status: "active" | "paused";
    reason: "failing" | "gone" | "access_ended" | null;
    failingSince: string | null;
    madeBy: string | null;
    oldSecretUntil: string | null;
    /** When it was made. RFC 3339, UTC, milliseconds. */
    createdAt: string;
  };
  /** What messages are signed with (Standard Webhooks). Shown once. */
  secret: string;
};

export type TestWebhookInput = {
  /** Id of the webhook. */
  readonly webhookId: string;
};

export type TestWebhookOutput = {
  delivery: {
    /** The webhook-id of every attempt. */
    deliveryId: string;
    /** The type of the event. */
    type: string;
    status: "waiting" | "sending" | "delivered" | "failed";
    /** When it was made. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    nextAttemptAt: string | null;
    /** The body that is sent. */
    request: string;
    /** The newest attempts, the oldest of them first. */
    attempts: Array<{
      /** When it was tried. RFC 3339, UTC, milliseconds. */
      at: string;
      /** How long that took. */
      tookMs: number;
      status: number | null;
      error: string | null;
      response: string | null;
    }>;
  };
};

export type ListWebhookDeliveriesInput = {
  /** Id of the webhook. */
  readonly webhookId: string;
  /** nextCursor of the last page. */
  readonly cursor?: string;
  /** At most 100. */
  readonly limit?: number;
};

export type ListWebhookDeliveriesOutput = {
  /** One page of them. */
  deliveries: Array<{
    /** The webhook-id of every attempt. */
    deliveryId: string;
    /** The type of the event. */
    type: string;
    status: "waiting" | "sending" | "delivered" | "failed";
    /** When it was made. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    nextAttemptAt: string | null;
    /** The body that is sent. */
    request: string;
    /** The newest attempts, the oldest of them first. */
    attempts: Array<{
      /** When it was tried. RFC 3339, UTC, milliseconds. */
      at: string;
      /** How long that took. */
      tookMs: number;
      status: number | null;
      error: string | null;
      response: string | null;
    }>;
  }>;
  nextCursor: string | null;
  /** True if there are more than these. */
  hasMore: boolean;
};

export type ReplayWebhookInput = {
  /** Id of the webhook. */
  readonly webhookId: string;
  /** One event of the log. */
  readonly deliveryId?: string;
  /** RFC 3339: events that happened then or later. */
  readonly from?: string;
  /** RFC 3339: and not after this; now if left out. */
  readonly to?: string;
};

export type ReplayWebhookOutput = {
  /** How many are sent once more. */
  replayed: number;
};

export type ListPushDevicesOutput = {
  /** The service's key (applicationServerKey of a push subscription). */
  key: string;
  /** All of them. */
  devices: Array<{
    /** Id of the device. */
    deviceId: string;
    /** What its person calls it. */
    name: string;
    /** The host of its push service. */
    service: string;
    /** What it is told of. */
    kinds: Array<"asks" | "replies" | "money">;
    /** When it was added. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    reachedAt: string | null;
  }>;
};

export type AddPushDeviceInput = {
  /** The https URL of its push service. */
  readonly endpoint: string;
  /** Its public key, base64url. */
  readonly p256dh: string;
  /** Its shared secret, base64url. */
  readonly auth: string;
  /** What you call the device. */
  readonly name: string;
  /** What it is told of: `asks`, something waits for your decision; `replies`, something new to read; `money`, a price of yours moved or is about to. */
  readonly kinds?: Array<"asks" | "replies" | "money">;
};

export type AddPushDeviceOutput = {
  device: {
    /** Id of the device. */
    deviceId: string;
    /** What its person calls it. */
    name: string;
    /** The host of its push service. */
    service: string;
    /** What it is told of. */
    kinds: Array<"asks" | "replies" | "money">;
    /** When it was added. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    reachedAt: string | null;
  };
};

export type UpdatePushDeviceInput = {
  /** Id of the device. */
  readonly deviceId: string;
  /** What you call the device. */
  readonly name?: string;
  /** What it is told of: `asks`, something waits for your decision; `replies`, something new to read; `money`, a price of yours moved or is about to. */
  readonly kinds?: Array<"asks" | "replies" | "money">;
};

export type UpdatePushDeviceOutput = {
  device: {
    /** Id of the device. */
    deviceId: string;
    /** What its person calls it. */
    name: string;
    /** The host of its push service. */
    service: string;
    /** What it is told of. */
    kinds: Array<"asks" | "replies" | "money">;
    /** When it was added. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    reachedAt: string | null;
  };
};

export type DeletePushDeviceInput = {
  /** Id of the device. */
  readonly deviceId: string;
};

export type DeletePushDeviceOutput = {
  /** Id of the device. */
  deviceId: string;
  /** It is gone. */
  deleted: true;
};

export type ReadAuditInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** Hash of the last record you already have. */
  readonly after?: string;
  readonly limit?: number;
};

export type ReadAuditOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** One page of records, in order. */
  records: Array<{
    /** Number of the record in its chain, from 1. */
    seq: number;
    /** SHA-256 of the record, as hex. */
    hash: string;
    /** Hash of the record before; 64 zeros for the first. */
    prevHash: string;
    /** SHA-256 of the line of the record, in RFC 8785. */
    bodyHash: string;
    commit?: {
      /** How many of these one commit made; this is the last. */
      entries: number;
      /** SHA-256 of what they share, in RFC 8785. */
      head: string;
      /** SHA-256 of what nobody is shown. */
      inner: string;
    };
    /** What happened; redacted if the body is not for you. */
    type: string;
  }>;
  /** Who each record is by. */
  actors: Array<{
    /** The record. */
    seq: number;
    /** What acted. */
    kind: "person" | "agent" | "guest" | "operator" | "service" | "system";
    /** The words to show for it. */
    label: string;
    /** What you called the agent's access when it acted. */
    name?: string;
    /** Id of the access that it acted by. */
    credentialId?: string;
    /** What proves the commitment to the actor; only for your own account. */
    salt?: string;
  }>;
  /** Where the chain ends. */
  head: {
    /** SHA-256 of the record, as hex. */
    hash: string;
    /** Number of the record in its chain, from 1. */
    seq: number;
  };
  nextAfter: string | null;
  /** True if there are more than these. */
  hasMore: boolean;
};

export type ProveAuditHeadInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** The size of a signed log that you have; the newest if absent. */
  readonly size?: number;
};

export type ProveAuditHeadOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  proven: {
    /** The record at which the chain ended. */
    seq: number;
    /** Its hash, as hex. */
    hash: string;
    /** Its place in the log, from 0. */
    leaf: number;
    /** The size of the log that the proof leads to. */
    size: number;
    /** What leads from the leaf to the root. */
    proof: Array<string>;
  } | null;
};

export type GetAuditLogOutput = {
  /** Which log it is; the name of its key. */
  origin: string;
  /** How many ends of chains it holds. */
  size: number;
  /** Root of the tree over them, base64. */
  root: string;
  /** The signed note, with its signatures. */
  note: string;
  /** The key that signs now, as C2SP's tools take it. */
  key: string;
  /** Who is asked to sign the log, and up to where each did. */
  witnesses: Array<{
    /** Who it is; the name of its key. */
    name: string;
    /** Its key, as C2SP's tools take it. */
    key: string;
    /** How large the log was that it signed last; 0 if it has signed none. */
    size: number;
    signedAt: string | null;
    note: string | null;
    problem: string | null;
  }>;
};

export type ProveLogConsistencyInput = {
  /** The size of the older signed log that you have. */
  readonly from: number;
  /** The size of the newer one; the newest of all if absent. */
  readonly to?: number;
};

export type ProveLogConsistencyOutput = {
  /** The older size. */
  from: number;
  /** The newer size. */
  to: number;
  /** What leads from the older root to the newer one. */
  proof: Array<string>;
};

export type GetHealthOutput = {
  /** True if the books, the verification, the backup and the clock are right. Late requests alone do not make it false. */
  ok: boolean;
  ledger: {
    /** All entries; zero if right. */
    sum: number;
    /** Accounts whose balance is not their entries. */
    drifted: number;
  } | null;
  /** The newest verification of all that is stored; null if there was none yet. */
  verified: {
    /** When it was. RFC 3339, UTC, milliseconds. */
    at: string;
    /** False if it failed, or found something wrong. */
    ok: boolean;
    wellAt: string | null;
  } | null;
  /** The newest backup by the schedule; null if there was none yet. */
  backup: {
    /** When it was. RFC 3339, UTC, milliseconds. */
    at: string;
    /** False if it failed, or found something wrong. */
    ok: boolean;
    wellAt: string | null;
  } | null;
  loop: {
    /** How often requests of others had to wait for more than 100 ms, in the last two minutes at most. */
    late: number;
    /** The longest of these waits. */
    longestMs: number;
  };
  clock: {
    /** How far the clock has jumped ahead; what time ends waits then. 0 if it is trusted. */
    aheadSeconds: number;
    /** How long what time ends waits yet. */
    waitsSeconds: number;
  };
};

export type GetReadinessOutput = {
  /** True if requests can be served: reads and writes. */
  ok: boolean;
  detail: string | null;
  database: {
    /** Whether a write reached the disk just now. */
    writable: boolean;
    /** True while the disk has no room: only reads are served. */
    full: boolean;
  };
  operator?: {
    /** Whether `svc` can reach this process. */
    reachable: boolean;
  };
};

export type DownloadExportInput = {
  readonly exportId: string;
};

export type RecordBounceInput = {
  /** The raw mail that came back: a delivery status notification, an abuse report, or an unsubscribe mail. */
  readonly message?: string;
  /** Message-ID of the mail, as the relay reports it. */
  readonly messageId?: string;
  /** What the relay reports of it. */
  readonly kind?: "hard" | "soft" | "complaint";
};

export type RecordBounceOutput = {
  kind: "hard" | "soft" | "complaint" | "unsubscribe";
  /** True if it changed anything. */
  recorded: boolean;
};

export type TakeMailInput = {
  readonly message: string;
  readonly recipient?: string;
};

export type TakeMailOutput = {
  outcome: "sent" | "ignored" | "refused";
  reason: string | null;
  conversationId: string | null;
};
