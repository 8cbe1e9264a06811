import type { Static } from "typebox";
import type { ReportSchema } from "../core/addresses/reports.ts";
import type {
  ContactSchema,
  PricesSchema,
  QuoteSchema,
} from "../core/addresses/schemas.ts";
import type { AgentCard } from "../core/agents/card.ts";
import type { OfferSchema } from "../core/agents/offers/offer.ts";
import type { JsonObject } from "../core/base/json.ts";
import type { Preview } from "../core/conversations/acts/drafts/preview_schema.ts";
import type { RecordActor } from "../core/conversations/model/shown/present_actor.ts";
import type { AuditRecordView } from "../core/conversations/read/projection/audit_view.ts";
import type { ConversationView } from "../core/conversations/read/projection/present.ts";
import { threadOf } from "../core/conversations/read/projection/present.ts";
import type { StatementEntry } from "../core/payments/statement.ts";

/** A call for what a truncated result leaves out. */
export interface Rest {
  readonly tool: string;
  readonly arguments: JsonObject;
}

type Quote = Static<typeof QuoteSchema>;

/** The members that tools' outputs have in common, each optional. */
export interface ThreadOutput extends JsonObject {
  readonly state?: string;
  readonly waiting?: string;
  readonly rule?: string;
  readonly reason?: string;
  readonly since?: string;
  readonly approvalUrl?: string;
  readonly conversationId?: string;
  readonly contextId?: string;
  readonly messageId?: string;
  readonly artifactId?: string;
  readonly checkpointId?: string;
  readonly decision?: string;
  readonly unread?: boolean;
  readonly archived?: boolean;
  readonly snoozedUntil?: string | null;
  readonly labels?: readonly string[];
  readonly conversation?: ConversationView;
  readonly messages?: ConversationView["messages"];
  readonly messagesOmitted?: number;
  readonly before?: string;
  readonly conversations?: readonly ConversationView[];
  readonly records?: readonly AuditRecordView[];
  readonly actors?: readonly RecordActor[];
  readonly audit?: {
    readonly records: readonly AuditRecordView[];
    readonly actors: readonly RecordActor[];
    readonly head: object;
  };
  readonly artifact?: ConversationView["artifacts"][number];
  readonly receipt?: { readonly receiptId: string };
  readonly proposal?: { readonly proposalId: string };
  readonly checkpoint?: ConversationView["checkpoints"][number];
  readonly rules?: Preview["asks"];
  readonly preview?: Preview;
  readonly entries?: readonly StatementEntry[];
  readonly report?: Static<typeof ReportSchema>;
  readonly contacts?: readonly Static<typeof ContactSchema>[];
  readonly prices?: Static<typeof PricesSchema>;
  readonly offers?: readonly Static<typeof OfferSchema>[];
  readonly items?: readonly {
    readonly service?: true;
    readonly name: string;
    readonly address: string;
    readonly url: string;
    readonly skillIds: readonly string[];
  }[];
  readonly skills?: AgentCard["skills"];
  readonly supportedInterfaces?: AgentCard["supportedInterfaces"];
  readonly capabilities?: AgentCard["capabilities"];
  readonly price?: Quote["price"];
  readonly validUntil?: string;
  readonly rest?: readonly Rest[];
}

/** The thread of an output: of a read with its page, of an act as it is. */
export function threadIn(output: ThreadOutput): ConversationView | undefined {
  const { conversation, messages, messagesOmitted = 0, before } = output;
  if (!conversation || !messages) return conversation;
  const page = { messages, messagesOmitted };
  const older = before === undefined ? {} : { before };
  return threadOf({ conversation, ...page, ...older });
}
