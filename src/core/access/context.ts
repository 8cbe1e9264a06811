import type { DnsSettings } from "../../../packages/dns-lookup/src/settings.ts";
import type { TraceContext } from "../../../packages/telemetry/src/trace_context.ts";
import type { A2aFields } from "../base/a2a_fields.ts";
import type { ExternalServices } from "../base/external_services.ts";
import type { NewId } from "../base/ids.ts";
import type { Signer } from "../base/keys.ts";
import type { MicroUsdc } from "../base/money.ts";
import type { ChainSettings, RailName } from "../base/rails/chain.ts";
import type { TaskPushAsked } from "../base/task_push_asked.ts";
import type { Language } from "../base/words/languages.ts";
import type { Say } from "../base/words/say.ts";
import type { Database } from "../db/database.ts";
import type { Statement } from "../db/statement.ts";
import type { PushKind } from "../db/tables/data/push_schema.ts";
import type { ServiceError } from "../errors/errors.ts";
import type { Actor } from "./actor.ts";
import type { BodyPass } from "./bodies.ts";
import type {
  FederationSettings,
  NamedFile,
  RequestEvidence,
} from "./other_services.ts";
import type { Acting, Principal } from "./principal.ts";
import type { Readiness } from "./readiness.ts";

/** A server of others that signs the log as it has seen it (docs/audit.md). */
export interface Witness {
  readonly name: string;
  /** Its public key in the format of C2SP's tools. */
  readonly key: string;
  /** Its address, without a trailing slash. */
  readonly url: string;
}

/** A setting as an operator reads it. */
export interface ListedSetting {
  readonly name: string;
  /** The default, in words. */
  readonly usual: string;
  /** Null if it is not set, or secret. */
  readonly value: string | null;
  readonly from: "default" | "environment" | "file";
}

/** A variable whose name nearly matches a setting. */
export interface Misspelt {
  readonly name: string;
  readonly didYouMean: string;
}

/** The operator's settings; every operation may read them. */
export interface Settings {
  /** All settings as written, for the operator. */
  readonly listed: readonly ListedSetting[];
  /** Unknown variables, and the setting that each may mean. */
  readonly misspelt: readonly Misspelt[];
  /** The service's own base address, without a trailing slash. */
  readonly baseUrl: string;
  /** Domain of the free mailbox addresses. */
  readonly addressDomain: string;
  /** The address that receives unsubscribe mails (List-Unsubscribe), without a name. */
  readonly unsubscribeAddress: string;
  /** Domain of the reply addresses; null if answers are not read. */
  readonly replyDomain: string | null;
  /** The relay's name in authentication results (RFC 8601); null for none. */
  readonly relayName: string | null;
  /** The operator's address for problems; null if they look themselves. */
  readonly operatorMail: string | null;
  /** Test money that a new account starts with. */
  readonly openingCredit: MicroUsdc;
  /** Price of the demo request that a person finds after signing up; 0 for none. */
  readonly demoPrice: MicroUsdc;
  /** The service's fee on a released price, in hundredths of a percent. */
  readonly feeBps: number;
  readonly dns: DnsSettings;
  readonly federation: FederationSettings;
  /** The rails for the prices of new conversations; the first is the default. */
  readonly rails: readonly [RailName, ...RailName[]];
  /** Null without a chain. */
  readonly chain: ChainSettings | null;
  /**
   * The most that agents pay without asking if their owner set no limit: per payment, per UTC
   * day for all agents of an account, and per payee. Null is no limit.
   */
  readonly agentAutoLimit: MicroUsdc | null;
  readonly agentAutoDayLimit: MicroUsdc | null;
  readonly agentAutoPayeeLimit: MicroUsdc | null;
  /** False lets only the operator create accounts. */
  readonly isSignUpOpen: boolean;
  /** True lets webhooks use addresses that are not public. */
  readonly webhookPrivateNetworks: boolean;
  /** The share of a core for the daily verification, in percent. */
  readonly verifyShare: number;
  /** The witnesses that sign the log. */
  readonly witnesses: readonly Witness[];
  /** Bytes for the texts and files of one account. */
  readonly accountFileBytesMax: number;
  readonly quotas: Quotas;
  readonly retention: Retention;
}

/** How many of each kind one account may have. */
export interface Quotas {
  /** Conversations it has started, including drafts; null for no limit. */
  readonly conversations: number | null;
  readonly credentials: number;
  readonly webhooks: number;
  /** Event streams of one caller at once. */
  readonly streams: number;
}

/** How long data is kept that may be deleted. */
export interface Retention {
  readonly idempotencyKeptMs: number;
  /** Invites that were sent or failed; null keeps them forever. */
  readonly mailKeptMs: number | null;
  readonly reportKeptMs: number;
}

/** The services that every operation uses. */
export interface Core {
  readonly settings: Settings;
  readonly db: Database;
  readonly signer: Signer;
  /** Servers of others. */
  readonly outside: ExternalServices;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly newId: NewId;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Recent delays of the event loop. */
  readonly lateness: () => Lateness;
  /** Undefined if the clock is trusted. */
  readonly clockDoubt: () => ClockDoubt | undefined;
  /** Whether requests can be served now. */
  readonly readiness: Readiness;
}

/** Which interface carried a call. */
export type Via = "rest" | "mcp" | "a2a" | "web" | "mail" | "cli" | "system";

/** One call's origin: the caller, the interface, and how to recognise a repeat. */
export interface Caller {
  readonly principal: Principal;
  readonly via: Via;
  readonly requestId: string;
  readonly idempotencyKey?: string | undefined;
  /**
   * Fields stored with a message besides its input. Repeats ignore them: a client may send
   * them at another time and under another trace.
   */
  readonly a2a?: A2aFields | undefined;
  /** Where the task of a message is pushed from then on. Repeats ignore it. */
  readonly taskPush?: TaskPushAsked | undefined;
  /** True for a wire that shows only the state of a changed conversation. */
  readonly isBrief?: boolean;
  /** The language of the service's texts for people; English by default. */
  readonly language?: Language | undefined;
  /** The trace context; undefined if traces are off. */
  readonly trace?: TraceContext | undefined;
  /**
   * Aborted once nobody waits for the answer. It costs more than many calls, so it is created
   * on request; a getter would be read by code that copies the caller.
   */
  readonly signal?: (() => AbortSignal) | undefined;
  /** True if the call was counted before its body was read. */
  readonly isCounted?: boolean;
  /** The body that it arrived in. */
  readonly body?: BodyPass | undefined;
  /** The signature of another service's request, which the record names. */
  readonly evidence?: RequestEvidence | undefined;
  /** The files of that request's message, which are fetched once it is stored. */
  readonly namedFiles?: readonly NamedFile[] | undefined;
}

/** The rows that one attempt of a call has read, by the kind of reading (`PerCall`). */
export type Readings = Map<object, Map<string, Promise<unknown>>>;

/** The argument of a query's `run`: it cannot write. */
export interface QueryCall extends Core {
  readonly caller: Caller;
  /** The time of this call, the same for everything it does. */
  readonly now: number;
  readonly attempt: Readings;
  /** The signed-in caller, or a guest. */
  readonly member: Acting;
  /** The service's texts in the caller's language. */
  readonly say: Say;
}

/** The argument of a command's `run`: it collects, the pipeline commits. */
export interface CommandCall extends QueryCall {
  write(...statements: readonly Statement[]): void;
  /** The only way to audit and to publish. */
  record(change: Change): void;
  /**
   * Makes this call's record in a chain commit to rows: a digest by name, null for a removed
   * row.
   */
  cover(chainId: string, rows: Readonly<Record<string, string | null>>): void;
  /** The number of the last entry that a chain had before this call. */
  endOf(chainId: string): number;
  /**
   * Tells accounts what changed for them (docs/events.md), in the batch, and wakes their
   * listeners.
   */
  changed(...changes: readonly AccountChange[]): void;
  /** Adds notices for devices of accounts, in the batch. */
  tellDevices(...notices: readonly DeviceNotice[]): void;
  /** Publishes a key on the bus once the batch is on disk. */
  wake(key: string): void;
  /**
   * Refuses the call, but only once the collected writes are on disk: for outdated state that
   * must be corrected anyway.
   */
  refuseAfter(error: ServiceError): void;
  /** Runs once the batch is on disk: for caches, never for writes. */
  committed(then: () => void): void;
}

/** One change: an audit record, and an event if the subscribers hear of it. */
export interface Change {
  /** The chain it belongs to: a conversation, or an account. */
  readonly chainId: string;
  readonly type: string;
  readonly actor?: Actor;
  readonly stateFrom?: string;
  readonly stateTo?: string;
  readonly paymentStatus?: string;
  readonly checkpointId?: string;
  readonly reviewId?: string;
  readonly refs?: Readonly<Record<string, string>>;
  /** SHA-256 over salt and content; the content itself stays out. */
  readonly commitment?: string;
  /** Positions that may read the record; everyone in the chain if absent. */
  readonly audience?: readonly number[] | null;
  readonly event?: ChangeEvent;
}

/** One thing that changed for one account. */
export interface AccountChange {
  readonly accountId: string;
  readonly kind: "conversation" | "contact" | "payment" | "setting";
  /** An id; for a contact its address, for a setting its name. */
  readonly objectId: string;
  /** `flags`: only the account's own flags and labels of a conversation. */
  readonly what: "created" | "changed" | "flags" | "gone";
  /** For a changed conversation. */
  readonly version?: number;
}

/** A notice about a conversation for the devices of one account, or of a team's members. */
export interface DeviceNotice {
  readonly accountId: string;
  /** The team that it is for, if the account is one of its members. */
  readonly team?: string;
  readonly conversationId: string;
  readonly kind: PushKind;
}

/** The event that a change publishes (docs/events.md). */
export interface ChangeEvent {
  readonly name:
    | "message.appended"
    | "state.changed"
    | "payment.updated"
    | "terms.changed"
    | "dispute.changed";
  readonly version: number;
  readonly state: string;
  readonly [member: string]: unknown;
}

/** The delays of the event loop over a while, without whose requests caused them. */
export interface Lateness {
  /** How often it was blocked for longer than allowed. */
  readonly times: number;
  /** The longest of these times. */
  readonly longestMs: number;
}

/** The clock has run far ahead, so expiries wait. */
export interface ClockDoubt {
  readonly aheadMs: number;
  /** The remaining wait, unless the clock is confirmed. */
  readonly waitsMs: number;
}
