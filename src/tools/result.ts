import type { Caller } from "../core/access/context.ts";
import { BoundedCache } from "../core/base/cache.ts";
import { LIMITS } from "../core/base/limits.ts";
import type { ConversationView } from "../core/conversations/projection/present.ts";
import { problemOf, rowOf, ServiceError } from "../core/errors/errors.ts";
import type { Services } from "../core/pipeline/call.ts";
import type { Bounded } from "./bound.ts";
import { fence, fenceProblem } from "./fence.ts";
import type { ObjectSchema } from "./mappings.ts";
import type { Names } from "./names.ts";
import { underscored } from "./names.ts";
import type { ThreadOutput } from "./outputs.ts";

const NONCE_BYTES = 16;

/** A result but for its nonce: JSON texts that are put together as they are. */
interface Written {
  readonly structured: string;
  /** The same for a model, as the text of a block. */
  readonly shown: string;
  /** What goes between the nonces of the block with others' words. */
  readonly pieces: readonly string[];
}

/** Writes the results of one server; what is read again is written once. */
export class ResultWriter {
  readonly #services: Services;
  readonly #known = new BoundedCache<ConversationView, Written>(
    LIMITS.toolTextsKeptCharsMax,
  );

  constructor(services: Services) {
    this.#services = services;
  }

  /** The JSON text of a `tools/call` result, for a model and for a program. */
  result(
    viewerId: string,
    { output, json }: Bounded,
    replayed: boolean,
  ): string {
    return this.#sealed(written(output, json, viewerId), replayed);
  }

  /**
   * The result of reading a conversation, which nothing but the view decides:
   * views are never changed, so the same one has the same texts.
   */
  reading(
    view: ConversationView,
    viewerId: string,
    make: () => Bounded,
  ): string {
    const known = this.#known.get(view);
    if (known) return this.#sealed(known, false);
    const { output, json } = make();
    const fresh = written(output, json, viewerId);
    // What was left out is named in the client's own spelling of the tools.
    if (output.truncated !== true) {
      this.#known.set(view, fresh, charsIn(fresh));
    }
    return this.#sealed(fresh, false);
  }

  #sealed({ structured, shown, pieces }: Written, replayed: boolean): string {
    const meta = replayed ? REPLAYED : "";
    if (pieces.length === 0) {
      return `{"content":[${shown}],"structuredContent":${structured}${meta}}`;
    }
    const block = untrustedBlock(this.#services, pieces);
    return `{"content":[${shown},${block}],"structuredContent":${structured}${meta}}`;
  }
}

/** The block of others' words, behind a nonce made for this result. */
function untrustedBlock(
  { randomBytes }: Services,
  pieces: readonly string[],
): string {
  const nonce = randomBytes(NONCE_BYTES).toHex();
  return `{"type":"text","text":"${pieces.join(nonce)}","_meta":{"svc/untrusted":true}}`;
}

/** Says that a repeated request got the stored result of the first. */
const REPLAYED = ',"_meta":{"svc/replayed":true}';

function written(
  output: ThreadOutput,
  structured: string,
  viewerId: string,
): Written {
  const { masked, pieces } = fence(output, viewerId);
  const shown = pieces.length === 0 ? structured : JSON.stringify(masked);
  return { structured, shown: textBlock(shown), pieces: pieces.map(escaped) };
}

function charsIn({ structured, shown, pieces }: Written): number {
  return structured.length + shown.length + pieces.join("").length;
}

function textBlock(text: string): string {
  return `{"type":"text","text":${JSON.stringify(text)}}`;
}

/** A text as it stands between the quotes of a JSON text. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Whom a failure is told to, in which names. */
interface Told {
  readonly caller: Pick<Caller, "requestId">;
  readonly names: Names;
}

/**
 * A failure that the model can read and mend: the problem object of every wire,
 * and how the fields that are wrong should look (SEP-1303). What it quotes of
 * others is fenced. It has no structuredContent, which clients would hold against
 * the output schema.
 */
export function failureText(
  services: Services,
  { caller: { requestId }, names }: Told,
  thrown: unknown,
  schema: ObjectSchema | undefined,
): string {
  const error =
    thrown instanceof ServiceError
      ? thrown
      : new ServiceError("internal", { cause: thrown });
  if (rowOf(error).status >= 500) {
    services.log.error(`tools.${error.code}`, error.cause ?? error, requestId);
  }
  const { baseUrl } = services.settings;
  const problem = problemOf(error, { baseUrl, requestId, wire: "mcp" });
  const { masked, pieces } = fenceProblem(problem);
  const shown = {
    ...masked,
    // In the names that the client was told.
    ...(names === "underscored" && { fix: underscored(problem.fix) }),
    ...expected(error, schema),
  };
  const blocks = [textBlock(JSON.stringify(shown))];
  if (pieces.length > 0) {
    blocks.push(untrustedBlock(services, pieces.map(escaped)));
  }
  return `{"content":[${blocks.join(",")}],"isError":true}`;
}

/** The listed schema of each field that is wrong. */
function expected(
  { errors }: ServiceError,
  schema: ObjectSchema | undefined,
): object | undefined {
  const fields = errors.map(({ pointer }) => pointer.split("/")[1] ?? "");
  const known = [...new Set(fields)].flatMap((field) => {
    const own = schema?.properties[field];
    return own ? [[field, own] as const] : [];
  });
  return known.length > 0 ? { expected: Object.fromEntries(known) } : undefined;
}
