// Generated from docs/openapi.json by `bun run generate`: do not edit.

export type Conversation = {
  /** The missing scope: without it, a write answers only with ids, state, flags, the payment needed and open checkpoints; every other field is empty. */
  withheld?: "conversations:read";
  /** The same as conversationId. */
  id: string;
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** Id of the context; follow-ups and A2A share it. */
  contextId: string;
  /** Its title. */
  title: string;
  /** The conversation's state (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The state in two or three words, for a person to read. */
  stateTitle: string;
  stateReason: string | null;
  stateCode: "approval_needed" | "approval_expired" | "input_needed" | "answered" | "payment_required" | "below_recipient_price" | "price_raised" | "price_declined" | "cancel_requested" | "cancel_declined" | "cancel_expired" | "cancel_superseded" | "checkpoint_expired" | "decided" | "superseded" | "declined" | "hold_expired" | "acceptance_missed" | "deadline_missed" | "dispute_settled" | "dispute_lapsed" | "payment_not_completed" | "terms_refused" | "price_returned" | "all_deliveries_failed" | "R-FROM" | "R-BLOCKED" | "R-CONTENT" | "R-OUTWARD" | "R-PAY-LIMIT" | "R-PAY-LIMIT-PAYEE" | "R-PAY-QUORUM" | "R-PAY-AGENT" | "R-PAY-AGENT-DAY" | "R-PAY-AGENT-PAYEE" | "R-PAY-PAYEE" | "R-PAY-TYPE" | "R-PAY-FIRST" | "R-FIRST-CONTACT" | "R-PRIVILEGE" | "R-RATE" | "R-CANCEL-EARNED" | "R-CANCEL-HELD" | "R-GRANT" | "R-PAY-PARTIES" | "R-PRICE-RAISED" | "R-PROPOSED" | "R-PRICED" | "R-STRANGER" | "R-ACCEPT" | "R-ACCEPT-LIMIT" | null;
  /** Whose words the reason is. */
  stateReasonBy?: {
    /** Their address. */
    address?: string;
    /** The kind of actor. */
    kind: "person" | "agent" | "guest" | "remote" | "operator" | "service" | "system";
    /** The words to show for it. */
    label: string;
    /** Name of the agent's access when it acted. */
    name?: string;
    /** Id of the access it used. */
    credentialId?: string;
  };
  /** For the sender: each recipient who declined. */
  declines?: Array<{
    /** The recipient who declined. */
    address: string;
    /** Their own words, if they gave any. */
    reason?: string;
    /** When they declined. RFC 3339, UTC, milliseconds. */
    at: string;
  }>;
  /** When it came into this state. RFC 3339, UTC, milliseconds. */
  stateAt: string;
  /** When this draft is sent; any change cancels that. RFC 3339, UTC, milliseconds. */
  sendAt?: string;
  /** Why this draft wasn't sent at its time. */
  sendFailure?: {
    /** When it was tried. RFC 3339, UTC, milliseconds. */
    at: string;
    /** The error code. */
    code: string;
    /** Why, in a sentence. */
    detail: string;
  };
  /** Grows by one with each change; the ETag is based on it. */
  version: number;
  /** When it was created. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When it last changed, or came back to you. RFC 3339, UTC, milliseconds. */
  updatedAt: string;
  lastMessageAt: string | null;
  /** How many messages you can read. */
  messageCount: number;
  /** Participants, the sender first; other bcc recipients are left out. */
  participants: Array<Participant>;
  /** The newest, 20 at most; messagesOmitted and before say what else there is. */
  messages: Array<Message>;
  /** How many readable messages are older than those shown. */
  messagesOmitted: number;
  /** Pass it as before to get older ones. */
  before?: string;
  /** Of a summary: the beginning of the newest message. */
  preview?: {
    /** Their address. */
    author: string;
    /** The actor for the author. */
    actor: {
      /** The kind of actor. */
      kind: "person" | "agent" | "guest" | "remote" | "operator" | "service" | "system";
      /** The words to show for it. */
      label: string;
      /** Name of the agent's access when it acted. */
      name?: string;
      /** Id of the access it used. */
      credentialId?: string;
    };
    /** The first words of its text, without Markdown's marks. */
    text: string;
  };
  /** With snippets: the text with the words; absent where a title or a name has them. */
  snippet?: {
    /** The newest message with the words. */
    messageId: string;
    /** A part of its text, in one line, with … where it is cut. */
    text: string;
    /** Positions of the words in it. */
    marks: Array<{
      /** Where a word begins, in UTF-16 units of text. */
      start: number;
      /** Where it ends. */
      end: number;
    }>;
  };
  /** Files that you can read. */
  artifacts: Array<Artifact>;
  /** The price and its status. */
  payment: Payment;
  /** Terms beside the price; absent without any. */
  terms?: {
    /** The offer that it orders; absent if it orders none. */
    offerId?: string;
    /** The offer as it was ordered. */
    offer?: {
      /** Its version then. */
      version: number;
      /** Its title. */
      title: string;
      /** Media types of the result. */
      output: Array<string>;
    };
    /** The order's input; absent if none. */
    input?: unknown;
    /** The order's input by its questions; absent if none. */
    answers?: Array<{
      /** A question of the offer, as it was asked. */
      question: string;
      /** The answer in words. */
      answer: string;
    }>;
    /** The order in words, as the part of its message that says it. */
    inWords?: string;
    /** Until when it can be accepted; then it ends. RFC 3339, UTC, milliseconds. */
    acceptBy?: string;
    /** The same as an ISO 8601 duration from the submit on. */
    acceptWithin?: string;
    /** The date that the sender asked for. RFC 3339, UTC, milliseconds. */
    deliverBy?: string;
    /** How long the work may take from the acceptance on, ISO 8601. */
    deliverWithin?: string;
    /** Until when the condition has to be met: set at the acceptance. Then a held price goes back. RFC 3339, UTC, milliseconds. */
    dueAt?: string;
    /** Until when the next step is due, if that is before dueAt; only the two see it. RFC 3339, UTC, milliseconds. */
    stepDueAt?: string;
    /** True in a list while a dispute freezes the price: nextStep.by stands for the other dates. A read has the dispute itself. */
    disputed?: boolean;
    /** Who decides a dispute that the two do not settle; absent without one. */
    arbiter?: string;
    /** The open dispute, or the last one; only the two and the arbiter see it, and lists leave it out. */
    dispute?: {
      /** Id of the dispute. */
      disputeId: string;
      /** held: what is held is frozen until it ends; released: a claim, which freezes nothing and is settled by a refund. */
      about: "held" | "released";
      /** What is wrong. */
      reason: "not_delivered" | "not_as_agreed" | "late" | "unauthorised" | "other";
      /** What it is about: all that was held, or can be refunded. */
      amount: Money;
      /** open: the two can settle; arbitration: the arbiter decides, and they still can; settled: a number was taken; ruled: by the arbiter; withdrawn by the payer; declined: the payee refunds nothing of a claim; lapsed: its time ran out. */
      status: "open" | "arbitration" | "settled" | "ruled" | "withdrawn" | "declined" | "lapsed";
      /** The numbers of both sides, oldest first; the first is the claim. */
      splits: Array<{
        /** Its number; send it as take to agree to it. */
        number: number;
        /** Address of the side. */
        by: string;
        /** What goes back to the payer. */
        return: Money;
        /** The rest, which is paid to the payee. */
        release: Money;
        /** The side's words. */
        text?: string;
        /** What it rests on. */
        evidence: Array<string>;
        /** When it was named. RFC 3339, UTC, milliseconds. */
        at: string;
        /** open: the other side can take it; replaced by a newer one of the same side; taken; ended with the dispute. */
        status: "open" | "replaced" | "taken" | "ended";
      }>;
      /** When it was opened. RFC 3339, UTC, milliseconds. */
      openedAt: string;
      /** When the arbiter is asked, or was; absent without one. RFC 3339, UTC, milliseconds. */
      arbiterAt?: string;
      /** Until when the arbiter can rule; absent before it is asked. RFC 3339, UTC, milliseconds. */
      ruleBy?: string;
      /** When what is held goes back if nobody settles it; absent once it ended and for a claim. RFC 3339, UTC, milliseconds. */
      returnsAt?: string;
      /** How it ended. */
      outcome?: {
        /** Whose act ended it; absent if its time ran out. */
        by?: string;
        /** What went back to the payer. */
        return: Money;
        /** What was paid to the payee, fee included. */
        release: Money;
        /** The arbiter's reasons. */
        text?: string;
        /** When it ended. RFC 3339, UTC, milliseconds. */
        at: string;
        /** EdDSA over the RFC 8785 form of it; keys at /.well-known/jwks.json. Absent where nothing was decided. */
        jws?: string;
      };
    };
    /** The steps of the price, in order; only the two see them, and lists leave them out. */
    milestones?: Array<{
      /** Id of the step in this conversation. */
      milestoneId: string;
      /** The step, in the sender's words. */
      title: string;
      /** Its part of the price. */
      amount: Money;
      /** Its release condition. */
      release: "accepted" | "replied" | "converted";
      /** open until it is signed or what is left has gone back. */
      state: "open" | "released" | "returned";
      /** The date that the sender asked for. RFC 3339, UTC, milliseconds. */
      deliverBy?: string;
      /** How long it may take from the acceptance on, ISO 8601. */
      deliverWithin?: string;
      /** Until when it is to be delivered; set at the acceptance. RFC 3339, UTC, milliseconds. */
      dueAt?: string;
      /** Present if it is open and late. */
      overdue?: true;
      /** Its signed receipt; absent before. */
      receipt?: Receipt;
    }>;
    /** Proposals of either side, newest last; only the two see them, and lists leave them out. */
    proposals?: Array<{
      /** Id of the proposal. */
      proposalId: string;
      /** Address of the side that proposed it. */
      by: string;
      /** The price that it proposes. */
      price: Money;
      /** The release condition with it. */
      release: "accepted" | "replied" | "converted";
      /** The proposer's words. */
      note?: string;
      /** When it was proposed. RFC 3339, UTC, milliseconds. */
      at: string;
      /** Until when it can be accepted. RFC 3339, UTC, milliseconds. */
      validUntil: string;
      /** Until when the condition would have to be met. RFC 3339, UTC, milliseconds. */
      dueAt?: string;
      arbiter?: string | null;
      /** open until it is answered, replaced or out of time. */
      status: "open" | "accepted" | "declined" | "withdrawn" | "replaced" | "expired";
      /** Why the other side declined it, in its words. */
      reason?: string;
      previous: string | null;
      /** EdDSA over the RFC 8785 form of its terms without the note; keys at /.well-known/jwks.json. */
      jws: string;
    }>;
    /** The proposalId that both agreed on; absent before. */
    agreedId?: string;
  };
  /** Decisions you can see: open ones and the newest past ones. */
  checkpoints: Array<Checkpoint>;
  /** Whose turn it is. */
  nextStep: {
    /** Whose turn it is: yours, someone else's, your person's, or no one's any more. */
    who: "you" | "them" | "person" | "nobody";
    /** What to do, in a sentence. */
    text: string;
    /** Deadline; then it ends or goes back automatically. */
    by?: string;
    /** The rule that asks your person. */
    rule?: string;
    /** Why your person has to act instead of you. */
    reason?: string;
    /** Where your person acts, signed in. Give it to them. */
    approvalUrl?: string;
  };
  /** What you can do now, most urgent first; in lists, only the answers to requests. Flags and a follow-up are always possible. */
  actions?: Array<{
    /** The action. */
    name: "submit" | "schedule" | "unschedule" | "edit" | "add_text" | "remove_file" | "delete" | "accept" | "accept_and_trust" | "approve" | "decline" | "block" | "fund" | "reply" | "ask_first" | "ask_person" | "add_file" | "sign_receipt" | "complete" | "propose" | "accept_proposal" | "withdraw_proposal" | "extend_deadline" | "raise_price" | "keep_price" | "refund" | "request_refund" | "dispute" | "take_split" | "propose_split" | "withdraw_dispute" | "rule" | "cancel" | "claim";
    /** Name of its operation in OpenAPI and the tools. */
    operation: string;
    /** The checkpoint that it answers. */
    checkpointId?: string;
    /** Label for its button. */
    title: string;
    /** Its effect, in a sentence. */
    effect: string;
    /** True if it is possible now; otherwise because says why not. */
    ready: boolean;
    /** The error you would get now. */
    because?: {
      /** An error code (docs/errors.md). */
      code: ErrorCode;
      /** Why, in a sentence. */
      detail: string;
    };
    /** Money it moves; absent if none. */
    money?: {
      /** Whether it is held, goes to the payee, goes back to the payer, or is held on top of what is already held. */
      moves: "hold" | "release" | "return" | "raise";
      /** The amount. */
      amount: Money;
      /** Sender's address; absent where a held amount goes back. */
      from?: string;
      /** The recipient's address. */
      to: string;
    };
    /** Fields to send with the operation, unchanged. */
    input?: {
      /** Change to the sender as a contact. */
      contact?: "trusted" | "blocked";
      /** The proposal. */
      proposalId?: string;
      /** The step of the price. */
      milestoneId?: string;
      /** The number in terms.dispute.splits. */
      take?: number;
    };
    /** Input you still have to give. */
    needs?: Array<string>;
  }>;
  /** Readers of your reply; left out of lists. */
  replyReaders?: {
    /** Readers of a reply. */
    reply: Array<string>;
    /** Readers of a reply to all. */
    "reply-all": Array<string>;
    /** The message that a reply answers: sent as inReplyTo, it reaches these readers whatever comes in meanwhile. */
    inReplyTo?: string;
  };
  /** Your views that contain it. */
  folders: Array<"inbox" | "sent" | "drafts" | "archive" | "needs_you" | "payments" | "requests" | "waiting" | "snoozed">;
  folder: "inbox" | "sent" | "drafts" | "archive" | "needs_you" | "payments" | "requests" | "waiting" | "snoozed" | null;
  /** True if it has something new for you. */
  unread: boolean;
  /** True if you archived it. */
  archived: boolean;
  snoozedUntil: string | "change" | null;
  /** True if it needs your decision, signature or answer. */
  needsYou: boolean;
  section: "money" | "approvals" | "replies" | null;
  /** True if your message would accept the request; with accept: false it asks first without accepting. */
  replyAccepts: boolean;
  /** Your labels on it; only you see them. */
  labels: Array<string>;
  assignee?: string | null;
  /** Present on imported, read-only history from another service. Everyone in it is as the archive says; none of them are accounts here. */
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
    /** True if the operator knew that key from elsewhere; false if only the archive names it, which proves that one key signed it all, but not whose. */
    keyKnown: boolean;
  };
  /** The sender. */
  from: {
    /** Their address. */
    address: string;
    /** Display name. */
    name: string;
  };
  /** Relationship that the sender claims to the recipients. */
  contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
  /** The release condition. */
  release: "accepted" | "replied" | "converted";
  releaseAction: {
    /** Which form it is. */
    type: "text";
    /** The recipient's task. */
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
  /** Related links. */
  links: {
    /** Path of the conversation over REST. */
    self: string;
    /** Address of its page in the browser. */
    web: string;
    /** Path of its event stream. */
    subscribe: string;
    /** Path of its audit records. */
    audit: string;
    /** How to follow up in the same context once it has ended. */
    followUp?: {
      /** Always POST. */
      method: "POST";
      /** Path to send the follow-up to. */
      href: string;
      /** Id of the context; follow-ups and A2A share it. */
      contextId: string;
      /** Recipients: everyone else who was openly in it. Not in a list. */
      to?: Array<string>;
      /** Title of the follow-up. Not in a list. */
      title?: string;
    };
  };
};

export type Message = {
  /** Id of the message. */
  messageId: string;
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** The author. */
  author: {
    /** Full address, such as ada@example.com. */
    address: string;
    /** Display name. */
    displayName: string;
    /** Kind of account behind the address. */
    kind: "person" | "agent" | "service" | "team" | "email";
    /** Id of their account; absent for a guest. */
    accountId?: string;
  };
  /** The actor for the author. */
  actor: {
    /** The kind of actor. */
    kind: "person" | "agent" | "guest" | "remote" | "operator" | "service" | "system";
    /** The words to show for it. */
    label: string;
    /** Name of the agent's access when it acted. */
    name?: string;
    /** Id of the access it used. */
    credentialId?: string;
  };
  /** Its readers. */
  mode: "initial" | "reply" | "reply-all";
  /** Present on a question that doesn't accept the request. */
  accept?: false;
  /** Present on messages only your account reads: a question from its agent to its person. */
  onlyYou?: true;
  /** Id of the message that it answers. */
  inReplyTo?: string;
  /** The text parts, one after the other. */
  text: string;
  /** Content of the message, in order. */
  parts: Array<{
    /** Plain text. */
    text?: string;
    /** Structured data, as sent. */
    data?: unknown;
    /** URL of the content; the service doesn't fetch it. */
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
  /** Ids of its files. */
  artifactIds: Array<string>;
  /** When it was sent. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** The service's facts about the author. */
  trust: {
    /** Who they are to you: your own account, a contact, a stranger, or the service. */
    relation: "self" | "contact" | "stranger" | "service";
    /** Their type in your contacts. */
    contactType?: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
    /** Relation that the sender claims. */
    claimedType?: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
    /** The other service that their words come from. */
    origin?: string;
    /** The wallet that paid, of a buyer without an account or a name. */
    wallet?: string;
    /** True if you have never exchanged anything with them. */
    firstContact: boolean;
    paid: Money | null;
  };
};

export type Participant = {
  /** Id of their account; absent for an address without one. */
  accountId?: string;
  /** Full address, such as ada@example.com. */
  address: string;
  /** Display name. */
  displayName: string;
  /** Their role in the conversation; only the sender and they themselves see a bcc. An arbiter is added when a dispute needs it. */
  role: "sender" | "to" | "cc" | "bcc" | "arbiter";
  /** Kind of account behind the address. */
  kind: "person" | "agent" | "service" | "team" | "email";
  /** URL of the account's agent card. */
  agentCard?: string;
  /** How the conversation reached them. */
  delivery: {
    /** Delivery: to an account's inbox (on_service), by an invite, or not at all; see docs/mail.md. */
    state: "pending" | "on_service" | "remote_queued" | "remote_delivered" | "undelivered" | "invite_queued" | "invite_deferred" | "invite_limited" | "invite_sent" | "invite_bounced" | "invite_suppressed" | "invite_dropped" | "no_such_account" | "opened" | "declined" | "joined";
    /** When this was reached. RFC 3339, UTC, milliseconds. */
    at: string;
    /** Why it is undelivered to another service. */
    because?: {
      /** The cause, such as domain_refused or 403. */
      code: string;
      /** The cause, and what to do about it. */
      detail: string;
      /** The other service's own code and words for it. */
      theirs?: string;
    };
  };
  /** When an account claimed the invite; absent otherwise. RFC 3339, UTC, milliseconds. */
  joinedAt?: string;
  /** Present if their inbox is at another service. */
  remote?: {
    /** URL of their agent card. */
    card: string;
    /** Origin of their service. */
    origin: string;
    taskId: string | null;
    contextId: string | null;
    state: string | null;
    seenAt: string | null;
    /** Present if the task ended otherwise than the conversation here, such as completed there and canceled here at the same moment. */
    endedOtherwise?: true;
    /** Present for an agent that is no installation of this kind: it signs no receipt. */
    plain?: true;
    /** A payment that the agent asks for and this service can't make: nothing is signed. */
    asks?: {
      /** Why it can't be paid from here. */
      because: string;
      /** In the token's smallest units, or empty. */
      amount: string;
      /** The chain, or empty. */
      network: string;
      /** The wallet that the agent claims, or empty. */
      payTo: string;
    };
    /** The payee's receipt for a price paid across, checked with their service's key. */
    receipt?: {
      /** Its id there. */
      receiptId: string;
      /** When it was signed. RFC 3339, UTC, milliseconds. */
      signedAt: string;
      /** The key of their service. */
      keyId: string;
      /** The signed statement, as compact JWS. */
      jws: string;
    };
  };
};

export type Artifact = {
  /** Id of the file. */
  artifactId: string;
  /** Name of the file. */
  name: string;
  /** Media type, as stated by whoever added it. */
  mimeType: string;
  /** Bytes; absent for a uri. */
  size?: number;
  /** SHA-256 of the bytes, as hex; absent for a uri. */
  sha256?: string;
  /** External URL; absent for bytes that the service has. */
  uri?: string;
  /** Download URL; absent for a uri. */
  downloadUrl?: string;
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** Address of who added it. */
  addedBy: string;
  /** The actor for them. */
  actor?: {
    /** The kind of actor. */
    kind: "person" | "agent" | "guest" | "remote" | "operator" | "service" | "system";
    /** The words to show for it. */
    label: string;
    /** Name of the agent's access when it acted. */
    name?: string;
    /** Id of the access it used. */
    credentialId?: string;
  };
  /** When it was added. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** The adder's description. */
  description?: string;
};

export type Payment = {
  /** Id of the payment; absent without a price. */
  paymentId?: string;
  /** none without a price; requires_payment until it is held; then held, and in the end released to the payee (or refunded after that) or voided: back with the payer. */
  status: "none" | "requires_payment" | "held" | "released" | "voided" | "refunded";
  /** The price; 0 without one. */
  price: Money;
  /** The release condition. */
  release: "accepted" | "replied" | "converted";
  /** The details of the condition; null without any. */
  releaseAction?: {
    /** Which form it is. */
    type: "text";
    /** The recipient's task. */
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
  /** The payer. */
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
  /** Where the money is: the service's ledger or a chain. */
  rail: "ledger" | "x402";
  /** Test money: no real rail backs it. */
  label?: "TEST";
  /** The condition and whether it is met; absent if there is none. */
  condition?: {
    /** The condition, in a sentence; the sender's own words are in releaseAction. */
    text: string;
    /** True once the payee can sign; a condition that needs the payee's own words is met by signing. */
    met: boolean;
    /** Missing parts; statement: their words. */
    missing?: string;
  };
  /** The price's steps, in order; empty without a price. */
  steps: Array<{
    /** Which step. */
    name: "held" | "accepted" | "condition" | "receipt" | "released" | "returned" | "refunded";
    /** The step in a word or two, as its reader sees it. */
    label: string;
    /** The step in a few words. */
    text: string;
    /** True once it has happened. */
    done: boolean;
    /** When it happened, or will happen automatically. RFC 3339, UTC, milliseconds. */
    at?: string;
  }>;
  /** The service's fee on release, in hundredths of a percent; absent if there is none. */
  feeBps?: number;
  /** The fee as an amount; absent if there is none. */
  fee?: Money;
  /** When a signed payment was submitted to the chain; absent if none is pending. RFC 3339, UTC, milliseconds. */
  pendingSince?: string;
  /** Movement that isn't final on the chain yet; absent if none. */
  onItsWay?: "hold" | "capture" | "void" | "refund";
  /** Final movements on the chain, in order; for the payer and the payee. */
  settlements?: Array<{
    /** Held in escrow, paid to the payee, returned to the payer, or given back. */
    act: "hold" | "capture" | "void" | "refund";
    /** The amount. */
    amount: Money;
    /** False if the chain refused it: nothing moved. */
    success: boolean;
    /** The chain, such as eip155:84532. */
    network: string;
    /** Whose tokens: the payer's, of a refund the payee's. */
    wallet?: string;
    /** The service's transactions; none if someone else's did it. */
    transactions: Array<string>;
    /** Why the chain refused it. */
    problem?: string;
    /** When the service learned that it is final. RFC 3339, UTC, milliseconds. */
    at: string;
  }>;
  /** For the payer of a price that another service holds: how they get it back if that service does nothing; absent once the escrow has ended it. */
  reclaim?: {
    /** When the payer can take it back alone. RFC 3339, UTC, milliseconds. */
    at: string;
    /** The escrow's contract. */
    to: string;
    /** The call of it by the payer's wallet, as hex. */
    data: string;
    /** The same in words. */
    text: string;
  };
  /** When the price was held. RFC 3339, UTC, milliseconds. */
  heldAt?: string;
  /** When a held price goes back automatically. RFC 3339, UTC, milliseconds. */
  captureBefore?: string;
  /** The amount paid out of the hold, fee included; absent for none. */
  released?: Money;
  /** The amount that went back from the hold; absent for none. */
  returned?: Money;
  /** When it was released, or its last part. RFC 3339, UTC, milliseconds. */
  releasedAt?: string;
  /** When a held price, or what was left of it, went back. RFC 3339, UTC, milliseconds. */
  voidedAt?: string;
  /** Why the held price went back, or was never held. */
  voidReason?: "canceled" | "declined" | "hold_expired" | "acceptance_missed" | "deadline_missed" | "dispute_settled" | "payment_not_completed" | "all_deliveries_failed" | "capture_failed";
  /** The signed receipt; absent before it is signed. */
  receipt?: Receipt;
  /** The signer. */
  signedBy?: {
    /** The kind of actor. */
    kind: "person" | "agent" | "guest" | "remote" | "operator" | "service" | "system";
    /** The words to show for it. */
    label: string;
    /** Name of the agent's access when it acted. */
    name?: string;
    /** Id of the access it used. */
    credentialId?: string;
  };
  /** When the refund period ends. RFC 3339, UTC, milliseconds. */
  refundBefore?: string;
  /** The amount refunded. */
  refunded?: Money;
  /** When the last refund was made. RFC 3339, UTC, milliseconds. */
  refundedAt?: string;
  /** The payer's last refund request, for the payer and the payee. */
  refundRequest?: {
    /** The amount asked for. */
    amount: Money;
    /** Reason, in the payer's words. */
    reason?: string;
    /** The outcome; open waits for the payee. */
    outcome: "open" | "approved" | "declined" | "expired";
    /** When it was asked for. RFC 3339, UTC, milliseconds. */
    at: string;
    /** Until when the payee can answer it. RFC 3339, UTC, milliseconds. */
    by?: string;
    /** The payee's answer. */
    comment?: string;
  };
  /** Payment needed to continue; absent if none. */
  requirements?: {
    /** Balance too low, price paid by a wallet, higher price from the recipient, or price agreed since. */
    reason: "insufficient_balance" | "payment_required" | "below_recipient_price" | "price_raised";
    /** Total to be held. */
    price: Money;
    /** Amount to be held now. */
    needed: Money;
    /** The payer's available balance; only for the payer. */
    balance?: Money;
    /** Amount the payer is short; absent if none. */
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
      /** How long the conversation waits for the money. */
      maxTimeoutSeconds: number;
      /** Data for the ledger. */
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
        /** Seconds; after this the payer can take it back. */
        captureDeadline: number;
        /** Seconds; until when a refund is possible. */
        refundDeadline: number;
        /** The service's lowest fee. */
        minFeeBps: number;
        /** The service's highest fee. */
        maxFeeBps: number;
        /** Address that gets the fee. */
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
      /** The matching tool. */
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
  /** Id of the agreed proposal. */
  proposalId?: string;
  /** Id of the step that it releases. */
  milestoneId?: string;
  condition: "accepted" | "replied" | "converted" | null;
  /** Proof that the condition is met. */
  evidence: {
    /** Ids of the messages that meet the condition. */
    messageIds: Array<string>;
    /** Ids of the files that meet the condition. */
    artifactIds: Array<string>;
    /** Id of the acceptance that meets the condition. */
    decisionId?: string;
    /** The signer's statement on what was done. */
    statement?: string;
  };
  /** The signer. */
  signer: {
    /** Id of the account. */
    accountId: string;
    /** Full address, such as ada@example.com. */
    address: string;
    /** The kind of signer. */
    kind?: "person" | "agent" | "guest" | "remote" | "operator" | "service" | "system";
    /** Id of the access that it signed by. */
    credentialId?: string;
  };
  /** Decimal USDC, such as 5.00. */
  price: string;
  /** The service's fee on release, in hundredths of a percent; absent if there is none. */
  feeBps?: number;
  /** The service's fee, decimal USDC; absent if none. */
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
  /** Its title. */
  act: "submit" | "outward" | "reply" | "artifact" | "complete" | "receipt" | "ask" | "cancel" | "raise_price" | "proposal" | "refund" | "dispute" | "arbitration" | "accept" | "grant";
  /** The question, in a line. */
  title: string;
  /** The question, in a sentence or two. */
  summary: string;
  /** The exact action behind the digest. */
  action: Record<string, unknown>;
  /** SHA-256 of the exact action; an approval covers only this one. */
  actionDigest: string;
  /** Reasons for the decision, each in a sentence. */
  rules: Array<{
    /** Which rule (docs/review_rules.md). */
    id: "R-FROM" | "R-BLOCKED" | "R-CONTENT" | "R-OUTWARD" | "R-PAY-LIMIT" | "R-PAY-LIMIT-PAYEE" | "R-PAY-QUORUM" | "R-PAY-AGENT" | "R-PAY-AGENT-DAY" | "R-PAY-AGENT-PAYEE" | "R-PAY-PAYEE" | "R-PAY-TYPE" | "R-PAY-FIRST" | "R-FIRST-CONTACT" | "R-PRIVILEGE" | "R-RATE" | "R-CANCEL-EARNED" | "R-CANCEL-HELD" | "R-GRANT" | "R-PAY-PARTIES" | "R-PRICE-RAISED" | "R-PROPOSED" | "R-PRICED" | "R-STRANGER" | "R-ACCEPT" | "R-ACCEPT-LIMIT";
    /** The rule's outcome; the strictest decides. */
    outcome: "allow" | "needs_person" | "deny";
    /** Reason; may be empty. */
    detail: string;
  }>;
  /** The asker; absent if no one in particular. */
  askedBy?: {
    /** Full address, such as ada@example.com. */
    address: string;
    /** Display name. */
    name: string;
    /** The kind of asker. */
    kind: "person" | "agent" | "service" | "team" | "email";
    /** Id of the credential that asks; only for your own account. */
    credentialId?: string;
    /** Display label of the asker. */
    label: string;
    /** The service's facts about the asker. */
    trust?: {
      /** Who they are to you: your own account, a contact, a stranger, or the service. */
      relation: "self" | "contact" | "stranger" | "service";
      /** Their type in your contacts. */
      contactType?: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
      /** Relation that the sender claims. */
      claimedType?: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
      /** The other service that their words come from. */
      origin?: string;
      /** The wallet that paid, of a buyer without an account or a name. */
      wallet?: string;
      /** True if you have never exchanged anything with them. */
      firstContact: boolean;
      paid: Money | null;
    };
  };
  /** Id of the review that asks; absent for an acceptance. */
  reviewId?: string;
  /** Everything that happens on approval. */
  proposal: {
    /** Id of the message, if it is or will be in the thread. */
    messageId?: string;
    /** Its readers. */
    mode?: "initial" | "reply" | "reply-all";
    /** Id of the message that it answers. */
    inReplyTo?: string;
    /** Text of the message, question or statement. Left out if it is the message messageId in this answer, in a summary, and once decided: then it is in the thread as messageId, or was dropped. */
    text?: string;
    /** Content of the message, in order; left out as text is. */
    parts?: Array<{
      /** Plain text. */
      text?: string;
      /** Structured data, as sent. */
      data?: unknown;
      /** URL of the content; the service doesn't fetch it. */
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
      /** Media type, as stated by whoever added it. */
      mimeType: string;
      /** Bytes; absent for a uri. */
      size?: number;
      /** SHA-256 of the bytes, as hex; absent for a uri. */
      sha256?: string;
      /** External URL; absent for bytes that the service has. */
      uri?: string;
      /** Download URL; absent for a uri. */
      downloadUrl?: string;
    }>;
    /** Its readers on approval. */
    recipients: Array<{
      /** Full address, such as ada@example.com. */
      address: string;
      /** Display name. */
      displayName: string;
      /** The kind of reader. */
      kind: "person" | "agent" | "service" | "team" | "email";
      /** Their role in the conversation. */
      role: "sender" | "to" | "cc" | "bcc" | "arbiter";
    }>;
    /** Reason, in the asker's words. */
    reason?: string;
    /** Money that approval moves or keeps held; absent if none. */
    money?: {
      /** Effect on the amount on approval: it is held, stays held, goes to the payee, goes back to the payer, or is held on top of what is already held. */
      moves: "hold" | "keep" | "release" | "return" | "raise";
      /** The amount. */
      amount: Money;
      /** Sender's address; absent where a held amount goes back. */
      from?: string;
      /** The recipient's address. */
      to: string;
      /** Test money: no real rail backs it. */
      label?: "TEST";
      /** The current price. */
      before?: Money;
      /** The price on approval. */
      after?: Money;
    };
    /** True if approving accepts the request. */
    accepts?: boolean;
    /** True if approving signs the receipt. */
    signs?: boolean;
    /** True if approval sends something to the recipients. */
    sends?: boolean;
    /** True if the money is the asked account's own. */
    spends?: boolean;
    /** True for a question: the comment is its answer. */
    asks?: boolean;
    /** A contact of yours, now and on approval; null is no contact. */
    contact?: {
      /** Full address, such as ada@example.com. */
      address: string;
      before: {
        /** Their contact type. */
        contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
        /** Whether they are asked as usual, always allowed, or blocked. */
        standing: "usual" | "blocked" | "allowed";
      } | null;
      /** The entry on approval. */
      after: {
        /** Their contact type. */
        contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
        /** Whether they are asked as usual, always allowed, or blocked. */
        standing: "usual" | "blocked" | "allowed";
      };
    };
  };
  /** Effect of each answer, in a sentence. */
  outcomes: {
    /** Effect of approving. */
    approve: string;
    /** Effect of declining. */
    decline: string;
    /** Effect if no one answers before expiresAt. */
    silence: string;
  };
  /** Id of the account that decides. */
  forAccountId: string;
  /** The people who may decide it, while it is open; absent if only one may. */
  deciders?: Array<{
    address: string | null;
    /** Their display name. */
    name: string;
    /** By which right. */
    as: "owner" | "member" | "delegate" | "stand_in";
  }>;
  /** The people who were told of it besides the account's own; absent without. */
  asked?: Array<{
    address: string | null;
    /** Their display name. */
    name: string;
    /** When they were told. RFC 3339, UTC, milliseconds. */
    at: string;
  }>;
  /** True if you can approve and decline it. An agent can if it could do the same without asking, but never for its own proposal. */
  mayDecide: boolean;
  /** True if you can at least decline it. */
  mayDecline: boolean;
  /** Why you can't decide it: the error you would get. */
  because?: {
    /** An error code (docs/errors.md). */
    code: ErrorCode;
    /** Why, in a sentence. */
    detail: string;
  };
  /** Where the person decides it, signed in; present if you can't. Give it to them. */
  approvalUrl?: string;
  /** The possible answers. */
  allowed: Array<"approve" | "decline">;
  /** How many different people have to approve it, none of them its proposer; absent for one. */
  needed?: number;
  /** Approvals so far, where it takes several. */
  decisions?: Array<{
    /** Name of the person. */
    by: string;
    /** Their answer. */
    decision: "approve";
    /** When they gave it. RFC 3339, UTC, milliseconds. */
    at: string;
  }>;
  /** When more people were asked, because nobody had answered. RFC 3339, UTC, milliseconds. */
  escalatedAt?: string;
  /** When it was asked. RFC 3339, UTC, milliseconds. */
  openedAt: string;
  /** When it expires. RFC 3339, UTC, milliseconds. */
  expiresAt: string;
  /** open until decided; superseded if its subject is gone. */
  status: "open" | "approved" | "declined" | "expired" | "superseded";
  /** How it ended; absent while it is open. */
  decision?: {
    /** The outcome. */
    outcome: "approved" | "declined" | "expired" | "superseded";
    /** The result, in a sentence. */
    effect: string;
    /** The decider; absent if no one decided. */
    actor?: {
      /** The kind of actor. */
      kind: "person" | "agent" | "guest" | "remote" | "operator" | "service" | "system";
      /** The words to show for it. */
      label: string;
      /** Name of the agent's access when it acted. */
      name?: string;
      /** Id of the access it used. */
      credentialId?: string;
    };
    /** When it ended. RFC 3339, UTC, milliseconds. */
    at?: string;
    /** The decider's comment. */
    comment?: string;
    /** True if its person changed what was proposed before it went. */
    edited?: boolean;
  };
  /** Address of the account that decided. */
  decidedBy?: string;
  /** The decider. */
  decidedActor?: {
    /** The kind of actor. */
    kind: "person" | "agent" | "guest" | "remote" | "operator" | "service" | "system";
    /** The words to show for it. */
    label: string;
    /** Name of the agent's access when it acted. */
    name?: string;
    /** Id of the access it used. */
    credentialId?: string;
  };
  /** When it was decided; absent while it is open. RFC 3339, UTC, milliseconds. */
  decidedAt?: string;
  /** The decider's comment. */
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
  /** Send it as Last-Event-ID to continue after it. */
  id?: string;
  /** The event. */
  event: "ready";
  /** The event's data. */
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
    /** True if you should read the conversation again. */
    reset: boolean;
    /** When the stream began or restarted. RFC 3339, UTC, milliseconds. */
    serverTime: string;
  };
} | {
  /** Send it as Last-Event-ID to continue after it. */
  id?: string;
  /** The event. */
  event: "message.appended";
  /** The event's data. */
  data: {
    /** Id of the event, the same for everyone. */
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
    /** The item, as you can read it. */
    message: Message;
  };
} | {
  /** Send it as Last-Event-ID to continue after it. */
  id?: string;
  /** The event. */
  event: "state.changed";
  /** The event's data. */
  data: {
    /** Id of the event, the same for everyone. */
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
    /** The actor. */
    actor: {
      /** Id of the account that acted. */
      accountId?: string;
      /** A guest's address. */
      address?: string;
      /** The kind of actor. */
      kind: "person" | "agent" | "guest" | "remote" | "operator" | "service" | "system";
      /** The words to show for it. */
      label: string;
      /** Name of the agent's access when it acted. */
      name?: string;
      /** Id of the access it used. */
      credentialId?: string;
    };
  };
} | {
  /** Send it as Last-Event-ID to continue after it. */
  id?: string;
  /** The event. */
  event: "payment.updated";
  /** The event's data. */
  data: {
    /** Id of the event, the same for everyone. */
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
    /** The actor. */
    actor: {
      /** Id of the account that acted. */
      accountId?: string;
      /** A guest's address. */
      address?: string;
      /** The kind of actor. */
      kind: "person" | "agent" | "guest" | "remote" | "operator" | "service" | "system";
      /** The words to show for it. */
      label: string;
      /** Name of the agent's access when it acted. */
      name?: string;
      /** Id of the access it used. */
      credentialId?: string;
    };
  };
} | {
  /** Send it as Last-Event-ID to continue after it. */
  id?: string;
  /** The event. */
  event: "terms.changed";
  /** The event's data. */
  data: {
    /** Id of the event, the same for everyone. */
    eventId: string;
    /** Id of the conversation; the same value is the A2A task id. */
    conversationId: string;
    /** When it happened. RFC 3339, UTC, milliseconds. */
    at: string;
    /** The version after it. */
    version: number;
    /** The state after it. */
    state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
    /** Id of the proposal. */
    proposalId?: string;
    /** open until it is answered, replaced or out of time. */
    status?: "open" | "accepted" | "declined" | "withdrawn" | "replaced" | "expired";
    /** The new deadline, if it was extended. RFC 3339, UTC, milliseconds. */
    dueAt?: string;
    /** The actor. */
    actor: {
      /** Id of the account that acted. */
      accountId?: string;
      /** A guest's address. */
      address?: string;
      /** The kind of actor. */
      kind: "person" | "agent" | "guest" | "remote" | "operator" | "service" | "system";
      /** The words to show for it. */
      label: string;
      /** Name of the agent's access when it acted. */
      name?: string;
      /** Id of the access it used. */
      credentialId?: string;
    };
  };
} | {
  /** Send it as Last-Event-ID to continue after it. */
  id?: string;
  /** The event. */
  event: "dispute.changed";
  /** The event's data. */
  data: {
    /** Id of the event, the same for everyone. */
    eventId: string;
    /** Id of the conversation; the same value is the A2A task id. */
    conversationId: string;
    /** When it happened. RFC 3339, UTC, milliseconds. */
    at: string;
    /** The version after it. */
    version: number;
    /** The state after it. */
    state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
    /** Id of the dispute. */
    disputeId: string;
    /** open: the two can settle; arbitration: the arbiter decides, and they still can; settled: a number was taken; ruled: by the arbiter; withdrawn by the payer; declined: the payee refunds nothing of a claim; lapsed: its time ran out. */
    status: "open" | "arbitration" | "settled" | "ruled" | "withdrawn" | "declined" | "lapsed";
    /** The actor. */
    actor: {
      /** Id of the account that acted. */
      accountId?: string;
      /** A guest's address. */
      address?: string;
      /** The kind of actor. */
      kind: "person" | "agent" | "guest" | "remote" | "operator" | "service" | "system";
      /** The words to show for it. */
      label: string;
      /** Name of the agent's access when it acted. */
      name?: string;
      /** Id of the access it used. */
      credentialId?: string;
    };
  };
};

export type InboxEvent = {
  /** Send it as Last-Event-ID to continue after it. */
  id?: string;
  /** The event. */
  event: "ready";
  /** The event's data. */
  data: {
    /** True if you should read everything again. */
    reset: boolean;
    /** When the stream began or restarted. RFC 3339, UTC, milliseconds. */
    serverTime: string;
  };
} | {
  /** Send it as Last-Event-ID to continue after it. */
  id?: string;
  /** The event. */
  event: "conversation.changed";
  /** The event's data. */
  data: {
    /** Id of the conversation; the same value is the A2A task id. */
    conversationId: string;
    /** When it happened. RFC 3339, UTC, milliseconds. */
    at: string;
    /** The version after it. */
    version: number;
    /** The state after it. */
    state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
    /** Names of its newest events that you can read. */
    events: Array<string>;
  };
} | {
  /** Send it as Last-Event-ID to continue after it. */
  id?: string;
  /** The event. */
  event: "flags.changed";
  /** The event's data. */
  data: {
    /** Id of the conversation; the same value is the A2A task id. */
    conversationId: string;
    /** When it happened. RFC 3339, UTC, milliseconds. */
    at: string;
    /** True if you haven't read all of it. */
    unread: boolean;
    /** True if you archived it. */
    archived: boolean;
    snoozedUntil: string | "change" | null;
    /** Your labels on it; only you see them. */
    labels: Array<string>;
  };
} | {
  /** Send it as Last-Event-ID to continue after it. */
  id?: string;
  /** The event. */
  event: "draft.deleted";
  /** The event's data. */
  data: {
    /** Id of the conversation; the same value is the A2A task id. */
    conversationId: string;
    /** When it happened. RFC 3339, UTC, milliseconds. */
    at: string;
  };
} | {
  /** Send it as Last-Event-ID to continue after it. */
  id?: string;
  /** The event. */
  event: "replying.changed";
  /** The event's data. */
  data: {
    /** Id of the conversation; the same value is the A2A task id. */
    conversationId: string;
    /** Id of a colleague's account. */
    memberId: string;
    /** Their name. */
    name: string;
    /** When it ends, if they don't go on. RFC 3339, UTC, milliseconds. */
    until: string;
  };
} | {
  /** Send it as Last-Event-ID to continue after it. */
  id?: string;
  /** The event. */
  event: "contact.changed";
  /** The event's data. */
  data: {
    /** The contact's address. */
    address: string;
    /** When it happened. RFC 3339, UTC, milliseconds. */
    at: string;
    /** True if it is no longer a contact. */
    gone: boolean;
  };
} | {
  /** Send it as Last-Event-ID to continue after it. */
  id?: string;
  /** The event. */
  event: "payment.moved";
  /** The event's data. */
  data: {
    /** Id of the movement in your statement. */
    transferId: string;
    /** When it happened. RFC 3339, UTC, milliseconds. */
    at: string;
  };
} | {
  /** Send it as Last-Event-ID to continue after it. */
  id?: string;
  /** The event. */
  event: "settings.changed";
  /** The event's data. */
  data: {
    /** Which setting (docs/events.md). */
    name: string;
    /** When it happened. RFC 3339, UTC, milliseconds. */
    at: string;
  };
};

export type ErrorCode = "unauthenticated" | "signature_invalid" | "domain_refused" | "session_expired" | "sign_in_again" | "signup_required" | "sign_up_closed" | "forbidden" | "not_a_member" | "insufficient_scope" | "sender_cannot_sign" | "not_addressed" | "from_not_verified" | "review_denied" | "invalid_json" | "invalid_input" | "unknown_field" | "invalid_view" | "invalid_cursor" | "invalid_price" | "invalid_quote" | "invalid_address" | "invalid_local_part" | "invalid_domain" | "confirm_required" | "unknown_hash" | "idempotency_in_flight" | "idempotency_mismatch" | "unknown_operator_call" | "request_timeout" | "method_not_allowed" | "not_acceptable" | "gone" | "payload_too_large" | "unsupported_media_type" | "forbidden_origin" | "too_many_streams" | "internal" | "storage_full" | "unavailable" | "url_refused" | "card_unreachable" | "card_invalid" | "limit_exceeded" | "no_token" | "session_not_found" | "shown_once" | "rate_limited" | "offer_not_found" | "offer_sold_out" | "not_in_audience" | "template_not_found" | "rule_not_found" | "conversation_not_found" | "context_not_found" | "state_expired" | "artifact_not_found" | "checkpoint_not_found" | "proposal_not_found" | "contact_not_found" | "label_not_found" | "skill_not_found" | "no_such_account" | "account_not_found" | "credential_not_found" | "domain_not_found" | "credential_ended" | "invite_not_found" | "mail_not_found" | "report_not_found" | "not_found" | "conversation_closed" | "wrong_state" | "not_a_draft" | "is_draft" | "not_cancelable" | "condition_already_met" | "condition_not_met" | "hold_expired" | "deadline_fixed" | "deadline_missed" | "quote_expired" | "receipt_required" | "no_open_checkpoint" | "ambiguous_checkpoint" | "not_your_checkpoint" | "already_decided" | "already_signed" | "maker_cannot_decide" | "person_required" | "action_changed" | "checkpoint_expired" | "reserved" | "taken" | "already_has_address" | "domain_ended" | "already_participant" | "quota_exceeded" | "backup_failed" | "precondition_failed" | "not_payee" | "insufficient_balance" | "payment_required" | "payment_invalid" | "payment_pending" | "no_payout_address" | "proof_required" | "price_changed" | "not_negotiable" | "proposal_ended" | "not_disputable" | "dispute_open" | "dispute_ended" | "split_ended" | "ruling_required" | "not_arbiter" | "no_held_price" | "not_refundable" | "refund_expired" | "refund_too_large" | "export_not_found" | "too_many_exports" | "imported_read_only" | "webhook_not_found" | "task_push_not_found" | "push_device_not_found";

export type Problem = {
  /** URL of the error in the documentation. */
  type: string;
  /** The error's title. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** The problem, in a sentence. */
  detail: string;
  /** Path of the request. */
  instance?: string;
  /** The error code. */
  code: ErrorCode;
  /** The same as detail. */
  error?: string;
  /** The same as detail. */
  message?: string;
  /** What to do about it. */
  fix?: string;
  /** URL of its documentation. */
  docs?: string;
  /** Id of the request in the log. */
  requestId: string;
  /** The fields that are wrong. */
  errors?: Array<{
    /** RFC 6901. */
    pointer: string;
    /** Code of the fault. */
    code: string;
    /** The same in a sentence. */
    detail: string;
    /** The closest known name. */
    didYouMean?: string;
  }>;
};

export type ListConversationsInput = {
  /** View to list; all readable conversations if absent. In a team the inbox is also listed as mine and unassigned. */
  readonly view?: "inbox" | "sent" | "drafts" | "archive" | "needs_you" | "payments" | "requests" | "waiting" | "snoozed" | "imported" | "mine" | "unassigned";
  /** Section of needs_you: money to accept, sign for or refund; approvals; replies that are asked or paid for. */
  readonly section?: "money" | "approvals" | "replies";
  readonly contextId?: string;
  /** The conversation's state (docs/states.md). */
  readonly state?: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** Only conversations with this label of yours. */
  readonly label?: string;
  /** Only those with these words in a message, or in the title, names and addresses with the first one; the last word may be the beginning of one. Words in quotes follow one another. Operators narrow them, also without a word: from: to: in: is:unread is:read is:paid is:archived has:file price:>5 before: after: (a day) label:. */
  readonly q?: string;
  /** With q: show the part of a message that has the words. */
  readonly snippets?: boolean;
  /** nextCursor from the last page. */
  readonly cursor?: string;
  /** At most 100. */
  readonly limit?: number;
  /** summary leaves out the messages and shows the beginning of the newest as preview. */
  readonly fields?: "all" | "summary";
  /** Wait up to this long for a change and answer early on one; 0 only gives since. */
  readonly waitSeconds?: number;
  /** since from an earlier answer: changes after it are answered at once. */
  readonly since?: string;
};

export type ListConversationsOutput = {
  /** One page, the newest change first. */
  conversations: Array<Conversation>;
  nextCursor: string | null;
  /** True if there are more. */
  hasMore: boolean;
  /** Value for the next since; present if waitSeconds was sent. */
  since?: string;
};

export type CreateConversationInput = {
  /** Subject, as the recipients see it. */
  readonly title?: string;
  /** Recipient addresses, such as bob@example.org, or URLs of A2A agent cards: a list, or one. */
  readonly to?: Array<string> | string;
  /** Recipient addresses, such as bob@example.org, or URLs of A2A agent cards: a list, or one. */
  readonly cc?: Array<string> | string;
  /** Recipient addresses, such as bob@example.org, or URLs of A2A agent cards: a list, or one. */
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
  /** Currency of the price: TEST is test money of this service, USDC is held on a chain. If absent, the first that the service takes. */
  readonly currency?: "TEST" | "USDC";
  /** Condition that releases a held price: the recipient accepts, replies, or does what releaseAction says. */
  readonly release?: "accepted" | "replied" | "converted";
  /** Steps of the price, in order, each released by its own receipt; together they are the price. What is left at the end goes back. */
  readonly milestones?: Array<{
    /** What is delivered with it. */
    title: string;
    /** Amount in USDC: a number, a decimal string such as "5.00", or a money object. At most six decimals. */
    amount: number | string | {
      amount?: string;
      amountAtomic?: string;
      currency?: string;
      decimals?: number;
    };
    /** replied, the default: the payee replies after the step before; accepted, for the first only: the payee accepts. */
    release?: "accepted" | "replied";
    /** Until when it is to be delivered. Later it is overdue; only the deadline of the whole ends anything. */
    deliverBy?: string;
    /** The same as an ISO 8601 duration from the acceptance on. */
    deliverWithin?: string;
  }>;
  /** The condition when release is converted: a text, or {type: artifact | url_visit | text, …}. */
  readonly releaseAction?: string | {
    type: "artifact" | "url_visit" | "text";
    mimeType?: string;
    url?: string;
    text?: string;
  };
  /** Until when it can be accepted, such as 2030-01-31T12:00:00Z; then it ends and a held price goes back. */
  readonly acceptBy?: string | null;
  /** The same as an ISO 8601 duration from the submit on, such as PT4H. */
  readonly acceptWithin?: string | null;
  /** Until when the release condition has to be met; then a held price goes back. */
  readonly deliverBy?: string | null;
  /** The same as an ISO 8601 duration from the acceptance on, such as P3D; the earlier one counts. */
  readonly deliverWithin?: string | null;
  /** Address of an account here that decides a dispute which the two do not settle; it must be neither of them. Accepting agrees to it. null for none. */
  readonly arbiter?: string | null;
  readonly fromAddress?: string;
  readonly fromName?: string;
  /** True asks for the extra review of a first message. */
  readonly firstUse?: boolean;
  /** Relationship that the sender claims to the recipients. */
  readonly contactType?: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
  /** Orders an offer of the first recipient (svc.quote_access lists them): price, condition and times are the offer's. null makes a draft a plain request again. */
  readonly offerId?: string | null;
  /** What the offer's input schema asks for; goes with offerId. */
  readonly input?: unknown;
  /** A quote from svc.quote_access for the first recipient: the price can't exceed it, no more is asked, and its release condition applies unless you set one. */
  readonly quoteId?: string;
  /** Group it with earlier conversations you can read; a new group if absent. */
  readonly contextId?: string;
  /** Send it now; otherwise it is a draft. */
  readonly submit?: boolean;
};

export type CreateConversationOutput = {
  /** The person who decides; only present while your person has to decide first. */
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
  /** The conversation's state (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The conversation as you see it. */
  conversation: Conversation;
  /** Recipients not reached, and why. */
  warnings?: Array<{
    /** no_such_account: no account here has this address. requester_not_reached: the sender of the request won't read this message. */
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
    /** Its title. */
    name: string;
  }>;
};

export type RenameLabelInput = {
  /** One of your labels. */
  readonly label: string;
  /** Its new name. */
  readonly name: string;
};

export type RenameLabelOutput = {
  /** Its name now. */
  name: string;
};

export type DeleteLabelInput = {
  /** One of your labels. */
  readonly label: string;
};

export type DeleteLabelOutput = {
  /** Its name. */
  label: string;
  /** Always true. */
  deleted: true;
};

export type GetDigestInput = {
  /** Wait up to this long for a change and answer early on one; 0 only gives since. */
  readonly waitSeconds?: number;
  /** since from an earlier answer: changes after it are answered at once. */
  readonly since?: string;
};

export type GetDigestOutput = {
  /** Open conversations by whose turn it is; unread in the inbox; drafts. */
  counts: {
    you: number;
    person: number;
    them: number;
    unread: number;
    drafts: number;
  };
  /** There are more than the 100 that were looked at: what waits is counted all the same, but whether for you or your person is judged by these, and work without a price counts as far as it was seen. */
  isPartial?: true;
  /** The most urgent, at most three. */
  waiting: Array<{
    conversationId: string;
    who: "you" | "person" | "them";
    title: string;
    /** Address of the other side. */
    from: string;
    /** What to do. */
    text: string;
    /** RFC 3339, UTC, milliseconds. */
    by?: string;
    /** USDC; the label says if it is test money. */
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
    /** The same in USDC on a chain, not added up. */
    usdc?: {
      held: string;
      incoming: string;
    };
  };
  /** Your first labels. */
  labels?: Array<string>;
  /** Value for the next since; present if waitSeconds was sent. */
  since?: string;
};

export type ListChangesInput = {
  /** state from the last answer, or the id of the last event from GET /v1/events. */
  readonly since?: string;
  /** Changes that are looked at, at most 500. */
  readonly limit?: number;
};

export type ListChangesOutput = {
  /** Pass it as since next time. */
  state: string;
  /** True if there are more changes. */
  hasMore: boolean;
  /** Ids of conversations. */
  conversations: {
    /** New to you. */
    created: Array<string>;
    /** Changed; read them again. */
    changed: Array<string>;
    /** Gone for you. */
    gone: Array<string>;
  };
  /** Addresses of contacts. */
  contacts: {
    /** New to you. */
    created: Array<string>;
    /** Changed; read them again. */
    changed: Array<string>;
    /** Gone for you. */
    gone: Array<string>;
  };
  /** Ids of movements of your statement (transferId). */
  payments: {
    /** New to you. */
    created: Array<string>;
    /** Changed; read them again. */
    changed: Array<string>;
    /** Gone for you. */
    gone: Array<string>;
  };
  /** Names of settings: labels, rules, profile, addresses, notifications, payout, access, sign_in, webhooks. After labels, read again the conversations that have one. */
  settings: {
    /** New to you. */
    created: Array<string>;
    /** Changed; read them again. */
    changed: Array<string>;
    /** Gone for you. */
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
  /** The conversation's state (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** False if it already existed. */
  created: boolean;
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type SuggestRecipientsInput = {
  /** The text typed so far. */
  readonly q: string;
};

export type SuggestRecipientsOutput = {
  /** The likeliest first, 6 at most. */
  recipients: Array<{
    /** Their address. */
    address: string;
    /** Display name; absent for an address elsewhere. */
    name?: string;
    /** Source of the suggestion. */
    from: "contacts" | "directory";
  }>;
};

export type PreviewConversationInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId?: string;
  /** Subject, as the recipients see it. */
  readonly title?: string;
  /** Recipient addresses, such as bob@example.org, or URLs of A2A agent cards: a list, or one. */
  readonly to?: Array<string> | string;
  /** Recipient addresses, such as bob@example.org, or URLs of A2A agent cards: a list, or one. */
  readonly cc?: Array<string> | string;
  /** Recipient addresses, such as bob@example.org, or URLs of A2A agent cards: a list, or one. */
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
  /** Currency of the price: TEST is test money of this service, USDC is held on a chain. If absent, the first that the service takes. */
  readonly currency?: "TEST" | "USDC";
  /** Condition that releases a held price: the recipient accepts, replies, or does what releaseAction says. */
  readonly release?: "accepted" | "replied" | "converted";
  /** Steps of the price, in order, each released by its own receipt; together they are the price. What is left at the end goes back. */
  readonly milestones?: Array<{
    /** What is delivered with it. */
    title: string;
    /** Amount in USDC: a number, a decimal string such as "5.00", or a money object. At most six decimals. */
    amount: number | string | {
      amount?: string;
      amountAtomic?: string;
      currency?: string;
      decimals?: number;
    };
    /** replied, the default: the payee replies after the step before; accepted, for the first only: the payee accepts. */
    release?: "accepted" | "replied";
    /** Until when it is to be delivered. Later it is overdue; only the deadline of the whole ends anything. */
    deliverBy?: string;
    /** The same as an ISO 8601 duration from the acceptance on. */
    deliverWithin?: string;
  }>;
  /** The condition when release is converted: a text, or {type: artifact | url_visit | text, …}. */
  readonly releaseAction?: string | {
    type: "artifact" | "url_visit" | "text";
    mimeType?: string;
    url?: string;
    text?: string;
  };
  /** Until when it can be accepted, such as 2030-01-31T12:00:00Z; then it ends and a held price goes back. */
  readonly acceptBy?: string | null;
  /** The same as an ISO 8601 duration from the submit on, such as PT4H. */
  readonly acceptWithin?: string | null;
  /** Until when the release condition has to be met; then a held price goes back. */
  readonly deliverBy?: string | null;
  /** The same as an ISO 8601 duration from the acceptance on, such as P3D; the earlier one counts. */
  readonly deliverWithin?: string | null;
  /** Address of an account here that decides a dispute which the two do not settle; it must be neither of them. Accepting agrees to it. null for none. */
  readonly arbiter?: string | null;
  readonly fromAddress?: string;
  readonly fromName?: string;
  /** True asks for the extra review of a first message. */
  readonly firstUse?: boolean;
  /** Relationship that the sender claims to the recipients. */
  readonly contactType?: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
  /** Orders an offer of the first recipient (svc.quote_access lists them): price, condition and times are the offer's. null makes a draft a plain request again. */
  readonly offerId?: string | null;
  /** What the offer's input schema asks for; goes with offerId. */
  readonly input?: unknown;
  /** A quote from svc.quote_access for the first recipient: the price can't exceed it, no more is asked, and its release condition applies unless you set one. */
  readonly quoteId?: string;
};

export type PreviewConversationOutput = {
  /** The result that svc.submit_draft would have now. */
  outcome: "sends" | "asks_person" | "waits_for_payment" | "refused";
  /** Recipients, and how each gets it. */
  recipients: Array<{
    /** Full address, such as ada@example.com. */
    address: string;
    /** Display name of an account. */
    displayName?: string;
    /** Kind of account behind it. */
    kind: "person" | "agent" | "service" | "team" | "email";
    /** Their role in the conversation. */
    role: "to" | "cc" | "bcc";
    /** To the inbox of an account or of one of the service's own agents; to an agent or inbox at another service; by a short mail without the text; or not at all, because no account here has this address, or it is closed. */
    how: "account" | "service" | "remote" | "invite" | "nobody_here" | "closed";
    /** An agent elsewhere, in the words of its card. */
    agent?: {
      /** Its name. */
      name: string;
      /** What it says it does. */
      description: string;
      /** URL of its card. */
      card: string;
      /** Whether its own service signed the card. */
      signature: "valid" | "invalid" | "absent" | "unverifiable";
      /** True if it may ask for a payment on a chain. */
      mayCharge: boolean;
      /** Why this service can't pay what it may ask for. */
      unpayable?: string;
    };
    /** Their price for you; absent if there is none. */
    asks?: Money;
  }>;
  money?: {
    /** Amount that is held, at once or once it is paid. */
    held: Money;
    /** The payee; absent without an account. */
    payee?: string;
    /** The payee's price, where less is offered. */
    asked?: Money;
    /** A wallet pays it on a chain; absent for test money. */
    rail?: "x402";
    /** Available balance; only with payments:read. */
    balance?: Money;
    /** How much the balance falls short. */
    missing?: Money;
    /** Condition that releases the price. */
    release: "accepted" | "replied" | "converted";
    /** Release condition, in a sentence. */
    condition: string;
    /** Who decides disputes; absent without one. */
    arbiter?: string;
    /** Days after which it goes back if the condition isn't met. */
    returnsAfterDays: number;
  };
  /** The rules that would ask your person. */
  asks: Array<{
    /** Which rule (docs/review_rules.md). */
    id: "R-FROM" | "R-BLOCKED" | "R-CONTENT" | "R-OUTWARD" | "R-PAY-LIMIT" | "R-PAY-LIMIT-PAYEE" | "R-PAY-QUORUM" | "R-PAY-AGENT" | "R-PAY-AGENT-DAY" | "R-PAY-AGENT-PAYEE" | "R-PAY-PAYEE" | "R-PAY-TYPE" | "R-PAY-FIRST" | "R-FIRST-CONTACT" | "R-PRIVILEGE" | "R-RATE" | "R-CANCEL-EARNED" | "R-CANCEL-HELD" | "R-GRANT" | "R-PAY-PARTIES" | "R-PRICE-RAISED" | "R-PROPOSED" | "R-PRICED" | "R-STRANGER" | "R-ACCEPT" | "R-ACCEPT-LIMIT";
    /** The rule's outcome; the strictest decides. */
    outcome: "allow" | "needs_person" | "deny";
    /** Reason; may be empty. */
    detail: string;
  }>;
  /** Why it would be refused. */
  problems: Array<{
    /** Code of the error or the rule. */
    code: string;
    /** The same in a sentence. */
    detail: string;
    /** JSON pointer to the field. */
    pointer?: string;
  }>;
  /** The whole preview in plain words, in order; of others' words, only addresses. */
  sentences: Array<string>;
};

export type CountConversationsOutput = {
  /** Conversations in this view. */
  inbox: {
    /** Number of conversations. */
    total: number;
    /** How many are unread. */
    unread: number;
  };
  /** Conversations in this view. */
  sent: {
    /** Number of conversations. */
    total: number;
  };
  /** Conversations in this view. */
  drafts: {
    /** Number of conversations. */
    total: number;
  };
  /** Conversations in this view. */
  archive: {
    /** Number of conversations. */
    total: number;
  };
  /** Conversations in this view, and in its sections. */
  needs_you: {
    /** Number of conversations. */
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
    /** Number of conversations. */
    total: number;
  };
  /** Conversations in this view. */
  requests: {
    /** Number of conversations. */
    total: number;
  };
  /** Conversations in this view. */
  waiting: {
    /** Number of conversations. */
    total: number;
  };
  /** Conversations in this view. */
  snoozed: {
    /** Number of conversations. */
    total: number;
  };
  updatedAt: string | null;
};

export type GetConversationInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** Also return the audit chain. */
  readonly includeAudit?: boolean;
  /** A messageId: only messages older than this one. An answer gives the value for its next page. */
  readonly before?: string;
  /** Only this message. */
  readonly messageId?: string;
  /** How many messages; 100 if absent, at most 500. */
  readonly limit?: number;
  /** Wait up to this long for a change and answer early on one; 0 only gives since. */
  readonly waitSeconds?: number;
  /** since from an earlier answer: changes after it are answered at once. */
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
  /** Pass it as before to get older ones. */
  before?: string;
  /** The conversation's state (docs/states.md). */
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
        /** SHA-256 of the parts no one is shown. */
        inner: string;
      };
      /** The event; redacted if the body isn't for you. */
      type: string;
    }>;
    /** The author of each record. */
    actors: Array<{
      /** The record. */
      seq: number;
      /** The kind of actor. */
      kind: "person" | "agent" | "guest" | "remote" | "operator" | "service" | "system";
      /** The words to show for it. */
      label: string;
      /** Name of the agent's access when it acted. */
      name?: string;
      /** Id of the access it used. */
      credentialId?: string;
      /** Proof of the commitment to the actor; only for your own account. */
      salt?: string;
    }>;
    /** The chain's head. */
    head: {
      /** SHA-256 of the record, as hex. */
      hash: string;
      /** Number of the record in its chain, from 1. */
      seq: number;
    };
  };
  /** Value for the next since; present if waitSeconds was sent. */
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
  readonly assignee?: string | null;
  /** Fail if the version has changed. */
  readonly version?: number;
  /** Subject, as the recipients see it. */
  readonly title?: string;
  /** Recipient addresses, such as bob@example.org, or URLs of A2A agent cards: a list, or one. */
  readonly to?: Array<string> | string;
  /** Recipient addresses, such as bob@example.org, or URLs of A2A agent cards: a list, or one. */
  readonly cc?: Array<string> | string;
  /** Recipient addresses, such as bob@example.org, or URLs of A2A agent cards: a list, or one. */
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
  /** Currency of the price: TEST is test money of this service, USDC is held on a chain. If absent, the first that the service takes. */
  readonly currency?: "TEST" | "USDC";
  /** Condition that releases a held price: the recipient accepts, replies, or does what releaseAction says. */
  readonly release?: "accepted" | "replied" | "converted";
  /** Steps of the price, in order, each released by its own receipt; together they are the price. What is left at the end goes back. */
  readonly milestones?: Array<{
    /** What is delivered with it. */
    title: string;
    /** Amount in USDC: a number, a decimal string such as "5.00", or a money object. At most six decimals. */
    amount: number | string | {
      amount?: string;
      amountAtomic?: string;
      currency?: string;
      decimals?: number;
    };
    /** replied, the default: the payee replies after the step before; accepted, for the first only: the payee accepts. */
    release?: "accepted" | "replied";
    /** Until when it is to be delivered. Later it is overdue; only the deadline of the whole ends anything. */
    deliverBy?: string;
    /** The same as an ISO 8601 duration from the acceptance on. */
    deliverWithin?: string;
  }>;
  /** The condition when release is converted: a text, or {type: artifact | url_visit | text, …}. */
  readonly releaseAction?: string | {
    type: "artifact" | "url_visit" | "text";
    mimeType?: string;
    url?: string;
    text?: string;
  };
  /** Until when it can be accepted, such as 2030-01-31T12:00:00Z; then it ends and a held price goes back. */
  readonly acceptBy?: string | null;
  /** The same as an ISO 8601 duration from the submit on, such as PT4H. */
  readonly acceptWithin?: string | null;
  /** Until when the release condition has to be met; then a held price goes back. */
  readonly deliverBy?: string | null;
  /** The same as an ISO 8601 duration from the acceptance on, such as P3D; the earlier one counts. */
  readonly deliverWithin?: string | null;
  /** Address of an account here that decides a dispute which the two do not settle; it must be neither of them. Accepting agrees to it. null for none. */
  readonly arbiter?: string | null;
  readonly fromAddress?: string;
  readonly fromName?: string;
  /** True asks for the extra review of a first message. */
  readonly firstUse?: boolean;
  /** Relationship that the sender claims to the recipients. */
  readonly contactType?: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
  /** Orders an offer of the first recipient (svc.quote_access lists them): price, condition and times are the offer's. null makes a draft a plain request again. */
  readonly offerId?: string | null;
  /** What the offer's input schema asks for; goes with offerId. */
  readonly input?: unknown;
  /** A quote from svc.quote_access for the first recipient: the price can't exceed it, no more is asked, and its release condition applies unless you set one. */
  readonly quoteId?: string;
};

export type UpdateConversationOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** True if it has something new for you. */
  unread: boolean;
  /** True if you archived it. */
  archived: boolean;
  snoozedUntil: string | "change" | null;
  /** Your labels on it; only you see them. */
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

export type NoteReplyingInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** False once you have stopped. */
  readonly replying?: boolean;
};

export type NoteReplyingOutput = {
  /** When it ends. RFC 3339, UTC, milliseconds. */
  until: string;
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
  /** Recipients. If absent: everyone (reply-all) from the conversation's sender and over MCP and A2A; over REST a recipient's message goes to the author of the message it answers (reply). */
  readonly mode?: "reply" | "reply-all";
  /** Artifacts of this conversation to attach. */
  readonly artifactIds?: Array<string>;
  /** True asks your own person instead: only your account reads it, and the conversation waits (input-required) until they answer or decide, or 72 hours pass. For agents of an addressed account. */
  readonly needsInput?: boolean;
  /** As a recipient who hasn't accepted yet: false asks the sender a question first, without accepting. At most 5. Otherwise a recipient's first message accepts. */
  readonly accept?: boolean;
  /** In a team: true is an internal note, which only the team reads. */
  readonly note?: boolean;
  /** The message it answers; the last one if absent. */
  readonly inReplyTo?: string;
};

export type SendMessageOutput = {
  /** The person who decides; only present while your person has to decide first. */
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
  /** Addresses that read it. Absent for a draft, and while your person decides. */
  readers?: Array<string>;
  /** Recipients not reached, and why. */
  warnings?: Array<{
    /** no_such_account: no account here has this address. requester_not_reached: the sender of the request won't read this message. */
    code: "no_such_account" | "requester_not_reached";
    /** The address that it is about. */
    address: string;
  }>;
  /** The conversation's state (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type SubmitDraftInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
};

export type SubmitDraftOutput = {
  /** The person who decides; only present while your person has to decide first. */
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
  /** The conversation's state (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The conversation as you see it. */
  conversation: Conversation;
  /** Recipients not reached, and why. */
  warnings?: Array<{
    /** no_such_account: no account here has this address. requester_not_reached: the sender of the request won't read this message. */
    code: "no_such_account" | "requester_not_reached";
    /** The address that it is about. */
    address: string;
  }>;
};

export type ScheduleDraftInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  readonly sendAt?: string | null;
  /** Or seconds from now. */
  readonly inSeconds?: number;
};

export type ScheduleDraftOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** The conversation's state (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type CancelConversationInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** Reason, shown to the others. */
  readonly reason: string;
};

export type CancelConversationOutput = {
  /** The person who decides; only present while your person has to decide first. */
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
  /** Its state now. */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The review of the cancel. */
  review: {
    /** Id of the security review. */
    reviewId: string;
    /** The review's outcome. */
    outcome: "allow" | "needs_person" | "deny";
    /** The result of each rule. */
    rules: Array<{
      /** Which rule (docs/review_rules.md). */
      id: "R-FROM" | "R-BLOCKED" | "R-CONTENT" | "R-OUTWARD" | "R-PAY-LIMIT" | "R-PAY-LIMIT-PAYEE" | "R-PAY-QUORUM" | "R-PAY-AGENT" | "R-PAY-AGENT-DAY" | "R-PAY-AGENT-PAYEE" | "R-PAY-PAYEE" | "R-PAY-TYPE" | "R-PAY-FIRST" | "R-FIRST-CONTACT" | "R-PRIVILEGE" | "R-RATE" | "R-CANCEL-EARNED" | "R-CANCEL-HELD" | "R-GRANT" | "R-PAY-PARTIES" | "R-PRICE-RAISED" | "R-PROPOSED" | "R-PRICED" | "R-STRANGER" | "R-ACCEPT" | "R-ACCEPT-LIMIT";
      /** The rule's outcome; the strictest decides. */
      outcome: "allow" | "needs_person" | "deny";
      /** Reason; may be empty. */
      detail: string;
    }>;
  };
  /** The price's outcome. */
  payment: Payment;
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type SignReceiptInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** Must be true. */
  readonly confirm: true;
  /** The step to sign, if terms.milestones has any: the first that is open. */
  readonly milestoneId?: string;
  /** What you did or visited, in your own words, signed into the receipt. Required if releaseAction is a text or a url_visit; otherwise a note. */
  readonly statement?: string;
};

export type SignReceiptOutput = {
  /** The person who decides; only present while your person has to decide first. */
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
  /** The conversation's state (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The signed receipt; absent while your person is asked. */
  receipt?: Receipt;
  /** The price's outcome. */
  payment: Payment;
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type CompleteConversationInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
};

export type CompleteConversationOutput = {
  /** The person who decides; only present while your person has to decide first. */
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
  /** The conversation's state (docs/states.md). */
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
  /** The strictest outcome of the rules. */
  outcome: "allow" | "needs_person" | "deny";
  /** The rules that apply, each with its reason. */
  rules: Array<{
    /** Which rule (docs/review_rules.md). */
    id: "R-FROM" | "R-BLOCKED" | "R-CONTENT" | "R-OUTWARD" | "R-PAY-LIMIT" | "R-PAY-LIMIT-PAYEE" | "R-PAY-QUORUM" | "R-PAY-AGENT" | "R-PAY-AGENT-DAY" | "R-PAY-AGENT-PAYEE" | "R-PAY-PAYEE" | "R-PAY-TYPE" | "R-PAY-FIRST" | "R-FIRST-CONTACT" | "R-PRIVILEGE" | "R-RATE" | "R-CANCEL-EARNED" | "R-CANCEL-HELD" | "R-GRANT" | "R-PAY-PARTIES" | "R-PRICE-RAISED" | "R-PROPOSED" | "R-PRICED" | "R-STRANGER" | "R-ACCEPT" | "R-ACCEPT-LIMIT";
    /** The rule's outcome; the strictest decides. */
    outcome: "allow" | "needs_person" | "deny";
    /** Reason; may be empty. */
    detail: string;
  }>;
  /** The question to a person; absent if there is none. */
  checkpoint?: Checkpoint;
  /** The conversation's state (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** SHA-256 over the RFC 8785 form of the exact action. */
  actionDigest: string;
  /** When the review expires. RFC 3339, UTC, milliseconds. */
  validUntil: string;
  /** Why it would be refused. */
  problems?: Array<{
    /** Code of the error or the rule. */
    code: string;
    /** The same in a sentence. */
    detail: string;
    /** JSON pointer to the field. */
    pointer?: string;
  }>;
  /** A preview of sending it; absent once sent. */
  preview?: {
    /** The result that svc.submit_draft would have now. */
    outcome: "sends" | "asks_person" | "waits_for_payment" | "refused";
    /** Recipients, and how each gets it. */
    recipients: Array<{
      /** Full address, such as ada@example.com. */
      address: string;
      /** Display name of an account. */
      displayName?: string;
      /** Kind of account behind it. */
      kind: "person" | "agent" | "service" | "team" | "email";
      /** Their role in the conversation. */
      role: "to" | "cc" | "bcc";
      /** To the inbox of an account or of one of the service's own agents; to an agent or inbox at another service; by a short mail without the text; or not at all, because no account here has this address, or it is closed. */
      how: "account" | "service" | "remote" | "invite" | "nobody_here" | "closed";
      /** An agent elsewhere, in the words of its card. */
      agent?: {
        /** Its name. */
        name: string;
        /** What it says it does. */
        description: string;
        /** URL of its card. */
        card: string;
        /** Whether its own service signed the card. */
        signature: "valid" | "invalid" | "absent" | "unverifiable";
        /** True if it may ask for a payment on a chain. */
        mayCharge: boolean;
        /** Why this service can't pay what it may ask for. */
        unpayable?: string;
      };
      /** Their price for you; absent if there is none. */
      asks?: Money;
    }>;
    money?: {
      /** Amount that is held, at once or once it is paid. */
      held: Money;
      /** The payee; absent without an account. */
      payee?: string;
      /** The payee's price, where less is offered. */
      asked?: Money;
      /** A wallet pays it on a chain; absent for test money. */
      rail?: "x402";
      /** Available balance; only with payments:read. */
      balance?: Money;
      /** How much the balance falls short. */
      missing?: Money;
      /** Condition that releases the price. */
      release: "accepted" | "replied" | "converted";
      /** Release condition, in a sentence. */
      condition: string;
      /** Who decides disputes; absent without one. */
      arbiter?: string;
      /** Days after which it goes back if the condition isn't met. */
      returnsAfterDays: number;
    };
    /** The rules that would ask your person. */
    asks: Array<{
      /** Which rule (docs/review_rules.md). */
      id: "R-FROM" | "R-BLOCKED" | "R-CONTENT" | "R-OUTWARD" | "R-PAY-LIMIT" | "R-PAY-LIMIT-PAYEE" | "R-PAY-QUORUM" | "R-PAY-AGENT" | "R-PAY-AGENT-DAY" | "R-PAY-AGENT-PAYEE" | "R-PAY-PAYEE" | "R-PAY-TYPE" | "R-PAY-FIRST" | "R-FIRST-CONTACT" | "R-PRIVILEGE" | "R-RATE" | "R-CANCEL-EARNED" | "R-CANCEL-HELD" | "R-GRANT" | "R-PAY-PARTIES" | "R-PRICE-RAISED" | "R-PROPOSED" | "R-PRICED" | "R-STRANGER" | "R-ACCEPT" | "R-ACCEPT-LIMIT";
      /** The rule's outcome; the strictest decides. */
      outcome: "allow" | "needs_person" | "deny";
      /** Reason; may be empty. */
      detail: string;
    }>;
    /** Why it would be refused. */
    problems: Array<{
      /** Code of the error or the rule. */
      code: string;
      /** The same in a sentence. */
      detail: string;
      /** JSON pointer to the field. */
      pointer?: string;
    }>;
    /** The whole preview in plain words, in order; of others' words, only addresses. */
    sentences: Array<string>;
  };
};

export type RecordHilDecisionInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** The checkpoint to decide. */
  readonly checkpointId?: string;
  readonly decision: "approve" | "decline";
  /** Change the request's sender: trusted with approve makes them a contact whose free requests need no acceptance; blocked with decline stops them from writing to you first. */
  readonly contact?: "trusted" | "blocked";
  /** With approve, from your person alone: what goes in place of your agent's proposal. text of a message; of a request also title and price. */
  readonly edited?: {
    /** The message as plain text; the same as one text part. */
    text?: string;
    /** Subject, as the recipients see it. */
    title?: string;
    /** Amount in USDC: a number, a decimal string such as "5.00", or a money object. At most six decimals. */
    price?: number | string | {
      amount?: string;
      amountAtomic?: string;
      currency?: string;
      decimals?: number;
    };
  };
  /** Reason, for the record; may be empty. The sender reads it when it declines their request. */
  readonly comment?: string;
};

export type RecordHilDecisionOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** Id of the checkpoint. */
  checkpointId: string;
  /** The recorded answer. */
  decision: "approve" | "decline";
  /** Always true. */
  recorded: true;
  /** The conversation's state (docs/states.md). */
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
  /** The person who decides; only present while your person has to decide first. */
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
  /** The file. */
  artifact: Artifact;
  /** The conversation's state (docs/states.md). */
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
  /** The whole price you agree to; refused if the price is different. Any price if absent. */
  readonly price?: number | string | {
    amount?: string;
    amountAtomic?: string;
    currency?: string;
    decimals?: number;
  };
  /** On rail x402: the x402 v2 PaymentPayload signed by the payer's wallet. */
  readonly payment?: Record<string, unknown>;
};

export type FundConversationOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** The conversation's state (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The current price. */
  payment: Payment;
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type ExtendDeadlineInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** The new deadline, such as 2030-01-31T12:00:00Z. */
  readonly dueAt: string;
};

export type ExtendDeadlineOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** The conversation's state (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The current price. */
  payment: Payment;
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type ProposeTermsInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** The whole price; as it stands if absent. */
  readonly price?: number | string | {
    amount?: string;
    amountAtomic?: string;
    currency?: string;
    decimals?: number;
  };
  /** The release condition; as it stands if absent. */
  readonly release?: "accepted" | "replied";
  /** Your words with it, for the other side. */
  readonly note?: string;
  /** Until when it can be accepted, such as 2030-01-31T12:00:00Z; 30 days at most. */
  readonly validUntil: string;
  /** Until when the condition has to be met, or the held price goes back; as it stands if absent. */
  readonly dueAt?: string;
  /** Address of an account here that decides a dispute which the two do not settle; it must be neither of them. Accepting agrees to it. null for none. */
  readonly arbiter?: string | null;
};

export type ProposeTermsOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** The conversation's state (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The current price. */
  payment: Payment;
  /** The conversation as you see it. */
  conversation: Conversation;
  /** Your proposal. */
  proposal: {
    /** Id of the proposal. */
    proposalId: string;
    /** Address of the side that proposed it. */
    by: string;
    /** The price that it proposes. */
    price: Money;
    /** The release condition with it. */
    release: "accepted" | "replied" | "converted";
    /** The proposer's words. */
    note?: string;
    /** When it was proposed. RFC 3339, UTC, milliseconds. */
    at: string;
    /** Until when it can be accepted. RFC 3339, UTC, milliseconds. */
    validUntil: string;
    /** Until when the condition would have to be met. RFC 3339, UTC, milliseconds. */
    dueAt?: string;
    arbiter?: string | null;
    /** open until it is answered, replaced or out of time. */
    status: "open" | "accepted" | "declined" | "withdrawn" | "replaced" | "expired";
    /** Why the other side declined it, in its words. */
    reason?: string;
    previous: string | null;
    /** EdDSA over the RFC 8785 form of its terms without the note; keys at /.well-known/jwks.json. */
    jws: string;
  };
};

export type AcceptProposalInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** A proposal in terms.proposals. */
  readonly proposalId: string;
};

export type AcceptProposalOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** The conversation's state (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The current price. */
  payment: Payment;
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type WithdrawProposalInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** A proposal in terms.proposals. */
  readonly proposalId: string;
};

export type WithdrawProposalOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** The conversation's state (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The current price. */
  payment: Payment;
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type GetDisputeEvidenceInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
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
  /** Reason, shown to the sender when they decide. */
  readonly reason?: string;
};

export type RaisePriceOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** The conversation's state (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The current price. */
  payment: Payment;
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type RefundPaymentInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** Amount above zero; everything left if absent. */
  readonly amount?: number | string | {
    amount?: string;
    amountAtomic?: string;
    currency?: string;
    decimals?: number;
  };
  /** On rail x402: the x402 v2 PaymentPayload signed by your wallet, straight to the wallet that paid. */
  readonly payment?: Record<string, unknown>;
};

export type RefundPaymentOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** The conversation's state (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The current price. */
  payment: Payment;
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type RequestRefundInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** Amount above zero; everything left if absent. */
  readonly amount?: number | string | {
    amount?: string;
    amountAtomic?: string;
    currency?: string;
    decimals?: number;
  };
  /** Reason, shown to the payee. */
  readonly reason?: string;
};

export type RequestRefundOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** The conversation's state (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The current price. */
  payment: Payment;
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type OpenDisputeInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** What is wrong. */
  readonly reason: "not_delivered" | "not_as_agreed" | "late" | "unauthorised" | "other";
  /** Your words, for the other side and the arbiter. */
  readonly text: string;
  /** Ids of messages and files that both sides can read, and numbers of audit records. */
  readonly evidence?: Array<string>;
  /** What should go back; everything if absent. */
  readonly return?: number | string | {
    amount?: string;
    amountAtomic?: string;
    currency?: string;
    decimals?: number;
  };
};

export type OpenDisputeOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** The conversation's state (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The current price. */
  payment: Payment;
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type AnswerDisputeInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** The number in terms.dispute.splits to agree to. */
  readonly take?: number;
  /** How much should go back to the sender; the rest is paid. */
  readonly return?: number | string | {
    amount?: string;
    amountAtomic?: string;
    currency?: string;
    decimals?: number;
  };
  /** Your words, for the other side and the arbiter. */
  readonly text?: string;
  /** Ids of messages and files that both sides can read, and numbers of audit records. */
  readonly evidence?: Array<string>;
};

export type AnswerDisputeOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** The conversation's state (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The current price. */
  payment: Payment;
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type WithdrawDisputeInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
};

export type WithdrawDisputeOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** The conversation's state (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The current price. */
  payment: Payment;
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type RuleDisputeInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** How much goes back to the sender; 0 for nothing. */
  readonly return: number | string | {
    amount?: string;
    amountAtomic?: string;
    currency?: string;
    decimals?: number;
  };
  /** Your words, for the other side and the arbiter. */
  readonly text: string;
};

export type RuleDisputeOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  /** The conversation's state (docs/states.md). */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The current price. */
  payment: Payment;
  /** The conversation as you see it. */
  conversation: Conversation;
};

export type GetBalanceOutput = {
  /** The available amount. */
  available: Money;
  /** Held for prices you offered. */
  held: Money;
  /** Held by others for you. */
  incoming: Money;
  /** Always USDC. */
  currency: "USDC";
  /** Test money: no real rail backs it. */
  label: "TEST";
  /** The same in USDC on a chain, never added to test money. The wallet itself holds what you can spend; the service does not read it. */
  usdc?: {
    /** Held for prices you offered. */
    held: Money;
    /** Held by others for you. */
    incoming: Money;
  };
};

export type ListPaymentsInput = {
  /** nextCursor from the last page. */
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
    /** fund: added by the operator; hold: held for a price; release: paid to you, or from your held amount; void: a held price went back; refund: refunded after a release. */
    kind: "fund" | "hold" | "release" | "void" | "refund" | "fee";
    /** How much; negative where it left the balance. */
    amount: Money;
    /** The balance after it. */
    balanceAfter: Money;
    /** Of a price that you paid, when it is released: how much. Your balance moved at the hold, so that amount is zero. */
    released?: Money;
    paymentId: string | null;
    conversationId: string | null;
    title: string | null;
    counterparty: string | null;
  }>;
  nextCursor: string | null;
  /** True if there are more. */
  hasMore: boolean;
};

export type FindPaymentsInput = {
  /** Only prices in this state. */
  readonly status?: "requires_payment" | "held" | "released" | "voided" | "refunded";
  /** in: only prices paid to you; out: only prices you pay. */
  readonly direction?: "in" | "out";
  /** Only prices with this text in the other side's address or name. */
  readonly counterparty?: string;
  /** The first day, in UTC, such as 2030-01-01. */
  readonly from?: string;
  /** The last day, in UTC, which belongs to it. */
  readonly to?: string;
  /** Only prices in this currency; TEST is test money. */
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
  /** Only held prices that go back by the end of this UTC day. */
  readonly dueBy?: string;
  /** nextCursor from the last page. */
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
    /** Movement that isn't final on the chain yet; absent if none. */
    onItsWay?: "hold" | "capture" | "void" | "refund";
    /** True if the conversation waits for you. */
    needsYou: boolean;
    /** The other side. */
    counterparty: {
      /** Their address. */
      address: string;
      /** Display name; may be empty. */
      name: string;
    };
    /** When it was offered. RFC 3339, UTC, milliseconds. */
    at: string;
    due: string | null;
    settledAt: string | null;
    /** Its release condition; the sender's own words are in the conversation. */
    condition: string;
    /** The service's fee on release. */
    fee: Money;
    /** How much of it was paid out, fee included. */
    released: Money;
    /** How much of it went back from the hold. */
    returned: Money;
    /** How much of what was paid out was given back. */
    refunded: Money;
    voidReason: string | null;
    /** True once the payee has signed a receipt. */
    hasReceipt: boolean;
  }>;
  nextCursor: string | null;
  /** True if there are more. */
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
  /** The service's fees on them. */
  fees: Money;
  /** Released from you, fees of the payees included. */
  paid: Money;
  /** How many prices that were. */
  payments: number;
  /** Given back to you after a release. */
  returned: Money;
  /** Given back by you after a release. */
  refunded: Money;
  /** The same in USDC on a chain, never added to test money. */
  usdc?: {
    /** Released to you, less the fees. */
    received: Money;
    /** How many prices that were. */
    receipts: number;
    /** The service's fees on them. */
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
  /** The wallet's signature over textToSign from proof_required (EIP-191, personal_sign). */
  readonly signature?: string;
};

export type SetPayoutAddressOutput = {
  /** The chain that USDC is paid on, such as `eip155:8453`. */
  network: string;
  /** Address of the token there. */
  asset: string;
  /** The contract that collects signed payments. */
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
  /** svc for an account on this service, email for any other address. */
  rail: "svc" | "email";
  /** Full address, such as ada@example.com. */
  address: string;
  /** Display name; absent without an account. */
  displayName?: string;
  /** URL of the account's agent card. */
  agentCard?: string;
  /** The same card for clients that do not look up names below localhost. */
  agentCardByPath?: string;
  /** The recipient's prices, one row for each group of senders. */
  prices?: Array<{
    /** Group of senders it is for. */
    contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
    /** The price. */
    price: Money;
    /** Condition that releases the price. */
    release: "accepted" | "replied";
    /** Days that the price is held before it comes back. */
    holdDays: number;
    /** Whether the recipient set it or it is the default. */
    source: "recipient" | "default";
  }>;
  /** When its person is back; absent unless they are away. RFC 3339, UTC, milliseconds. */
  awayUntil?: string;
  /** Present if the account is in your contacts. */
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
    /** The address from the file, normalized. */
    address: string;
    /** Name in the file, which the contact keeps. */
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
  /** How many were added. */
  added: number;
  /** How many new ones are left; send the file again. */
  left: number;
  /** Names this import, to undo it. RFC 3339, UTC, milliseconds. */
  importedAt: string;
};

export type UndoContactImportInput = {
  /** importedAt of the import. */
  readonly importedAt: string;
};

export type UndoContactImportOutput = {
  /** How many were removed. */
  removed: number;
};

export type ListContactsInput = {
  /** nextCursor from the last page. */
  readonly cursor?: string;
  /** At most 100. */
  readonly limit?: number;
};

export type ListContactsOutput = {
  /** One page of them, by address. */
  contacts: Array<{
    /** Full address, such as ada@example.com. */
    address: string;
    /** True for an account on this service. */
    account: boolean;
    /** Your own name for them; "" for none. */
    name: string;
    /** Their contact type. */
    contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
    /** True if they can't start a conversation with you. */
    blocked: boolean;
    /** True if they need neither your acceptance nor a price. */
    allowed: boolean;
    /** When you added them. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    /** When the entry last changed. RFC 3339, UTC, milliseconds. */
    updatedAt: string;
  }>;
  nextCursor: string | null;
  /** True if there are more. */
  hasMore: boolean;
};

export type GetContactInput = {
  /** Address of the contact; any of an account's addresses. */
  readonly address: string;
};

export type GetContactOutput = {
  /** Full address, such as ada@example.com. */
  address: string;
  /** True for an account on this service. */
  account: boolean;
  /** Your own name for them; "" for none. */
  name: string;
  /** Their contact type. */
  contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
  /** True if they can't start a conversation with you. */
  blocked: boolean;
  /** True if they need neither your acceptance nor a price. */
  allowed: boolean;
  /** When you added them. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When the entry last changed. RFC 3339, UTC, milliseconds. */
  updatedAt: string;
};

export type SaveContactInput = {
  /** Address of the contact; any of an account's addresses. */
  readonly address: string;
  /** Their contact type, which decides the price they pay, whatever they claim. */
  readonly contactType?: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
  /** Your own name for them; "" removes it. */
  readonly name?: string;
  /** True: they can't start a conversation with you. */
  readonly blocked?: boolean;
  /** True: they need neither your acceptance nor a price. */
  readonly allowed?: boolean;
};

export type SaveContactOutput = {
  /** The contact; absent while your person is asked. */
  contact?: {
    /** Full address, such as ada@example.com. */
    address: string;
    /** True for an account on this service. */
    account: boolean;
    /** Your own name for them; "" for none. */
    name: string;
    /** Their contact type. */
    contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
    /** True if they can't start a conversation with you. */
    blocked: boolean;
    /** True if they need neither your acceptance nor a price. */
    allowed: boolean;
    /** When you added them. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    /** When the entry last changed. RFC 3339, UTC, milliseconds. */
    updatedAt: string;
  };
  /** False if they already were a contact, or nothing has changed yet. */
  created: boolean;
  /** The checkpoint that your person decides first; contact is unchanged, or absent. */
  waiting?: {
    /** Id of the checkpoint. */
    checkpointId: string;
    /** Id of the conversation; the same value is the A2A task id. */
    conversationId: string;
    /** Where your person decides it, signed in. */
    approvalUrl: string;
    /** When it expires. RFC 3339, UTC, milliseconds. */
    expiresAt: string;
  };
};

export type DeleteContactInput = {
  /** Address of the contact; any of an account's addresses. */
  readonly address: string;
};

export type DeleteContactOutput = {
  address: string;
  deleted: true;
};

export type ReportContactInput = {
  /** Address of the contact; any of an account's addresses. */
  readonly address: string;
  /** Reason of the report. */
  readonly reason: "spam" | "scam" | "harassment" | "impersonation" | "illegal" | "other";
  /** A note on what happened, for the operator. */
  readonly note?: string;
  /** The conversation it is about. */
  readonly conversationId?: string;
  /** Also block them. */
  readonly blocked?: true;
};

export type ReportContactOutput = {
  /** The report. */
  report: {
    /** Id of the report. */
    reportId: string;
    /** The reported account. */
    address: string;
    /** Reason of the report. */
    reason: "spam" | "scam" | "harassment" | "impersonation" | "illegal" | "other";
    /** The reporter's note; may be empty. */
    note: string;
    /** The conversation that it is about. */
    conversationId?: string;
    /** Closed once the operator has dealt with it. */
    state: "open" | "closed";
    /** When it was created. RFC 3339, UTC, milliseconds. */
    createdAt: string;
  };
  /** False if you had reported them already. */
  created: boolean;
};

export type ListTeamsOutput = {
  teams: Array<{
    /** Id of the team's account. */
    id: string;
    address: string | null;
    /** Its display name. */
    displayName: string;
    /** Role in the team. */
    myRole: "owner" | "manager" | "responder" | "reader";
    /** What you may do. */
    myRights: {
      /** Conversations, payments and records. */
      mayRead: boolean;
      /** Replies, requests, drafts and files. */
      mayWrite: boolean;
      /** Receipts. */
      maySign: boolean;
      /** Requests and decisions, up to the limit. */
      mayApprove: boolean;
      /** The team's money, up to the limit. */
      maySpend: boolean;
      /** Profile, prices, contacts, rules and webhooks. */
      mayAdmin: boolean;
      /** Members below an owner and a manager; an owner all. */
      mayShare: boolean;
      /** The account, its credentials and exports. */
      mayDelete: boolean;
    };
    /** What they approve and spend without asking. */
    approve: {
      upTo: Money | null;
      perDay: Money | null;
      kinds: Array<string> | null;
    };
    from: string | null;
    until: string | null;
  }>;
};

export type MakeTeamInput = {
  /** Display name of the team. */
  readonly displayName: string;
  /** Part before the @ of its address: 1 to 64 lowercase letters, digits, dots and hyphens. */
  readonly localPart: string;
};

export type MakeTeamOutput = {
  team: {
    /** Id of the team's account. */
    id: string;
    address: string | null;
    /** Its display name. */
    displayName: string;
    /** Role in the team. */
    myRole: "owner" | "manager" | "responder" | "reader";
    /** What you may do. */
    myRights: {
      /** Conversations, payments and records. */
      mayRead: boolean;
      /** Replies, requests, drafts and files. */
      mayWrite: boolean;
      /** Receipts. */
      maySign: boolean;
      /** Requests and decisions, up to the limit. */
      mayApprove: boolean;
      /** The team's money, up to the limit. */
      maySpend: boolean;
      /** Profile, prices, contacts, rules and webhooks. */
      mayAdmin: boolean;
      /** Members below an owner and a manager; an owner all. */
      mayShare: boolean;
      /** The account, its credentials and exports. */
      mayDelete: boolean;
    };
    /** What they approve and spend without asking. */
    approve: {
      upTo: Money | null;
      perDay: Money | null;
      kinds: Array<string> | null;
    };
    from: string | null;
    until: string | null;
  };
};

export type ListMembersOutput = {
  /** The members. */
  shareWith: Array<{
    /** Id of the member's account. */
    memberId: string;
    address: string | null;
    /** Their display name. */
    displayName: string;
    /** Role in the team. */
    role: "owner" | "manager" | "responder" | "reader";
    /** What the role may do. */
    rights: {
      /** Conversations, payments and records. */
      mayRead: boolean;
      /** Replies, requests, drafts and files. */
      mayWrite: boolean;
      /** Receipts. */
      maySign: boolean;
      /** Requests and decisions, up to the limit. */
      mayApprove: boolean;
      /** The team's money, up to the limit. */
      maySpend: boolean;
      /** Profile, prices, contacts, rules and webhooks. */
      mayAdmin: boolean;
      /** Members below an owner and a manager; an owner all. */
      mayShare: boolean;
      /** The account, its credentials and exports. */
      mayDelete: boolean;
    };
    /** What they approve and spend without asking. */
    approve: {
      upTo: Money | null;
      perDay: Money | null;
      kinds: Array<string> | null;
    };
    from: string | null;
    until: string | null;
    /** True for the caller. */
    isYou: boolean;
  }>;
  /** How the team approves. */
  approvals: {
    over: Money | null;
    /** How many, none the proposer. */
    needed: number;
    escalateAfter: number | null;
  };
};

export type PutMemberInput = {
  /** The member's address, or the id of their account. */
  readonly address: string;
  /** Role in the team. */
  readonly role: "owner" | "manager" | "responder" | "reader";
  /** What they approve and spend without asking. */
  readonly approve?: {
    upTo?: number | string | {
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
    /** Acts that they decide; all if absent. */
    kinds?: Array<"submit" | "outward" | "reply" | "artifact" | "complete" | "receipt" | "ask" | "cancel" | "raise_price" | "proposal" | "refund" | "dispute" | "arbitration" | "accept" | "grant">;
  };
  /** A time (RFC 3339). */
  readonly from?: string;
  /** A time (RFC 3339). */
  readonly until?: string;
};

export type PutMemberOutput = {
  member: {
    /** Id of the member's account. */
    memberId: string;
    address: string | null;
    /** Their display name. */
    displayName: string;
    /** Role in the team. */
    role: "owner" | "manager" | "responder" | "reader";
    /** What the role may do. */
    rights: {
      /** Conversations, payments and records. */
      mayRead: boolean;
      /** Replies, requests, drafts and files. */
      mayWrite: boolean;
      /** Receipts. */
      maySign: boolean;
      /** Requests and decisions, up to the limit. */
      mayApprove: boolean;
      /** The team's money, up to the limit. */
      maySpend: boolean;
      /** Profile, prices, contacts, rules and webhooks. */
      mayAdmin: boolean;
      /** Members below an owner and a manager; an owner all. */
      mayShare: boolean;
      /** The account, its credentials and exports. */
      mayDelete: boolean;
    };
    /** What they approve and spend without asking. */
    approve: {
      upTo: Money | null;
      perDay: Money | null;
      kinds: Array<string> | null;
    };
    from: string | null;
    until: string | null;
    /** True for the caller. */
    isYou: boolean;
  };
  /** False if they were a member already. */
  created: boolean;
};

export type RemoveMemberInput = {
  /** The member's address, or the id of their account. */
  readonly address: string;
};

export type RemoveMemberOutput = {
  /** True if they are a member no longer. */
  removed: boolean;
  /** Credentials of theirs that ended, too. */
  credentialsEnded: number;
};

export type SetApprovalsInput = {
  readonly over?: number | string | {
    amount?: string;
    amountAtomic?: string;
    currency?: string;
    decimals?: number;
  } | null;
  /** How many approve; 2 if absent. */
  readonly needed?: number;
  readonly escalateAfter?: number | null;
};

export type SetApprovalsOutput = {
  over: Money | null;
  /** How many, none the proposer. */
  needed: number;
  escalateAfter: number | null;
};

export type ListDelegationsOutput = {
  /** The people who decide for you. */
  given: Array<{
    /** Id of the other account. */
    accountId: string;
    address: string | null;
    /** Its display name. */
    displayName: string;
    kinds: Array<string> | null;
    upTo: Money | null;
    from: string | null;
    until: string | null;
    reason: string | null;
  }>;
  /** The people whom you decide for. */
  received: Array<{
    /** Id of the other account. */
    accountId: string;
    address: string | null;
    /** Its display name. */
    displayName: string;
    kinds: Array<string> | null;
    upTo: Money | null;
    from: string | null;
    until: string | null;
    reason: string | null;
  }>;
  escalateAfter: number | null;
};

export type PutDelegationInput = {
  /** The member's address, or the id of their account. */
  readonly address: string;
  /** Acts that they decide; all if absent. */
  readonly kinds?: Array<"submit" | "outward" | "reply" | "artifact" | "complete" | "receipt" | "ask" | "cancel" | "raise_price" | "proposal" | "refund" | "dispute" | "arbitration" | "accept" | "grant">;
  readonly upTo?: number | string | {
    amount?: string;
    amountAtomic?: string;
    currency?: string;
    decimals?: number;
  } | null;
  /** A time (RFC 3339). */
  readonly from?: string;
  /** A time (RFC 3339). */
  readonly until?: string;
  /** Why, for them to read. */
  readonly reason?: string;
};

export type PutDelegationOutput = {
  delegation: {
    /** Id of the other account. */
    accountId: string;
    address: string | null;
    /** Its display name. */
    displayName: string;
    kinds: Array<string> | null;
    upTo: Money | null;
    from: string | null;
    until: string | null;
    reason: string | null;
  };
  /** False if they decided for you already. */
  created: boolean;
};

export type RemoveDelegationInput = {
  /** The member's address, or the id of their account. */
  readonly address: string;
};

export type RemoveDelegationOutput = {
  /** True if they decide for you no longer. */
  removed: boolean;
};

export type QuoteAccessInput = {
  /** A skill from the recipient's card (svc.get_agent_card, svc.discover_agents); receive_message if they offer no other. Without it and conversationId, the quote is for writing to them. */
  readonly skillId?: string;
  /** One of their offers: the quote is for an order of it, and says the schema of its input. */
  readonly offerId?: string;
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId?: string;
  /** Address of the recipient, one at a time. */
  readonly to: string;
  /** Your claimed relation to them; the conversation's own, or everyone, if absent. An unconfirmed claim costs the price for everyone. */
  readonly contactType?: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
};

export type QuoteAccessOutput = {
  /** Id of the quote; send it along to get this price. */
  quoteId: string;
  /** The recipient's address. */
  to: string;
  /** False for an ordinary address. */
  account: boolean;
  /** The group that the price is for. */
  contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
  /** Your claimed relation to them. */
  claimedType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
  /** Why the price is for another group. */
  note?: string;
  /** The price. */
  price: Money;
  /** The service's fee on release, in hundredths of a percent; absent if there is none. */
  feeBps?: number;
  /** The fee as an amount; absent if there is none. */
  fee?: Money;
  /** The release condition of a conversation with this quote, unless it names another. */
  release: "accepted" | "replied";
  /** Days that the price is held before it comes back. */
  holdDays: number;
  payee: {
    accountId: string;
    address: string;
  } | null;
  /** When it expires. RFC 3339, UTC, milliseconds. */
  validUntil: string;
  /** Always false: a quote costs nothing. */
  charged: false;
  /** What must be held; empty if there is no price. */
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
  /** Their offers at a fixed price, or the one asked for: order with offerId and input in svc.create_conversation. */
  offers?: Array<{
    /** Its id: send it as offerId to order. */
    offerId: string;
    /** Its name. */
    title: string;
    /** The result that a buyer gets. */
    description: string;
    /** The price of an order. */
    price: Money;
    /** Condition that releases the price. */
    release: "accepted" | "replied";
    /** How long the seller takes to accept (ISO 8601). */
    acceptWithin?: string;
    /** How long the work takes from then on (ISO 8601). */
    deliverWithin?: string;
    /** Decides disputes; absent without one. */
    arbiter?: string;
    /** JSON Schema of an order's input. */
    input?: unknown;
    /** Media types of the result. */
    output: Array<string>;
    /** True if an order needs an input; ask for one offer to see its schema. */
    needsInput: boolean;
    /** True while it takes no more orders. */
    soldOut: boolean;
  }>;
  /** Recipients not reached, and why. */
  warnings?: Array<{
    /** no_such_account: no account here has this address. requester_not_reached: the sender of the request won't read this message. */
    code: "no_such_account" | "requester_not_reached";
    /** The address that it is about. */
    address: string;
  }>;
};

export type GetFreeAddressOutput = {
  address: {
    /** Id of the address. */
    id: string;
    /** Part before the @. */
    localPart: string;
    /** Full address, such as ada@example.com. */
    address: string;
    /** Display name. */
    displayName: string;
    cardUrl: string | null;
    /** The same card for clients that do not look up names below localhost. */
    agentCardByPath?: string;
    /** Its owner's prices. */
    prices: Array<{
      /** Group of senders it is for. */
      contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
      /** The price. */
      price: Money;
      /** Condition that releases the price. */
      release: "accepted" | "replied";
      /** Days that the price is held before it comes back. */
      holdDays: number;
      /** Whether the recipient set it or it is the default. */
      source: "recipient" | "default";
    }>;
    /** When it was created. RFC 3339, UTC, milliseconds. */
    createdAt: string;
  } | null;
};

export type ClaimFreeAddressInput = {
  /** Part before the @: 1 to 64 lowercase letters, digits, dots and hyphens. */
  readonly localPart: string;
};

export type ClaimFreeAddressOutput = {
  /** Full address, such as ada@example.com. */
  address: {
    /** Id of the address. */
    id: string;
    /** Part before the @. */
    localPart: string;
    /** Full address, such as ada@example.com. */
    address: string;
    /** Display name. */
    displayName: string;
    cardUrl: string | null;
    /** The same card for clients that do not look up names below localhost. */
    agentCardByPath?: string;
    /** Its owner's prices. */
    prices: Array<{
      /** Group of senders it is for. */
      contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
      /** The price. */
      price: Money;
      /** Condition that releases the price. */
      release: "accepted" | "replied";
      /** Days that the price is held before it comes back. */
      holdDays: number;
      /** Whether the recipient set it or it is the default. */
      source: "recipient" | "default";
    }>;
    /** When it was created. RFC 3339, UTC, milliseconds. */
    createdAt: string;
  };
  /** False if you already had it. */
  created: boolean;
};

export type CheckFreeAddressInput = {
  /** Part before the @. */
  readonly localPart: string;
};

export type CheckFreeAddressOutput = {
  /** Part before the @. */
  localPart: string;
  /** True if it is available. */
  available: boolean;
  reason: "taken" | "reserved" | "invalid" | null;
  /** The rule it breaks, 1 to 4. */
  rule?: number;
  /** Up to three available local-parts. */
  suggestions: Array<string>;
};

export type SuggestFreeAddressesInput = {
  /** A display name. */
  readonly name: string;
};

export type SuggestFreeAddressesOutput = {
  /** Available local-parts. */
  suggestions: Array<string>;
};

export type ListDomainsOutput = {
  domains: Array<{
    /** Id of the domain. */
    id: string;
    /** The domain, as lower-case A-labels. */
    domain: string;
    /** Status of the verification (docs/addresses.md). */
    status: "pending-dns" | "verified" | "dns-missing" | "revoked" | "superseded" | "expired";
    /** The token in its DNS record. */
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
    /** When it was created. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    /** When the record was last checked. RFC 3339, UTC, milliseconds. */
    lastCheckedAt?: string;
    /** When the record first verified the domain. RFC 3339, UTC, milliseconds. */
    verifiedAt?: string;
    /** When it is checked next. RFC 3339, UTC, milliseconds. */
    nextCheckAt?: string;
    /** The last check of the record. */
    check?: {
      /** True if the record verifies the domain. */
      ok: boolean;
      /** The TXT values actually published. */
      observed: Array<string>;
      /** The DNS server that was asked. */
      resolver: string;
      /** The result. */
      code: "match" | "no_match" | "no_record" | "no_such_name" | "held_by_another" | "resolver_timeout" | "unreachable" | "bad_answer" | "server_failure" | "refused" | "lame_delegation" | "private_name_servers" | "too_many_aliases";
      /** The same in a sentence. */
      detail: string;
    };
  }>;
};

export type AddDomainInput = {
  /** A domain you own, such as example.org. */
  readonly domain: string;
};

export type AddDomainOutput = {
  /** Id of the domain. */
  id: string;
  /** The domain, as lower-case A-labels. */
  domain: string;
  /** Status of the verification (docs/addresses.md). */
  status: "pending-dns" | "verified" | "dns-missing" | "revoked" | "superseded" | "expired";
  /** The token in its DNS record. */
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
  /** When it was created. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When the record was last checked. RFC 3339, UTC, milliseconds. */
  lastCheckedAt?: string;
  /** When the record first verified the domain. RFC 3339, UTC, milliseconds. */
  verifiedAt?: string;
  /** When it is checked next. RFC 3339, UTC, milliseconds. */
  nextCheckAt?: string;
  /** The last check of the record. */
  check?: {
    /** True if the record verifies the domain. */
    ok: boolean;
    /** The TXT values actually published. */
    observed: Array<string>;
    /** The DNS server that was asked. */
    resolver: string;
    /** The result. */
    code: "match" | "no_match" | "no_record" | "no_such_name" | "held_by_another" | "resolver_timeout" | "unreachable" | "bad_answer" | "server_failure" | "refused" | "lame_delegation" | "private_name_servers" | "too_many_aliases";
    /** The same in a sentence. */
    detail: string;
  };
  /** False if you had already added it. */
  created: boolean;
};

export type VerifyDomainInput = {
  /** Id of a domain you added. */
  readonly id: string;
};

export type VerifyDomainOutput = {
  /** Id of the domain. */
  id: string;
  /** The domain, as lower-case A-labels. */
  domain: string;
  /** Status of the verification (docs/addresses.md). */
  status: "pending-dns" | "verified" | "dns-missing" | "revoked" | "superseded" | "expired";
  /** The token in its DNS record. */
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
  /** When it was created. RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When the record was last checked. RFC 3339, UTC, milliseconds. */
  lastCheckedAt?: string;
  /** When the record first verified the domain. RFC 3339, UTC, milliseconds. */
  verifiedAt?: string;
  /** When it is checked next. RFC 3339, UTC, milliseconds. */
  nextCheckAt?: string;
  /** The last check of the record. */
  check?: {
    /** True if the record verifies the domain. */
    ok: boolean;
    /** The TXT values actually published. */
    observed: Array<string>;
    /** The DNS server that was asked. */
    resolver: string;
    /** The result. */
    code: "match" | "no_match" | "no_record" | "no_such_name" | "held_by_another" | "resolver_timeout" | "unreachable" | "bad_answer" | "server_failure" | "refused" | "lame_delegation" | "private_name_servers" | "too_many_aliases";
    /** The same in a sentence. */
    detail: string;
  };
};

export type GetProfileOutput = {
  /** Display name. */
  name: string;
  /** Empty if there is none. */
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
  /** Its owner's prices. */
  prices: Array<{
    /** Group of senders it is for. */
    contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
    /** The price. */
    price: Money;
    /** Condition that releases the price. */
    release: "accepted" | "replied";
    /** Days that the price is held before it comes back. */
    holdDays: number;
    /** Whether the recipient set it or it is the default. */
    source: "recipient" | "default";
  }>;
  /** True if the directory lists you. */
  listed: boolean;
  /** True if others see your track record. */
  showsRecord: boolean;
  away: {
    /** When it ends. RFC 3339, UTC, milliseconds. */
    until: string;
    standIn: string | null;
  } | null;
  record: {
    /** The same in words. */
    text: string;
    /** Paid jobs; one payer counts once a month. */
    completed: number;
    /** Different payers. */
    payers: number;
    /** Jobs with a deadline, the missed ones, too. */
    withDeadline: number;
    /** Of those, the ones whose condition was met by then. */
    onTime: number;
    /** Jobs that a payer disputed, without those withdrawn. */
    disputed: number;
    /** Completed ones of which something was given back. */
    refunded: number;
    acceptSeconds: number | null;
    /** TEST for test money. */
    label?: string;
    /** Counted from here. RFC 3339, UTC, milliseconds. */
    from: string;
    /** Counted up to here: the log was signed then. RFC 3339, UTC, milliseconds. */
    until: string;
    /** Size of the transparency log that covers all of it. */
    logSize: number;
  } | null;
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
  /** Display name. */
  readonly name?: string;
  /** Description of the account; empty for none. */
  readonly description?: string;
  /** The account's skills (A2A). */
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
  /** Your prices, one row for each group of senders. A group without a row has the default price, which isn't enforced. */
  readonly prices?: Array<{
    /** Group of senders it is for. */
    contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
    /** Amount in USDC: a number, a decimal string such as "5.00", or a money object. At most six decimals. */
    price: number | string | {
      amount?: string;
      amountAtomic?: string;
      currency?: string;
      decimals?: number;
    };
    /** Release condition of a quoted price; replied if absent. Rows have no action, so it can't be converted. */
    release?: "accepted" | "replied";
    holdDays?: number;
    /** A row with default keeps the service's default. */
    source?: "recipient" | "default";
  }>;
  /** True lets the directory list the account. */
  readonly listed?: boolean;
  readonly away?: {
    /** When it ends (RFC 3339). */
    until: string;
    standIn?: string | null;
  } | null;
  /** True lets the card and the directory show what you did for money: counted from the records, from five paid jobs on. */
  readonly showsRecord?: boolean;
  /** Refuse unless the version is this one. */
  readonly version?: number;
};

export type UpdateProfileOutput = {
  /** Display name. */
  name: string;
  /** Empty if there is none. */
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
  /** Its owner's prices. */
  prices: Array<{
    /** Group of senders it is for. */
    contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
    /** The price. */
    price: Money;
    /** Condition that releases the price. */
    release: "accepted" | "replied";
    /** Days that the price is held before it comes back. */
    holdDays: number;
    /** Whether the recipient set it or it is the default. */
    source: "recipient" | "default";
  }>;
  /** True if the directory lists you. */
  listed: boolean;
  /** True if others see your track record. */
  showsRecord: boolean;
  away: {
    /** When it ends. RFC 3339, UTC, milliseconds. */
    until: string;
    standIn: string | null;
  } | null;
  record: {
    /** The same in words. */
    text: string;
    /** Paid jobs; one payer counts once a month. */
    completed: number;
    /** Different payers. */
    payers: number;
    /** Jobs with a deadline, the missed ones, too. */
    withDeadline: number;
    /** Of those, the ones whose condition was met by then. */
    onTime: number;
    /** Jobs that a payer disputed, without those withdrawn. */
    disputed: number;
    /** Completed ones of which something was given back. */
    refunded: number;
    acceptSeconds: number | null;
    /** TEST for test money. */
    label?: string;
    /** Counted from here. RFC 3339, UTC, milliseconds. */
    from: string;
    /** Counted up to here: the log was signed then. RFC 3339, UTC, milliseconds. */
    until: string;
    /** Size of the transparency log that covers all of it. */
    logSize: number;
  } | null;
  address: string | null;
  agentCard: string | null;
  /** The same card for clients that do not look up names below localhost. */
  agentCardByPath?: string;
  /** Grows with each change. */
  version: number;
  /** When it last changed. RFC 3339, UTC, milliseconds. */
  updatedAt: string;
};

export type GetOffersInput = {
  /** Part before the @ of the account's free address. */
  readonly localPart: string;
  /** Id of the offer: lower-case letters, digits and hyphens. */
  readonly offerId?: string;
};

export type GetOffersOutput = {
  seller: {
    /** The account's name. */
    name: string;
    /** Its address: orders go to it. */
    address: string;
    /** What it does, in its owner's words. */
    description: string;
    page: string | null;
    x402: string | null;
  };
  /** By their ids. */
  offers: Array<{
    /** Its id: send it as offerId to order. */
    offerId: string;
    /** Its name. */
    title: string;
    /** The result that a buyer gets. */
    description: string;
    /** The price of an order. */
    price: Money;
    /** Condition that releases the price. */
    release: "accepted" | "replied";
    /** How long the seller takes to accept (ISO 8601). */
    acceptWithin?: string;
    /** How long the work takes from then on (ISO 8601). */
    deliverWithin?: string;
    /** Decides disputes; absent without one. */
    arbiter?: string;
    /** JSON Schema of an order's input. */
    input?: unknown;
    /** Media types of the result. */
    output: Array<string>;
    /** True if an order needs an input; ask for one offer to see its schema. */
    needsInput: boolean;
    /** True while it takes no more orders. */
    soldOut: boolean;
  }>;
};

export type GetOrderInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
};

export type GetOrderOutput = {
  /** Its id: the conversation's. */
  taskId: string;
  /** The offer that it orders. */
  offerId: string;
  /** Where it was ordered. */
  resourceUrl: string;
  /** Its state now. */
  state: "draft" | "submitted" | "working" | "input-required" | "auth-required" | "completed" | "canceled" | "failed" | "rejected";
  /** The status of its price. */
  payment: "requires_payment" | "held" | "released" | "voided" | "refunded" | "none";
  /** True while its payment is on its way on the chain. */
  pending: boolean;
  /** The conversation, with all that was sent. */
  conversation: string;
  /** The wallet that paid. */
  payer?: string;
  /** The transactions on the chain, in order. */
  transactions: Array<string>;
  /** Once it is paid out: the receipt of x402, as offer-receipt. */
  extensions?: Record<string, unknown>;
};

export type ListOffersOutput = {
  /** All, by their ids. */
  offers: Array<{
    /** Its id: send it as offerId to order. */
    offerId: string;
    /** Its name. */
    title: string;
    /** The result that a buyer gets. */
    description: string;
    /** The price of an order. */
    price: Money;
    /** Condition that releases the price. */
    release: "accepted" | "replied";
    /** How long the seller takes to accept (ISO 8601). */
    acceptWithin?: string;
    /** How long the work takes from then on (ISO 8601). */
    deliverWithin?: string;
    /** Decides disputes; absent without one. */
    arbiter?: string;
    /** JSON Schema of an order's input. */
    input?: unknown;
    /** Media types of the result. */
    output: Array<string>;
    capacity: {
      /** Orders that may be open at once. */
      open?: number;
      /** Orders taken in 24 hours. */
      perDay?: number;
    };
    /** Contact types that may order; everyone if absent. */
    audience: Array<"friends_family" | "coworkers" | "clients" | "promotions" | "everyone">;
    /** False if it takes no new orders. */
    active: boolean;
    /** Grows with each change. */
    version: number;
    /** The orders that have reached you. */
    orders: {
      /** Orders that are not over. */
      open: number;
      /** Completed orders. */
      done: number;
    };
    /** When it last changed. RFC 3339, UTC, milliseconds. */
    updatedAt: string;
  }>;
  page: string | null;
};

export type PutOfferInput = {
  /** Id of the offer: lower-case letters, digits and hyphens. */
  readonly offerId: string;
  /** Its name, in one line. */
  readonly title: string;
  /** The result that a buyer gets. */
  readonly description?: string;
  /** Amount in USDC: a number, a decimal string such as "5.00", or a money object. At most six decimals. */
  readonly price: number | string | {
    amount?: string;
    amountAtomic?: string;
    currency?: string;
    decimals?: number;
  };
  /** replied if absent. */
  readonly release?: "accepted" | "replied";
  /** ISO 8601 duration until you accept, such as PT4H. */
  readonly acceptWithin?: string;
  /** The same for the work, such as P2D. */
  readonly deliverWithin?: string;
  /** Address of an account here that decides disputes. */
  readonly arbiter?: string;
  /** JSON Schema (2020-12) of an order's input: type object; $ref only to #/$defs/…; no pattern. */
  readonly input?: unknown;
  /** Media types of the result, such as application/pdf. */
  readonly output?: Array<string>;
  /** The most orders; without a limit if absent. */
  readonly capacity?: {
    /** Orders that may be open at once. */
    open?: number;
    /** Orders taken in 24 hours. */
    perDay?: number;
  };
  /** Contact types that may order; everyone if absent. */
  readonly audience?: Array<"friends_family" | "coworkers" | "clients" | "promotions" | "everyone">;
  /** False stops new orders; true if absent. */
  readonly active?: boolean;
};

export type PutOfferOutput = {
  offer: {
    /** Its id: send it as offerId to order. */
    offerId: string;
    /** Its name. */
    title: string;
    /** The result that a buyer gets. */
    description: string;
    /** The price of an order. */
    price: Money;
    /** Condition that releases the price. */
    release: "accepted" | "replied";
    /** How long the seller takes to accept (ISO 8601). */
    acceptWithin?: string;
    /** How long the work takes from then on (ISO 8601). */
    deliverWithin?: string;
    /** Decides disputes; absent without one. */
    arbiter?: string;
    /** JSON Schema of an order's input. */
    input?: unknown;
    /** Media types of the result. */
    output: Array<string>;
    capacity: {
      /** Orders that may be open at once. */
      open?: number;
      /** Orders taken in 24 hours. */
      perDay?: number;
    };
    /** Contact types that may order; everyone if absent. */
    audience: Array<"friends_family" | "coworkers" | "clients" | "promotions" | "everyone">;
    /** False if it takes no new orders. */
    active: boolean;
    /** Grows with each change. */
    version: number;
    /** The orders that have reached you. */
    orders: {
      /** Orders that are not over. */
      open: number;
      /** Completed orders. */
      done: number;
    };
    /** When it last changed. RFC 3339, UTC, milliseconds. */
    updatedAt: string;
  };
  /** False if it replaced one. */
  created: boolean;
};

export type DeleteOfferInput = {
  /** Id of the offer: lower-case letters, digits and hyphens. */
  readonly offerId: string;
};

export type DeleteOfferOutput = {
  /** Id of the offer. */
  offerId: string;
  /** Always true. */
  deleted: true;
};

export type DiscoverAgentsInput = {
  /** Words to search for; the beginning of a word is enough. */
  readonly query?: string;
  /** At most this many; 10 if absent. */
  readonly limit?: number;
};

export type DiscoverAgentsOutput = {
  items: Array<{
    /** Present for one of the service's own agents. */
    service: true;
    /** Its display name. */
    name: string;
    /** Its address. */
    address: string;
    /** Address of the agent card. */
    url: string;
    /** The same card for clients that do not look up names below localhost. */
    agentCardByPath?: string;
    /** Ids of its skills. */
    skillIds: Array<string>;
    record?: {
      /** The same in words. */
      text: string;
      /** Paid jobs; one payer counts once a month. */
      completed: number;
      /** Different payers. */
      payers: number;
      /** Jobs with a deadline, the missed ones, too. */
      withDeadline: number;
      /** Of those, the ones whose condition was met by then. */
      onTime: number;
      /** Jobs that a payer disputed, without those withdrawn. */
      disputed: number;
      /** Completed ones of which something was given back. */
      refunded: number;
      acceptSeconds: number | null;
      /** TEST for test money. */
      label?: string;
      /** Counted from here. RFC 3339, UTC, milliseconds. */
      from: string;
      /** Counted up to here: the log was signed then. RFC 3339, UTC, milliseconds. */
      until: string;
      /** Size of the transparency log that covers all of it. */
      logSize: number;
    };
  } | {
    /** Its display name. */
    name: string;
    /** Its address. */
    address: string;
    /** Address of the agent card. */
    url: string;
    /** The same card for clients that do not look up names below localhost. */
    agentCardByPath?: string;
    /** Ids of its skills. */
    skillIds: Array<string>;
    record?: {
      /** The same in words. */
      text: string;
      /** Paid jobs; one payer counts once a month. */
      completed: number;
      /** Different payers. */
      payers: number;
      /** Jobs with a deadline, the missed ones, too. */
      withDeadline: number;
      /** Of those, the ones whose condition was met by then. */
      onTime: number;
      /** Jobs that a payer disputed, without those withdrawn. */
      disputed: number;
      /** Completed ones of which something was given back. */
      refunded: number;
      acceptSeconds: number | null;
      /** TEST for test money. */
      label?: string;
      /** Counted from here. RFC 3339, UTC, milliseconds. */
      from: string;
      /** Counted up to here: the log was signed then. RFC 3339, UTC, milliseconds. */
      until: string;
      /** Size of the transparency log that covers all of it. */
      logSize: number;
    };
  }>;
};

export type GetAgentCardInput = {
  /** An agent of this service: its local-part, address or account id. Send either agentId or url. */
  readonly agentId?: string;
  /** URL of an agent card, or of the host that has it. */
  readonly url?: string;
  /** True adds prices, limits and private skills to a card from this service. */
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
    /** A token, keys that a program signs with, or an OAuth client. */
    kind: "token" | "keys" | "oauth";
    /** Name given by its owner. */
    name: string;
    clientId: string | null;
    /** Where its public keys are read. */
    jwksUri?: string;
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
      /** True: asks the person before its first payment to someone outside their contacts. */
      askFirstPayment: boolean;
      accept: {
        maxPrice: Money | null;
        contactTypes: Array<string> | null;
        senders: Array<string> | null;
      } | null;
    };
    /** The same in sentences for its owner. */
    says: {
      /** What it can do. */
      may: string;
      /** What it can't do. */
      cannot: string;
      /** What it pays without asking. */
      pays: string;
      /** What it accepts without asking. */
      accepts: string;
    };
    /** When it was created. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    lastUsedAt: string | null;
    lastUsedFrom: string | null;
    rotatedAt: string | null;
    expiresAt: string | null;
    revokedAt: string | null;
  }>;
};

export type AddCredentialInput = {
  /** Name of the credential. */
  readonly name: string;
  /** A preset choice of scopes; see GET /v1/scopes. */
  readonly preset?: "reader" | "draft_only" | "assistant" | "full";
  /** What it can do; everything its owner can, if absent. */
  readonly scopes?: Array<"conversations:read" | "conversations:write" | "conversations:submit" | "conversations:cancel" | "drafts:write" | "payments:hold" | "payments:read" | "receipts:sign" | "decisions:write" | "audit:read" | "artifacts:write" | "addresses:read" | "addresses:write" | "profile:write" | "contacts:read" | "contacts:write" | "contacts:new" | "outward:send" | "agents:discover" | "teams:act" | "webhooks:manage">;
  /** Limits on what it can do without asking: the most per payment, per UTC day and per payee and day, which payees and contact types, and which requests it accepts. Absent or null is no limit of its own; the service's default limits for agents then apply. */
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
    /** Addresses it can pay without asking; any address of the same account counts. */
    payees?: Array<string> | null;
    /** Contact types it can claim when it pays without asking. */
    contactTypes?: Array<"friends_family" | "coworkers" | "clients" | "promotions" | "everyone"> | null;
    /** True: asks the person before its first payment to someone outside their contacts, whatever the amount. Default: true for access given by a person, false for credentials from svc. */
    askFirstPayment?: boolean;
    /** Requests it can accept without asking, by price, contact type and sender; others wait for its person. */
    accept?: {
      maxPrice?: number | string | {
        amount?: string;
        amountAtomic?: string;
        currency?: string;
        decimals?: number;
      } | null;
      /** Contact types of the senders; everyone is anyone outside the contacts. */
      contactTypes?: Array<"friends_family" | "coworkers" | "clients" | "promotions" | "everyone"> | null;
      /** Senders whose requests it can accept; any address of the same account counts. */
      senders?: Array<string> | null;
    } | null;
  };
  /** When it expires (RFC 3339); never if absent. */
  readonly expiresAt?: string;
};

export type AddCredentialOutput = {
  credential: {
    /** Id of the credential. */
    id: string;
    /** A token, keys that a program signs with, or an OAuth client. */
    kind: "token" | "keys" | "oauth";
    /** Name given by its owner. */
    name: string;
    clientId: string | null;
    /** Where its public keys are read. */
    jwksUri?: string;
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
      /** True: asks the person before its first payment to someone outside their contacts. */
      askFirstPayment: boolean;
      accept: {
        maxPrice: Money | null;
        contactTypes: Array<string> | null;
        senders: Array<string> | null;
      } | null;
    };
    /** The same in sentences for its owner. */
    says: {
      /** What it can do. */
      may: string;
      /** What it can't do. */
      cannot: string;
      /** What it pays without asking. */
      pays: string;
      /** What it accepts without asking. */
      accepts: string;
    };
    /** When it was created. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    lastUsedAt: string | null;
    lastUsedFrom: string | null;
    rotatedAt: string | null;
    expiresAt: string | null;
    revokedAt: string | null;
  };
  /** The bearer token. It is shown once; only its hash is stored. */
  token: string;
};

export type AddClientInput = {
  /** Name of the credential. */
  readonly name: string;
  /** A preset choice of scopes; see GET /v1/scopes. */
  readonly preset?: "reader" | "draft_only" | "assistant" | "full";
  /** What it can do; everything its owner can, if absent. */
  readonly scopes?: Array<"conversations:read" | "conversations:write" | "conversations:submit" | "conversations:cancel" | "drafts:write" | "payments:hold" | "payments:read" | "receipts:sign" | "decisions:write" | "audit:read" | "artifacts:write" | "addresses:read" | "addresses:write" | "profile:write" | "contacts:read" | "contacts:write" | "contacts:new" | "outward:send" | "agents:discover" | "teams:act" | "webhooks:manage">;
  /** Limits on what it can do without asking: the most per payment, per UTC day and per payee and day, which payees and contact types, and which requests it accepts. Absent or null is no limit of its own; the service's default limits for agents then apply. */
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
    /** Addresses it can pay without asking; any address of the same account counts. */
    payees?: Array<string> | null;
    /** Contact types it can claim when it pays without asking. */
    contactTypes?: Array<"friends_family" | "coworkers" | "clients" | "promotions" | "everyone"> | null;
    /** True: asks the person before its first payment to someone outside their contacts, whatever the amount. Default: true for access given by a person, false for credentials from svc. */
    askFirstPayment?: boolean;
    /** Requests it can accept without asking, by price, contact type and sender; others wait for its person. */
    accept?: {
      maxPrice?: number | string | {
        amount?: string;
        amountAtomic?: string;
        currency?: string;
        decimals?: number;
      } | null;
      /** Contact types of the senders; everyone is anyone outside the contacts. */
      contactTypes?: Array<"friends_family" | "coworkers" | "clients" | "promotions" | "everyone"> | null;
      /** Senders whose requests it can accept; any address of the same account counts. */
      senders?: Array<string> | null;
    } | null;
  };
  /** When it expires (RFC 3339); never if absent. */
  readonly expiresAt?: string;
  /** Public keys instead of a token, either jwks or jwksUri: a program signs with them at the token endpoint (client_credentials, private_key_jwt). */
  readonly keys: {
    /** Public keys (JWK): Ed25519, EC or RSA. */
    jwks?: Array<Record<string, unknown>>;
    /** The https address of a JWK set. It is read again for a key that it lacks, so keys are rotated there. */
    jwksUri?: string;
  };
};

export type AddClientOutput = {
  credential: {
    /** Id of the credential. */
    id: string;
    /** A token, keys that a program signs with, or an OAuth client. */
    kind: "token" | "keys" | "oauth";
    /** Name given by its owner. */
    name: string;
    clientId: string | null;
    /** Where its public keys are read. */
    jwksUri?: string;
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
      /** True: asks the person before its first payment to someone outside their contacts. */
      askFirstPayment: boolean;
      accept: {
        maxPrice: Money | null;
        contactTypes: Array<string> | null;
        senders: Array<string> | null;
      } | null;
    };
    /** The same in sentences for its owner. */
    says: {
      /** What it can do. */
      may: string;
      /** What it can't do. */
      cannot: string;
      /** What it pays without asking. */
      pays: string;
      /** What it accepts without asking. */
      accepts: string;
    };
    /** When it was created. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    lastUsedAt: string | null;
    lastUsedFrom: string | null;
    rotatedAt: string | null;
    expiresAt: string | null;
    revokedAt: string | null;
  };
};

export type UpdateCredentialInput = {
  /** Id of the credential. */
  readonly credentialId: string;
  /** Limits on what it can do without asking: the most per payment, per UTC day and per payee and day, which payees and contact types, and which requests it accepts. Absent or null is no limit of its own; the service's default limits for agents then apply. */
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
    /** Addresses it can pay without asking; any address of the same account counts. */
    payees?: Array<string> | null;
    /** Contact types it can claim when it pays without asking. */
    contactTypes?: Array<"friends_family" | "coworkers" | "clients" | "promotions" | "everyone"> | null;
    /** True: asks the person before its first payment to someone outside their contacts, whatever the amount. Default: true for access given by a person, false for credentials from svc. */
    askFirstPayment?: boolean;
    /** Requests it can accept without asking, by price, contact type and sender; others wait for its person. */
    accept?: {
      maxPrice?: number | string | {
        amount?: string;
        amountAtomic?: string;
        currency?: string;
        decimals?: number;
      } | null;
      /** Contact types of the senders; everyone is anyone outside the contacts. */
      contactTypes?: Array<"friends_family" | "coworkers" | "clients" | "promotions" | "everyone"> | null;
      /** Senders whose requests it can accept; any address of the same account counts. */
      senders?: Array<string> | null;
    } | null;
  };
  /** Public keys instead of a token, either jwks or jwksUri: a program signs with them at the token endpoint (client_credentials, private_key_jwt). */
  readonly keys?: {
    /** Public keys (JWK): Ed25519, EC or RSA. */
    jwks?: Array<Record<string, unknown>>;
    /** The https address of a JWK set. It is read again for a key that it lacks, so keys are rotated there. */
    jwksUri?: string;
  };
};

export type UpdateCredentialOutput = {
  credential: {
    /** Id of the credential. */
    id: string;
    /** A token, keys that a program signs with, or an OAuth client. */
    kind: "token" | "keys" | "oauth";
    /** Name given by its owner. */
    name: string;
    clientId: string | null;
    /** Where its public keys are read. */
    jwksUri?: string;
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
      /** True: asks the person before its first payment to someone outside their contacts. */
      askFirstPayment: boolean;
      accept: {
        maxPrice: Money | null;
        contactTypes: Array<string> | null;
        senders: Array<string> | null;
      } | null;
    };
    /** The same in sentences for its owner. */
    says: {
      /** What it can do. */
      may: string;
      /** What it can't do. */
      cannot: string;
      /** What it pays without asking. */
      pays: string;
      /** What it accepts without asking. */
      accepts: string;
    };
    /** When it was created. RFC 3339, UTC, milliseconds. */
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
    /** A token, keys that a program signs with, or an OAuth client. */
    kind: "token" | "keys" | "oauth";
    /** Name given by its owner. */
    name: string;
    clientId: string | null;
    /** Where its public keys are read. */
    jwksUri?: string;
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
      /** True: asks the person before its first payment to someone outside their contacts. */
      askFirstPayment: boolean;
      accept: {
        maxPrice: Money | null;
        contactTypes: Array<string> | null;
        senders: Array<string> | null;
      } | null;
    };
    /** The same in sentences for its owner. */
    says: {
      /** What it can do. */
      may: string;
      /** What it can't do. */
      cannot: string;
      /** What it pays without asking. */
      pays: string;
      /** What it accepts without asking. */
      accepts: string;
    };
    /** When it was created. RFC 3339, UTC, milliseconds. */
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
    /** A token, keys that a program signs with, or an OAuth client. */
    kind: "token" | "keys" | "oauth";
    /** Name given by its owner. */
    name: string;
    clientId: string | null;
    /** Where its public keys are read. */
    jwksUri?: string;
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
      /** True: asks the person before its first payment to someone outside their contacts. */
      askFirstPayment: boolean;
      accept: {
        maxPrice: Money | null;
        contactTypes: Array<string> | null;
        senders: Array<string> | null;
      } | null;
    };
    /** The same in sentences for its owner. */
    says: {
      /** What it can do. */
      may: string;
      /** What it can't do. */
      cannot: string;
      /** What it pays without asking. */
      pays: string;
      /** What it accepts without asking. */
      accepts: string;
    };
    /** When it was created. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    lastUsedAt: string | null;
    lastUsedFrom: string | null;
    rotatedAt: string | null;
    expiresAt: string | null;
    revokedAt: string | null;
  };
  /** The bearer token. It is shown once; only its hash is stored. */
  token: string;
};

export type ListSessionsOutput = {
  sessions: Array<{
    /** Id of the session. */
    id: string;
    /** Browser and system, in plain words. */
    device: string;
    userAgent: string | null;
    /** When it was created. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    lastUsedAt: string | null;
    lastUsedFrom: string | null;
    /** When it ends. RFC 3339, UTC, milliseconds. */
    expiresAt: string;
    /** True for the current one. */
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
    /** The demo request answered or put away, an assistant connected, a request sent, a contact added. */
    name: "answer" | "connect" | "write" | "contacts";
    /** True once it is done. */
    done: boolean;
  }>;
  welcomeId: string | null;
  demoId: string | null;
  /** True while they should show. */
  shown: boolean;
};

export type ListTemplatesOutput = {
  /** All of them, by name. */
  templates: Array<{
    /** Id of the template. */
    templateId: string;
    /** Its title. */
    name: string;
    /** The title that it begins with. */
    title: string;
    /** The words that it begins with. */
    text: string;
    /** Decimal USDC, such as 5.00. */
    price?: string;
    /** Condition that releases a held price: the recipient accepts, replies, or does what releaseAction says. */
    release: "accepted" | "replied" | "converted";
    /** The condition where release is converted. */
    releaseAction?: string;
    /** The time to accept it, ISO 8601. */
    acceptWithin?: string;
    /** The time for the work, ISO 8601. */
    deliverWithin?: string;
    /** When it was saved. RFC 3339, UTC, milliseconds. */
    updatedAt: string;
  }>;
};

export type SaveTemplateInput = {
  /** Its name; a template of the same name is replaced. */
  readonly name: string;
  /** The title to begin with. */
  readonly title?: string;
  /** The words to begin with. */
  readonly text?: string;
  /** Decimal USDC, such as 5.00. */
  readonly price?: string;
  /** Condition that releases a held price: the recipient accepts, replies, or does what releaseAction says. */
  readonly release?: "accepted" | "replied" | "converted";
  /** The condition; goes with release converted. */
  readonly releaseAction?: string;
  /** The time to accept it, an ISO 8601 duration such as PT4H. */
  readonly acceptWithin?: string;
  /** The time for the work from the acceptance on, such as P3D. */
  readonly deliverWithin?: string;
};

export type SaveTemplateOutput = {
  template: {
    /** Id of the template. */
    templateId: string;
    /** Its title. */
    name: string;
    /** The title that it begins with. */
    title: string;
    /** The words that it begins with. */
    text: string;
    /** Decimal USDC, such as 5.00. */
    price?: string;
    /** Condition that releases a held price: the recipient accepts, replies, or does what releaseAction says. */
    release: "accepted" | "replied" | "converted";
    /** The condition where release is converted. */
    releaseAction?: string;
    /** The time to accept it, ISO 8601. */
    acceptWithin?: string;
    /** The time for the work, ISO 8601. */
    deliverWithin?: string;
    /** When it was saved. RFC 3339, UTC, milliseconds. */
    updatedAt: string;
  };
  /** False if it replaced one of the same name. */
  created: boolean;
};

export type DeleteTemplateInput = {
  readonly templateId: string;
};

export type DeleteTemplateOutput = {
  /** Id of the template. */
  templateId: string;
  /** Always true. */
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
    /** Members who are put on them in turn; empty for all. */
    inTurn?: Array<string>;
    /** True if it archives. */
    archive: boolean;
    /** True if it makes the sender a contact. */
    trust: boolean;
    /** When it was created. RFC 3339, UTC, milliseconds. */
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
  /** In a team: members who are put on them in turn; empty for all who may reply. Those whose membership isn't current are left out. */
  readonly inTurn?: Array<string>;
  /** True: it is archived. */
  readonly archive?: boolean;
  /** True: its sender becomes a contact, without accepting anything. Only a signed-in person can set it. */
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
    /** Members who are put on them in turn; empty for all. */
    inTurn?: Array<string>;
    /** True if it archives. */
    archive: boolean;
    /** True if it makes the sender a contact. */
    trust: boolean;
    /** When it was created. RFC 3339, UTC, milliseconds. */
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
  /** How many of the newest were checked. */
  looked: number;
  /** How many of them match. */
  matched: number;
  /** The newest matches. */
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
  /** Always true. */
  deleted: true;
};

export type GetAccountOutput = {
  account: {
    /** Id of the account. */
    id: string;
    /** Kind of account behind it. */
    kind: "person" | "agent" | "service" | "team";
    /** Display name. */
    displayName: string;
    /** When it was created. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    disabledAt: string | null;
  };
  address: {
    /** Id of the address. */
    id: string;
    /** Part before the @. */
    localPart: string;
    /** Full address, such as ada@example.com. */
    address: string;
    /** Display name. */
    displayName: string;
    cardUrl: string | null;
    /** The same card for clients that do not look up names below localhost. */
    agentCardByPath?: string;
    /** Its owner's prices. */
    prices: Array<{
      /** Group of senders it is for. */
      contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
      /** The price. */
      price: Money;
      /** Condition that releases the price. */
      release: "accepted" | "replied";
      /** Days that the price is held before it comes back. */
      holdDays: number;
      /** Whether the recipient set it or it is the default. */
      source: "recipient" | "default";
    }>;
    /** When it was created. RFC 3339, UTC, milliseconds. */
    createdAt: string;
  } | null;
  /** Where it is paid on the service's chain; absent where prices are test money. */
  payout?: {
    /** The chain that USDC is paid on, such as `eip155:8453`. */
    network: string;
    /** Address of the token there. */
    asset: string;
    /** The contract that collects signed payments. */
    collector: string;
    address: string | null;
  };
  /** The caller's own teams; absent without any. */
  teams?: Array<{
    /** Id of the team's account. */
    id: string;
    address: string | null;
    /** Its display name. */
    displayName: string;
    /** Role in the team. */
    myRole: "owner" | "manager" | "responder" | "reader";
    /** What you may do. */
    myRights: {
      /** Conversations, payments and records. */
      mayRead: boolean;
      /** Replies, requests, drafts and files. */
      mayWrite: boolean;
      /** Receipts. */
      maySign: boolean;
      /** Requests and decisions, up to the limit. */
      mayApprove: boolean;
      /** The team's money, up to the limit. */
      maySpend: boolean;
      /** Profile, prices, contacts, rules and webhooks. */
      mayAdmin: boolean;
      /** Members below an owner and a manager; an owner all. */
      mayShare: boolean;
      /** The account, its credentials and exports. */
      mayDelete: boolean;
    };
    /** What they approve and spend without asking. */
    approve: {
      upTo: Money | null;
      perDay: Money | null;
      kinds: Array<string> | null;
    };
    from: string | null;
    until: string | null;
  }>;
  /** The people whom the caller decides for; absent without. */
  decidesFor?: Array<{
    /** Id of the other account. */
    accountId: string;
    address: string | null;
    /** Its display name. */
    displayName: string;
    kinds: Array<string> | null;
    upTo: Money | null;
    from: string | null;
    until: string | null;
    reason: string | null;
  }>;
  /** The currencies for prices here; the first is the default. */
  currencies: Array<"TEST" | "USDC">;
};

export type DeleteAccountInput = {
  /** The account's address or id, to confirm. */
  readonly confirm?: string;
};

export type DeleteAccountOutput = {
  /** Id of the account. */
  accountId: string;
  /** True if it is being deleted. */
  begun: boolean;
  /** Balance in the wallet that is lost. */
  forfeited: Money;
  /** Conversations where money is held from or for it, to be signed, cancelled or expired first; some of them. */
  held: Array<string>;
  /** The same with their titles. */
  heldIn: Array<{
    /** The conversation. */
    conversationId: string;
    /** Its title. */
    title: string;
  }>;
  /** Data that is erased. */
  erases: Array<string>;
  /** Data that stays. */
  stays: Array<string>;
};

export type SignUpInput = {
  /** Display name. */
  readonly displayName: string;
  /** Part before the @ of the free address: 1 to 64 lowercase letters, digits, dots and hyphens. */
  readonly localPart?: string;
  /** Time zone for emails, such as Europe/Berlin. */
  readonly timeZone?: string;
  /** Language of the pages and mails. */
  readonly language?: "en" | "de";
};

export type SignUpOutput = {
  /** The account. */
  account: {
    /** Id of the account. */
    id: string;
    /** Kind of account behind it. */
    kind: "person" | "agent" | "service" | "team";
    /** Display name. */
    displayName: string;
    /** When it was created. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    disabledAt: string | null;
  };
  address: {
    /** Id of the address. */
    id: string;
    /** Part before the @. */
    localPart: string;
    /** Full address, such as ada@example.com. */
    address: string;
    /** Display name. */
    displayName: string;
    cardUrl: string | null;
    /** The same card for clients that do not look up names below localhost. */
    agentCardByPath?: string;
    /** Its owner's prices. */
    prices: Array<{
      /** Group of senders it is for. */
      contactType: "friends_family" | "coworkers" | "clients" | "promotions" | "everyone";
      /** The price. */
      price: Money;
      /** Condition that releases the price. */
      release: "accepted" | "replied";
      /** Days that the price is held before it comes back. */
      holdDays: number;
      /** Whether the recipient set it or it is the default. */
      source: "recipient" | "default";
    }>;
    /** When it was created. RFC 3339, UTC, milliseconds. */
    createdAt: string;
  } | null;
  /** False if it already existed. */
  created: boolean;
};

export type GetCalendarFeedOutput = {
  madeAt: string | null;
};

export type MakeCalendarFeedOutput = {
  /** The address; anyone who has it can read your deadlines. */
  url: string;
  /** Now. RFC 3339, UTC, milliseconds. */
  madeAt: string;
};

export type EndCalendarFeedOutput = {
  madeAt: string | null;
};

export type GetNotificationsOutput = {
  /** Something needs your decision. */
  needsYou: boolean;
  /** A held price or a deadline ends soon. */
  holdEnding: boolean;
  /** A domain lost its record. */
  domainLost: boolean;
  /** Your invites to email addresses show the title. */
  titleInInvites: boolean;
  /** Your replies to the service's emails are sent as your messages. Turning this off ends the reply addresses of all earlier emails. */
  replyByMail: boolean;
  timeZone: string | null;
  language: "en" | "de" | null;
  quietHours: {
    /** When they begin, as 22:00. */
    from: string;
    /** When they end. */
    to: string;
  } | null;
  /** Ids of teams of which you are told nothing. */
  mutedTeams: Array<string>;
  /** Your mailbox has had no notices since then, because you unsubscribed or mail bounced. Turn a notice on again to get them. */
  mailStopped?: {
    /** Since when. RFC 3339, UTC, milliseconds. */
    at: string;
    reason: "unsubscribed" | "reported" | "bounced" | "complained";
  };
};

export type UpdateNotificationsInput = {
  /** Something needs your decision. */
  readonly needsYou?: boolean;
  /** A held price or a deadline ends soon. */
  readonly holdEnding?: boolean;
  /** A domain lost its record. */
  readonly domainLost?: boolean;
  /** Your invites to email addresses show the title. */
  readonly titleInInvites?: boolean;
  /** Your replies to the service's emails are sent as your messages. Turning this off ends the reply addresses of all earlier emails. */
  readonly replyByMail?: boolean;
  readonly timeZone?: string | null;
  readonly language?: "en" | "de" | null;
  readonly quietHours?: {
    /** When they begin, as 22:00. */
    from: string;
    /** When they end. */
    to: string;
  } | null;
  /** Ids of teams of which you are told nothing. */
  readonly mutedTeams?: Array<string>;
};

export type UpdateNotificationsOutput = {
  /** Something needs your decision. */
  needsYou: boolean;
  /** A held price or a deadline ends soon. */
  holdEnding: boolean;
  /** A domain lost its record. */
  domainLost: boolean;
  /** Your invites to email addresses show the title. */
  titleInInvites: boolean;
  /** Your replies to the service's emails are sent as your messages. Turning this off ends the reply addresses of all earlier emails. */
  replyByMail: boolean;
  timeZone: string | null;
  language: "en" | "de" | null;
  quietHours: {
    /** When they begin, as 22:00. */
    from: string;
    /** When they end. */
    to: string;
  } | null;
  /** Ids of teams of which you are told nothing. */
  mutedTeams: Array<string>;
  /** Your mailbox has had no notices since then, because you unsubscribed or mail bounced. Turn a notice on again to get them. */
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
    events: Array<"conversation.created" | "conversation.changed" | "message.appended" | "state.changed" | "payment.updated" | "terms.changed" | "dispute.changed" | "flags.changed" | "draft.deleted" | "contact.changed" | "payment.moved" | "settings.changed"> | null;
    /** A paused one gets nothing, and continues where it stopped. */
    status: "active" | "paused";
    reason: "failing" | "gone" | "access_ended" | null;
    failingSince: string | null;
    madeBy: string | null;
    oldSecretUntil: string | null;
    /** When it was created. RFC 3339, UTC, milliseconds. */
    createdAt: string;
  }>;
};

export type AddWebhookInput = {
  /** An https URL on a public host and port 443. */
  readonly url: string;
  /** The types of events that it wants; every one if left out. */
  readonly events?: Array<"conversation.created" | "conversation.changed" | "message.appended" | "state.changed" | "payment.updated" | "terms.changed" | "dispute.changed" | "flags.changed" | "draft.deleted" | "contact.changed" | "payment.moved" | "settings.changed">;
};

export type AddWebhookOutput = {
  webhook: {
    /** Id of the webhook. */
    webhookId: string;
    /** Where events are sent. */
    url: string;
    events: Array<"conversation.created" | "conversation.changed" | "message.appended" | "state.changed" | "payment.updated" | "terms.changed" | "dispute.changed" | "flags.changed" | "draft.deleted" | "contact.changed" | "payment.moved" | "settings.changed"> | null;
    /** A paused one gets nothing, and continues where it stopped. */
    status: "active" | "paused";
    reason: "failing" | "gone" | "access_ended" | null;
    failingSince: string | null;
    madeBy: string | null;
    oldSecretUntil: string | null;
    /** When it was created. RFC 3339, UTC, milliseconds. */
    createdAt: string;
  };
  /** Signing secret (Standard Webhooks). Shown once. */
  secret: string;
};

export type UpdateWebhookInput = {
  /** Id of the webhook. */
  readonly webhookId: string;
  readonly url?: string;
  readonly events?: Array<"conversation.created" | "conversation.changed" | "message.appended" | "state.changed" | "payment.updated" | "terms.changed" | "dispute.changed" | "flags.changed" | "draft.deleted" | "contact.changed" | "payment.moved" | "settings.changed"> | null;
  /** False pauses it, true resumes it. */
  readonly active?: boolean;
};

export type UpdateWebhookOutput = {
  webhook: {
    /** Id of the webhook. */
    webhookId: string;
    /** Where events are sent. */
    url: string;
    events: Array<"conversation.created" | "conversation.changed" | "message.appended" | "state.changed" | "payment.updated" | "terms.changed" | "dispute.changed" | "flags.changed" | "draft.deleted" | "contact.changed" | "payment.moved" | "settings.changed"> | null;
    /** A paused one gets nothing, and continues where it stopped. */
    status: "active" | "paused";
    reason: "failing" | "gone" | "access_ended" | null;
    failingSince: string | null;
    madeBy: string | null;
    oldSecretUntil: string | null;
    /** When it was created. RFC 3339, UTC, milliseconds. */
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
  /** Always true. */
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
    events: Array<"conversation.created" | "conversation.changed" | "message.appended" | "state.changed" | "payment.updated" | "terms.changed" | "dispute.changed" | "flags.changed" | "draft.deleted" | "contact.changed" | "payment.moved" | "settings.changed"> | null;
    /** A paused one gets nothing, and continues where it stopped. */
    status: "active" | "paused";
    reason: "failing" | "gone" | "access_ended" | null;
    failingSince: string | null;
    madeBy: string | null;
    oldSecretUntil: string | null;
    /** When it was created. RFC 3339, UTC, milliseconds. */
    createdAt: string;
  };
  /** Signing secret (Standard Webhooks). Shown once. */
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
    /** When it was created. RFC 3339, UTC, milliseconds. */
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
  /** nextCursor from the last page. */
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
    /** When it was created. RFC 3339, UTC, milliseconds. */
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
  /** True if there are more. */
  hasMore: boolean;
};

export type ReplayWebhookInput = {
  /** Id of the webhook. */
  readonly webhookId: string;
  /** One event from the log. */
  readonly deliveryId?: string;
  /** RFC 3339: events from this time on. */
  readonly from?: string;
  /** RFC 3339: events up to this time; now if absent. */
  readonly to?: string;
};

export type ReplayWebhookOutput = {
  /** How many are queued again. */
  replayed: number;
};

export type ListPushDevicesOutput = {
  /** The service's key (applicationServerKey of a push subscription). */
  key: string;
  /** All of them. */
  devices: Array<{
    /** Id of the device. */
    deviceId: string;
    /** Its name, given by its person. */
    name: string;
    /** The host of its push service. */
    service: string;
    /** Its notifications. */
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
  /** Name of the device. */
  readonly name: string;
  /** Its notifications: `asks`, something needs your decision; `replies`, something new to read; `money`, one of your prices moved or is about to. */
  readonly kinds?: Array<"asks" | "replies" | "money">;
};

export type AddPushDeviceOutput = {
  device: {
    /** Id of the device. */
    deviceId: string;
    /** Its name, given by its person. */
    name: string;
    /** The host of its push service. */
    service: string;
    /** Its notifications. */
    kinds: Array<"asks" | "replies" | "money">;
    /** When it was added. RFC 3339, UTC, milliseconds. */
    createdAt: string;
    reachedAt: string | null;
  };
};

export type UpdatePushDeviceInput = {
  /** Id of the device. */
  readonly deviceId: string;
  /** Name of the device. */
  readonly name?: string;
  /** Its notifications: `asks`, something needs your decision; `replies`, something new to read; `money`, one of your prices moved or is about to. */
  readonly kinds?: Array<"asks" | "replies" | "money">;
};

export type UpdatePushDeviceOutput = {
  device: {
    /** Id of the device. */
    deviceId: string;
    /** Its name, given by its person. */
    name: string;
    /** The host of its push service. */
    service: string;
    /** Its notifications. */
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
  /** Always true. */
  deleted: true;
};

export type ReadAuditInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** Hash of the last record you have. */
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
      /** SHA-256 of the parts no one is shown. */
      inner: string;
    };
    /** The event; redacted if the body isn't for you. */
    type: string;
  }>;
  /** The author of each record. */
  actors: Array<{
    /** The record. */
    seq: number;
    /** The kind of actor. */
    kind: "person" | "agent" | "guest" | "remote" | "operator" | "service" | "system";
    /** The words to show for it. */
    label: string;
    /** Name of the agent's access when it acted. */
    name?: string;
    /** Id of the access it used. */
    credentialId?: string;
    /** Proof of the commitment to the actor; only for your own account. */
    salt?: string;
  }>;
  /** The chain's head. */
  head: {
    /** SHA-256 of the record, as hex. */
    hash: string;
    /** Number of the record in its chain, from 1. */
    seq: number;
  };
  nextAfter: string | null;
  /** True if there are more. */
  hasMore: boolean;
};

export type ProveAuditHeadInput = {
  /** Id of the conversation; the same value is the A2A task id. */
  readonly conversationId: string;
  /** Size of a signed log you have; the newest if absent. */
  readonly size?: number;
};

export type ProveAuditHeadOutput = {
  /** Id of the conversation; the same value is the A2A task id. */
  conversationId: string;
  proven: {
    /** The record at the chain's head. */
    seq: number;
    /** Its hash, as hex. */
    hash: string;
    /** Its place in the log, from 0. */
    leaf: number;
    /** Size of the log that the proof leads to. */
    size: number;
    /** Hashes from the leaf to the root. */
    proof: Array<string>;
  } | null;
};

export type GetAuditLogOutput = {
  /** The log's name: the name of its key. */
  origin: string;
  /** Number of chain heads in it. */
  size: number;
  /** Root of the tree over them, base64. */
  root: string;
  /** The signed note, with its signatures. */
  note: string;
  /** The current signing key, in C2SP format. */
  key: string;
  /** The log's witnesses, and how far each has signed. */
  witnesses: Array<{
    /** Its name: the name of its key. */
    name: string;
    /** Its key, in C2SP format. */
    key: string;
    /** Size of the log it last signed; 0 if it never signed. */
    size: number;
    signedAt: string | null;
    note: string | null;
    problem: string | null;
  }>;
};

export type ProveLogConsistencyInput = {
  /** Size of the older signed log you have. */
  readonly from: number;
  /** Size of the newer one; the newest if absent. */
  readonly to?: number;
};

export type ProveLogConsistencyOutput = {
  /** The older size. */
  from: number;
  /** The newer size. */
  to: number;
  /** Hashes from the older root to the newer one. */
  proof: Array<string>;
};

export type GetHealthOutput = {
  /** True if the books, the verification, the backup and the clock are fine. Delayed requests alone don't make it false. */
  ok: boolean;
  ledger: {
    /** All entries; zero if right. */
    sum: number;
    /** Accounts whose balance differs from their entries. */
    drifted: number;
  } | null;
  /** The newest verification; null if there was none yet. */
  verified: {
    /** When it was. RFC 3339, UTC, milliseconds. */
    at: string;
    /** False if it failed, or found something wrong. */
    ok: boolean;
    wellAt: string | null;
  } | null;
  /** The newest scheduled backup; null if there was none yet. */
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
    /** How far the clock has jumped ahead; expiry waits then. 0 if it is trusted. */
    aheadSeconds: number;
    /** How much longer expiry waits. */
    waitsSeconds: number;
  };
};

export type GetReadinessOutput = {
  /** True if reads and writes can be served. */
  ok: boolean;
  detail: string | null;
  database: {
    /** Whether a write reached the disk just now. */
    writable: boolean;
    /** True while the disk is full and only reads are served. */
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

export type OrderByWalletInput = {
  readonly localPart: string;
  readonly offerId: string;
};

export type RecordBounceInput = {
  /** The raw mail: a delivery status notification, an abuse report, or an unsubscribe mail. */
  readonly message?: string;
  /** Message-ID of the mail, as the relay reports it. */
  readonly messageId?: string;
  /** The relay's report. */
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
