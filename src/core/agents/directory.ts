import type { QueryCall } from "../access/context.ts";
import {
  agentCardByPath,
  agentCardUrl,
  freeAddressOf,
} from "../addresses/present.ts";
import { LIMITS } from "../base/limits.ts";
import { publicSkills } from "./account_card.ts";
import type { Listing } from "./directory_store.ts";
import { directoryStore } from "./directory_store.ts";
import { trackRecordOf } from "./record/track_record.ts";

/** A search of the directory. */
export interface DirectorySearch {
  readonly query?: string | undefined;
  readonly limit: number;
}

/**
 * Agents that match every word of a query, or any of them if none matches all, the best
 * first; without a query all listed ones.
 */
export async function searchDirectory(
  call: QueryCall,
  { query, limit }: DirectorySearch,
) {
  const found = await listingsFor(call, query?.trim() ?? "", limit);
  const shown = [];
  for (const { displayName, localPart, kind, ...agent } of found) {
    const { skills, offers } = agent;
    const record = await trackRecordOf(call, agent);
    const open = { displayName, skills, offers: JSON.parse(offers) };
    shown.push({
      ...(kind === "service" && { service: true as const }),
      name: displayName,
      address: freeAddressOf(call.settings, localPart),
      url: agentCardUrl(call.settings, localPart),
      ...agentCardByPath(call.settings, localPart),
      skillIds: publicSkills(open).map(({ id }) => id),
      ...(record && { record }),
    });
  }
  return shown;
}

async function listingsFor(
  call: QueryCall,
  query: string,
  limit: number,
): Promise<readonly Listing[]> {
  const directory = directoryStore(call.db);
  if (query === "") return await directory.all(limit);
  const terms = termsOf(query);
  if (terms.length === 0) return [];
  const exact = await directory.matching(terms.join(" AND "), limit);
  return exact.length > 0 || terms.length === 1
    ? exact
    : await directory.matching(terms.join(" OR "), limit);
}

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;

/**
 * The words of a query as FTS5 prefix phrases; a word whose marks have several spellings in
 * each of them. Only letters, marks and digits get between the quotes, so no query is read as
 * syntax.
 */
export function termsOf(query: string): readonly string[] {
  const words = query.match(WORD) ?? [];
  const forms = words.map((word) => {
    const all = new Set([word.normalize(), word.normalize("NFD"), word]);
    const phrases = [...all].map((it) => `"${it}"*`);
    return phrases.length > 1 ? `(${phrases.join(" OR ")})` : phrases.join("");
  });
  return [...new Set(forms)].slice(0, LIMITS.directoryTermsMax);
}
