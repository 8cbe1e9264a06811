import type { ClientCapabilities } from "@modelcontextprotocol/sdk/types.js";
import type { Caller } from "../../core/access/context.ts";
import type { Member } from "../../core/access/principal.ts";
import type { JsonObject } from "../../core/base/json.ts";
import { INVALID_PARAMS } from "../../core/errors/error_row.ts";
import type { Services } from "../../core/pipeline/call.ts";
import type { Subscription } from "../../core/streams/event_stream.ts";
import type { Registry } from "../registry.ts";
import type { ResultWriter } from "../result.ts";
import type { ToolView } from "../tool_view.ts";
import { RpcError } from "./json_rpc.ts";

/** Revisions before 2026-07-28 have a handshake; later requests are self-contained. */
export type Era = "legacy" | "modern";

/** The services and tables that all methods use. */
export interface Server {
  readonly services: Services;
  readonly registry: Registry;
  readonly writer: ResultWriter;
}

/** One request, without its params. */
export interface MethodCall {
  readonly id: string | number;
  readonly era: Era;
  readonly caller: Caller & { readonly principal: Member };
  readonly view: ToolView;
  /** The client's capabilities; a request of the older era does not have them. */
  readonly client: ClientCapabilities;
  /** The POST's `Idempotency-Key`, equal to the one in `_meta` of its only call. */
  readonly idempotencyKey: string | undefined;
}

/** A method of the protocol. */
export interface Method {
  readonly eras: readonly Era[];
  /** The member of params that `Mcp-Name` repeats. */
  readonly subject?: "name" | "uri";
  /** How long a client may cache the result, for its caller only. */
  readonly freshMs?: number;
  /** The session that an answer to these params starts, if it needs one. */
  session?(params: JsonObject | undefined): string | undefined;
  /** The result's members, without those that every result has. */
  answer(
    server: Server,
    asked: MethodCall,
    params: JsonObject | undefined,
  ): Promise<Result>;
}

/** The result of a method: an object, or a stream of notifications that ends with one. */
export type Result = JsonObject | WrittenResult | Listening;

/** A result that is already JSON. */
export class WrittenResult {
  /** An object without `_meta`. */
  readonly json: string;
  readonly meta: JsonObject | undefined;

  constructor(json: string, meta?: JsonObject) {
    this.json = json;
    this.meta = meta;
  }
}

/** Notifications that continue until the client leaves. */
export class Listening {
  readonly subscription: Subscription;
  /** The first message. */
  readonly first: JsonObject;
  /** The notifications for an event that the client asked for. */
  readonly notify: (event: string, data: object) => readonly JsonObject[];
  /** The last message, sent when the service ends the stream. */
  readonly last: JsonObject;

  constructor(of: Listening) {
    this.subscription = of.subscription;
    this.first = of.first;
    this.notify = of.notify;
    this.last = of.last;
  }
}

/** The part of an SDK schema that is used here. */
interface Shape<P> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: P }
    | { readonly success: false; readonly error: Faults };
}

interface Faults {
  readonly issues: readonly {
    readonly path: readonly PropertyKey[];
    readonly message: string;
  }[];
}

/**
 * Reads the params of a request by the SDK's schema.
 * @throws RpcError that names the first wrong member
 */
export function readParams<P>(shape: Shape<P>, params: unknown): P {
  const read = shape.safeParse(params);
  if (read.success) return read.data;
  const [first] = read.error.issues;
  const where = ["params", ...(first?.path ?? [])].map(String).join(".");
  throw new RpcError(
    INVALID_PARAMS,
    `Invalid params: ${where}: ${first?.message ?? "is not as it should be"}`,
  );
}
