import type { InnerList, Item } from "structured-headers";
import {
  serializeDictionary,
  serializeInnerList,
  serializeItem,
} from "structured-headers";

/** The label of the signature, and of the agent that it speaks for. */
export const LABEL = "sig1";

/** The use of a signature (Web Bot Auth): one made for anything else counts for nothing. */
export const TAG = "web-bot-auth";

/** The parts of a request that a signature covers, as both sides see them. */
export interface CoveredParts {
  readonly method: string;
  /** The whole URL that the request is sent to. */
  readonly targetUri: string;
  /** The headers by name, in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Each agent of `Signature-Agent`, by its label. */
  readonly agents: ReadonlyMap<string, Item>;
}

/**
 * The text that is signed (RFC 9421, 2.5) for the components and parameters of one
 * signature; undefined if a component is unknown, repeated or absent. Pure.
 */
export function signatureBase(
  parts: CoveredParts,
  covered: InnerList,
): string | undefined {
  const lines = new Map<string, string>();
  for (const component of covered[0]) {
    const name = serializeItem(component);
    const value = componentOf(parts, component);
    if (value === undefined || lines.has(name)) return undefined;
    lines.set(name, value);
  }
  lines.set('"@signature-params"', serializeInnerList(covered));
  return [...lines].map(([name, value]) => `${name}: ${value}`).join("\n");
}

function componentOf(
  { method, targetUri, headers, agents }: CoveredParts,
  [name, params]: Item,
): string | undefined {
  if (typeof name !== "string") return undefined;
  const key = params.get("key");
  if (params.size > (key === undefined ? 0 : 1)) return undefined;
  if (name === "signature-agent") {
    const agent = typeof key === "string" ? agents.get(key) : undefined;
    return agent && serializeItem(agent);
  }
  if (key !== undefined) return undefined;
  switch (name) {
    case "@method":
      return method.toUpperCase();
    case "@target-uri":
      return targetUri;
    case "@authority":
      return URL.parse(targetUri)?.host;
    case "@path":
      return URL.parse(targetUri)?.pathname;
    default:
      // Not the properties that every object has: the sender chooses the name.
      return Object.hasOwn(headers, name) ? headers[name]?.trim() : undefined;
  }
}

/** The components that every signed request covers, with a body and without one. */
export function requiredOf(hasBody: boolean): readonly Item[] {
  const plain = (name: string): Item => [name, new Map()];
  return [
    ...[plain("@method"), plain("@target-uri")],
    ...(hasBody ? [plain("content-type"), plain("content-digest")] : []),
    ["signature-agent", new Map([["key", LABEL]])],
  ];
}

/** The signature that a refusal asks for, as a header field says it (RFC 9421, 5.1). */
export const WANTED_SIGNATURE = serializeDictionary(
  new Map([
    [
      LABEL,
      [
        [...requiredOf(true)],
        new Map<string, boolean | string>([
          ["created", true],
          ["expires", true],
          ["tag", TAG],
        ]),
      ],
    ],
  ]),
);
