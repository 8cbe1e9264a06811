import type { Preview } from "../core/conversations/drafts/preview_schema.ts";
import type { AuditRecordView } from "../core/conversations/projection/audit_view.ts";
import type { ConversationView } from "../core/conversations/projection/present.ts";
import type { RecordActor } from "../core/conversations/projection/present_actor.ts";
import type { Entry } from "../core/payments/statement.ts";
import type { JsonObject } from "./mappings.ts";

/** A call that gets what a truncated result leaves out. */
export interface Rest {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** The members that tools' outputs have in common, as far as one has them. */
export interface ThreadOutput extends JsonObject {
  readonly conversation?: ConversationView;
  readonly messages?: ConversationView["messages"];
  readonly conversations?: readonly ConversationView[];
  readonly records?: readonly AuditRecordView[];
  readonly actors?: readonly RecordActor[];
  readonly audit?: {
    readonly records: readonly AuditRecordView[];
    readonly actors: readonly RecordActor[];
  };
  readonly payment?: ConversationView["payment"];
  readonly entries?: readonly Entry[];
  readonly displayName?: string;
  /** In a preview alone. */
  readonly recipients?: Preview["recipients"];
  /** In a review alone. */
  readonly preview?: Preview;
  readonly items?: readonly { readonly name: string }[];
  /** In an agent card alone. */
  readonly supportedInterfaces?: readonly unknown[];
  readonly rest?: readonly Rest[];
}
