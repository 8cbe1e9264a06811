import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { cleanLine } from "../../../base/text.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import type { FileFacts } from "../../../review/facts.ts";
import { natureOf } from "../../../review/first_bytes.ts";
import type { Review } from "../../../review/review.ts";
import { objectionsOf } from "../../../review/review.ts";
import { judge, outcomeOf } from "../../../review/rule.ts";
import { ADDED_RULES } from "../../../review/rules.ts";
import { saidRules } from "../../../review/said_rule.ts";
import type { Message, Part } from "../../model/model.ts";

/** A file within a message itself, where a card finds it. */
export interface CarriedFile extends FileFacts {
  readonly messageId: string;
  /** Which part it is, from 0. */
  readonly part: number;
}

/** Files that messages carry in their parts, beside the artifacts that they name. */
export function carriedBy(messages: readonly Filed[]): readonly CarriedFile[] {
  return partsOf(messages).map(({ it, ...at }) => ({
    ...at,
    ...fileFacts(it),
  }));
}

/** The same as the rules judge them: with what their bytes are. */
export function judgedIn(messages: readonly Filed[]): readonly FileFacts[] {
  return partsOf(messages).map(({ it }) => {
    const facts = fileFacts(it);
    const { mimeType } = facts;
    // Text without a media type is saved as a text file.
    const type =
      it.text !== undefined && mimeType === "" ? "text/plain" : mimeType;
    return { ...facts, content: natureOf(bytesOf(it), type) };
  });
}

type Filed = Pick<Message, "id" | "parts">;

function partsOf(messages: readonly Filed[]) {
  return messages.flatMap(({ id: messageId, parts }) =>
    parts.flatMap((it, part) => (isFile(it) ? [{ messageId, part, it }] : [])),
  );
}

/** Bytes, and whatever is saved under a name; an address without either is a link. */
function isFile({ raw, url, filename, mediaType }: Part): boolean {
  if (raw !== undefined || filename !== undefined) return true;
  return url !== undefined && mediaType !== undefined;
}

/** The name as readers' machines take it: without invisible characters; the type without parameters. */
function fileFacts({ filename = "", mediaType = "" }: Part): FileFacts {
  const [type = ""] = mediaType.split(";");
  return { name: cleanLine(filename), mimeType: type.trim().toLowerCase() };
}

/** The bytes to save of a part. Buffer reads base64 as leniently as any reader does. */
function bytesOf({ raw, text }: Part): Uint8Array {
  return raw === undefined
    ? Buffer.from(text ?? "", "utf8")
    : Buffer.from(raw, "base64");
}

/**
 * Refuses a program among files that are added after sending, for any author and
 * any reader.
 * @throws review_denied
 */
export function refusePrograms(
  call: CommandCall,
  artifacts: readonly FileFacts[],
): void {
  const byAgent = call.member.kind === "agent";
  const rules = judge(ADDED_RULES, { byAgent, artifacts });
  if (outcomeOf(rules) === "deny") throw deniedSend(call, { rules });
}

/** @returns What a review said about something that it denies. */
export function deniedSend(
  { say }: QueryCall,
  review: Pick<Review, "rules">,
): ServiceError {
  return new ServiceError("review_denied", {
    detail: told`Cannot add this: the security review denied it.`,
    extra: { rules: saidRules(objectionsOf(review), say) },
  });
}
