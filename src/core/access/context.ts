import type { A2aFields } from "../base/a2a_fields.ts";
import type { ExternalServices } from "../base/external_services.ts";
import type { NewId } from "../base/ids.ts";
import type { Signer } from "../base/keys.ts";
import type { MicroUsdc } from "../base/money.ts";
import type { ChainSettings, RailName } from "../base/rails/chain.ts";
import type { Language } from "../base/words/languages.ts";
import type { Say } from "../base/words/say.ts";
import type { Database } from "../db/database.ts";
import type { Statement } from "../db/statement.ts";
import type { PushKind } from "../db/tables/data/push_schema.ts";
import type { ServiceError } from "../errors/errors.ts";
import type { TraceContext } from "../insight/trace_context.ts";
import type { Actor } from "./actor.ts";
import type { BodyPass } from "./bodies.ts";
import type { Acting, Principal } from "./principal.ts";
import type { Readiness } from "./readiness.ts";

/** A DNS server: an IP address and a port. */
export interface DnsServer {
  readonly address: string;
  readonly port: number;
}

/** How the records of custom domains are looked up. */
export interface DnsSettings {
  /** The operator's own resolver: says which name servers a zone has. */
  readonly resolver: DnsServer;
  /** The port of name servers: 53 except in development. */
  readonly authoritativePort: number;
  /** True asks name servers of private and loopback addresses too. */
  readonly privateNameServers: boolean;
}

/** A server of somebody else that signs the log as it has seen it (docs/audit.md). */
export interface Witness {
  readonly name: string;
  /** Its public key, as C2SP's tools write it. */
  readonly key: string;
  /** Where it is asked, without a trailing slash. */
  readonly url: string;
}

/** A setting as an operator reads it. */
export interface ListedSetting {
  readonly name: string;
  /** The value that holds without it, in words. */
  readonly usual: string;
  /** Null if it is not set, and of a secret. */
  readonly value: string | null;
  readonly from: "default" | "environment" | "file";
}

/** A variable that is nearly called like a setting. */
export interface Misspelt {
  readonly name: string;
  readonly didYouMean: string;
}

/** The operator's settings; every operation may read them. */
export interface Settings {
  /** All of it as it was written, for the operator. */
  readonly listed: readonly ListedSetting[];
  /** Variables that are no setting, and the setting that each may mean. */
  readonly misspelt: readonly Misspelt[];
  /** The service's own base address, without a trailing slash. */
  readonly baseUrl: string;
  /** Domain of the free mailbox addresses. */
  readonly addressDomain: string;
  /** The address that takes unsubscribe mails (List-Unsubscribe); the address alone. */
  readonly unsubscribeAddress: string;
  /** Domain of the addresses that mails are answered at; null where none are read. */
  readonly replyDomain: string | null;
  /** The relay's own name where it says who a mail is by (RFC 8601); null for none. */
  readonly relayName: string | null;
  /** Where the operator reads what went wrong; null if they look by themselves. */
  readonly operatorMail: string | null;
  /** Test money that a new account starts with. */
  readonly openingCredit: MicroUsdc;
  /** Price of the demo request that a person finds after signing up; 0 for none. */
  readonly demoPrice: MicroUsdc;
  /** The service's fee on a released price, in hundredths of a percent. */
  readonly feeBps: number;
  readonly dns: DnsSettings;
  /** The rails that may hold the prices of new conversations; the first where none is named. */
  readonly rails: readonly [RailName, ...RailName[]];
  /** Null where nothing is held on a chain. */
  readonly chain: ChainSettings | null;
  /**
   * Most that agents pay by themselves where their owner set no limit: for one payment,
   * and for those of all agents of an account in a UTC day, in all and to one payee.
   * Null is no limit.
   */
  readonly agentAutoLimit: MicroUsdc | null;
  readonly agentAutoDayLimit: MicroUsdc | null;
  readonly agentAutoPayeeLimit: MicroUsdc | null;
  /** False lets only the operator make accounts. */
  readonly isSignUpOpen: boolean;
  /** True lets webhooks go to addresses that are not public. */
  readonly webhookPrivateNetworks: boolean;
  /** How much of a core the daily verification may take, in percent. */
  readonly verifyShare: number;
  /** The witnesses that are asked to sign the log. */
  readonly witnesses: readonly Witness[];
  /** Bytes that the texts and files of one account may take. */
  readonly accountFileBytesMax: number;
  readonly quotas: Quotas;
  readonly retention: Retention;
}

/** How many of a kind one account may have. */
export interface Quotas {
  /** Conversations that it has begun, drafts too; null is as many as it likes. */
  readonly conversations: number | null;
  readonly credentials: number;
  readonly webhooks: number;
  /** Event streams of one caller at once. */
  readonly streams: number;
}

/** How long is kept what may be forgotten after a while. */
export interface Retention {
  readonly idempotencyKeptMs: number;
  /** Invites that have left or failed; null keeps them for ever. */
  readonly mailKeptMs: number | null;
  readonly reportKeptMs: number;
}

/** The services that every operation uses. */
export interface Core {
  readonly settings: Settings;
  readonly db: Database;
  readonly signer: Signer;
  /** Servers that others run. */
  readonly outside: ExternalServices;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly newId: NewId;
  readonly randomBytes: (count: number) => Uint8Array;
  /** How late the event loop was of late. */
  readonly lateness: () => Lateness;
  /** Nothing if the clock is trusted. */
  readonly clockDoubt: () => ClockDoubt | undefined;
  /** Whether what requests need works now. */
  readonly readiness: Readiness;
}

/** Which interface carried a call. */
export type Via = "rest" | "mcp" | "a2a" | "web" | "mail" | "cli" | "system";

/** One call's origin: who, over what, and how a repeat is recognised. */
export interface Caller {
  readonly principal: Principal;
  readonly via: Via;
  readonly requestId: string;
  readonly idempotencyKey?: string | undefined;
  /**
   * Fields kept with a message beside its input. A repeat is recognised without them: a
   * client may send it anew at another time and under another trace.
   */
  readonly a2a?: A2aFields | undefined;
  /** True of a wire that shows of a changed conversation no more than how it stands. */
  readonly isBrief?: boolean;
  /** The language of the words that the service writes for people; English where none is named. */
  readonly language?: Language | undefined;
  /** Where it stands in a trace; undefined where traces are off. */
  readonly trace?: TraceContext | undefined;
  /**
   * Aborted once nobody waits for the answer any longer. It costs more than many calls, so
   * it is made when it is asked for: a getter would be read by whoever copies the caller.
   */
  readonly signal?: (() => AbortSignal) | undefined;
  /** True if the call was counted before its body was read. */
  readonly isCounted?: boolean;
  /** The body that it came in. */
  readonly body?: BodyPass | undefined;
}

/** The rows that one attempt of a call has read, by the kind of reading (`PerCall`). */
export type Readings = Map<object, Map<string, Promise<unknown>>>;

/** The argument of a query's `run`: it cannot write. */
export interface QueryCall extends Core {
  readonly caller: Caller;
  /** The moment of this call, the same for everything it does. */
  readonly now: number;
  readonly attempt: Readings;
  /** The signed-in caller, or a guest. */
  readonly member: Acting;
  /** Says what the service writes, in the caller's language. */
  readonly say: Say;
}

/** The argument of a command's `run`: it collects, the pipeline commits. */
export interface CommandCall extends QueryCall {
  write(...statements: readonly Statement[]): void;
  /** The only way to audit and the only way to publish. */
  record(change: Change): void;
  /**
   * Has the record of this call in a chain commit to rows: a digest by name, null for a
   * row that is removed.
   */
  cover(chainId: string, rows: Readonly<Record<string, string | null>>): void;
  /** The number of the last entry that a chain had before this call. */
  endOf(chainId: string): number;
  /**
   * Says to accounts what changed for them (docs/events.md), in the batch, and wakes
   * who listens to them.
   */
  changed(...changes: readonly AccountChange[]): void;
  /** Leaves notices, in the batch, for devices of accounts that want to hear of it. */
  tellDevices(...notices: readonly DeviceNotice[]): void;
  /** Publishes a key on the bus once the batch is on disk. */
  wake(key: string): void;
  /**
   * Refuses the call, but only once what was collected is on disk: for what was
   * found out of date on the way and has to be put right all the same.
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
  /** Positions that may read the record; absent is everyone in the chain. */
  readonly audience?: readonly number[] | null;
  readonly event?: ChangeEvent;
}

/** One thing that changed for one account. */
export interface AccountChange {
  readonly accountId: string;
  readonly kind: "conversation" | "contact" | "payment" | "setting";
  /** An id; of a contact its address, of a setting its name. */
  readonly objectId: string;
  /** `flags`: only the account's own flags and labels of a conversation. */
  readonly what: "created" | "changed" | "flags" | "gone";
  /** Of a conversation that changed. */
  readonly version?: number;
}

/** One thing in a conversation that devices of one account are told. */
export interface DeviceNotice {
  readonly accountId: string;
  readonly conversationId: string;
  readonly kind: PushKind;
}

/** The event that a change publishes (docs/events.md). */
export interface ChangeEvent {
  readonly name: "message.appended" | "state.changed" | "payment.updated";
  readonly version: number;
  readonly state: string;
  readonly [member: string]: unknown;
}

/** The delays of the event loop over a while; nothing of whose requests they were. */
export interface Lateness {
  /** How often it was kept for longer than it may be. */
  readonly times: number;
  /** The longest of these times. */
  readonly longestMs: number;
}

/** The clock has run far ahead: what time ends waits. */
export interface ClockDoubt {
  readonly aheadMs: number;
  /** How long it waits yet, if nobody says that the clock is right. */
  readonly waitsMs: number;
}
