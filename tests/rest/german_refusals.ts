import type { TestRequest, TestService } from "../harness.ts";
import { json } from "../harness.ts";

/** The members of a problem that people read; all others are codes, names and addresses. */
const READ = ["title", "detail", "error", "message", "fix"] as const;

/** Sentences that are English for every reader: programs know them (docs/languages.md). */
const FIXED = new Set(["Sign in required.", "Sign in required"]);

/** Words that stand in nearly every English sentence, and in no German one. */
const ENGLISH_WORD =
  /(?<![\w/:.=-])(?:the|is|are|must|cannot|may|not|of|and|or|your|you|only|has|have|it|its|with|than|there|that|this|no|one|if|for|be|been|by|which|who|already|known|missing|empty|least|most|a|an address)(?![\w/:=-])/gi;

/** Names of fields, codes and samples, which are the same in all languages. */
const NAMES = /`[^`]*`|"[^"]*"|„[^“]*“|\b(?:from|is|in|to|or):|\/\S+/g;

/** A refusal as it was told. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  /** The texts that a person reads, by their member. */
  readonly said: Readonly<Record<string, string>>;
}

/** Asks for the same twice; undefined unless both are refused. */
export async function refusedTwice(
  service: TestService,
  path: string,
  request: TestRequest,
): Promise<readonly [english: Refusal, german: Refusal] | undefined> {
  const ask = async (language: string) => {
    const headers = { ...request.headers, "accept-language": language };
    const response = await service.fetch(path, { ...request, headers });
    const { status } = response;
    return status < 400
      ? undefined
      : refusalIn(status, (await json(response)) as Problem);
  };
  const english = await ask("en");
  const german = english && (await ask("de"));
  return english && german && [english, german];
}

interface Problem {
  readonly [member: string]: unknown;
  readonly code: string;
  readonly errors?: readonly { readonly detail: string }[];
  readonly rules?: readonly { readonly detail: string }[];
}

function refusalIn(status: number, problem: Problem): Refusal {
  const { code, errors = [], rules = [] } = problem;
  const fields = errors.map(({ detail }, at) => [`errors[${at}]`, detail]);
  const reasons = rules.map(({ detail }, at) => [`rules[${at}]`, detail]);
  const own = READ.map((it) => [it, String(problem[it])]);
  return {
    status,
    code,
    said: Object.fromEntries([...own, ...fields, ...reasons]),
  };
}

/** The members of a German refusal that are English, or say nothing of the English one. */
export function englishIn([english, german]: readonly [
  Refusal,
  Refusal,
]): readonly string[] {
  if (english.code !== german.code) return [`${english.code}, ${german.code}`];
  return Object.entries(german.said).flatMap(([member, text]) => {
    if (FIXED.has(text) || text === "") return [];
    const words = text.replace(NAMES, " ").match(ENGLISH_WORD) ?? [];
    const isSame = text === english.said[member];
    return isSame || words.length > 0
      ? [`${german.code} ${member}: ${text} [${words.join(" ")}]`]
      : [];
  });
}
