import { USUAL_LANGUAGE } from "../base/words/languages.ts";
import type { Say } from "../base/words/say.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { saidAbout } from "./about_words.ts";
import type { RuleResult } from "./rule.ts";
import { reasonsOf } from "./rule_ids.ts";

/**
 * A result in the reader's language. The record has its English sentence, which begins with
 * the rule's reason, followed by its subject.
 */
export function saidRule(result: RuleResult, say: Say): RuleResult {
  const { id, detail } = result;
  if (detail === "" || say.language === USUAL_LANGUAGE) return result;
  const reason = reasonsOf(id).find((it) => detail.startsWith(stemOf(it)));
  if (reason === undefined) return result;
  const [, about] = ABOUT.exec(detail.slice(stemOf(reason).length)) ?? [];
  const said = say.of(reason);
  if (about === undefined) return { ...result, detail: said };
  const words = saidAbout(id, about, say);
  return { ...result, detail: `${stemOf(said)}: ${words}.` };
}

/** The same of all results. */
export function saidRules(results: readonly RuleResult[], say: Say) {
  return results.map((it) => saidRule(it, say));
}

/** Why rules object, within a sentence. */
export function toldRules(results: readonly RuleResult[]): Sentence {
  return {
    in: (say) =>
      saidRules(results, say)
        .map(({ detail }) => detail)
        .join(" "),
  };
}

/** The end of a reason that names its subject, which rule.ts adds. */
const ABOUT = /^: (.*)\.$/s;

/** A sentence without its full stop. */
function stemOf(sentence: string): string {
  return sentence.slice(0, -1);
}
