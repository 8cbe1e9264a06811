import { phrase } from "../base/words/say.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import type { QueryCall } from "./context.ts";

/** The error for an act reserved for a signed-in person, with the page where they do it. */
export function onlyPerson(
  { settings: { baseUrl } }: Pick<QueryCall, "settings">,
  path: `/${string}`,
  detail: Sentence,
): ServiceError {
  return new ServiceError("person_required", {
    detail,
    fix: phrase`Give your person the approvalUrl, where they can do it signed in.`,
    extra: { approvalUrl: `${baseUrl}${path}` },
  });
}
