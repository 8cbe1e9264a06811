import type { Services } from "../core/call.ts";
import type { Caller } from "../core/context.ts";
import { problemOf, rowOf, ServiceError } from "../core/errors.ts";
import { isMember } from "../core/principal.ts";
import type { Bounded } from "./bound.ts";
import { fence } from "./fence.ts";
import type { ObjectSchema } from "./mappings.ts";

const NONCE_BYTES = 16;

/**
 * The JSON text of a `tools/call` result, for a model and for a program
 * (decisions.md H). It is written here once, and sent as it is.
 */
export function resultText(
  services: Services,
  { principal }: Caller,
  { output, json }: Bounded,
  replayed: boolean,
): string {
  const viewerId = isMember(principal) ? principal.accountId : "";
  const { masked, block } = fence(output, viewerId, () =>
    services.randomBytes(NONCE_BYTES).toHex(),
  );
  if (block === undefined) {
    return `{"content":[${textBlock(json)}],"structuredContent":${json}${meta(replayed)}}`;
  }
  const shown = textBlock(JSON.stringify(masked));
  return `{"content":[${shown},${untrustedBlock(block)}],"structuredContent":${json}${meta(replayed)}}`;
}

function textBlock(text: string): string {
  return `{"type":"text","text":${JSON.stringify(text)}}`;
}

function untrustedBlock(text: string): string {
  return `{"type":"text","text":${JSON.stringify(text)},"_meta":{"svc/untrusted":true}}`;
}

/** Says that a repeated request got the stored result of the first. */
function meta(replayed: boolean): string {
  return replayed ? ',"_meta":{"svc/replayed":true}' : "";
}

/**
 * A failure that the model can read and mend: the problem object of every wire,
 * and how the fields that are wrong should look (SEP-1303). It has no
 * structuredContent, which clients would hold against the output schema.
 */
export function failureText(
  services: Services,
  { requestId }: Caller,
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
  const problem = {
    ...problemOf(error, { baseUrl, requestId }),
    ...expected(error, schema),
  };
  return `{"content":[${textBlock(JSON.stringify(problem))}],"isError":true}`;
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
