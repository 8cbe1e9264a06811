import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { cleanLine } from "../../../base/text.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import type { FileFacts } from "../../../review/facts.ts";
import { natureOf } from "../../../review/nature.ts";
import type { Review } from "../../../review/review.ts";
import { objectionsOf } from "../../../review/review.ts";
import { judge, outcomeOf } from "../../../review/rule.ts";
import { ADDED_RULES } from "../../../review/rules.ts";
import { saidRules } from "../../../review/said_rule.ts";
import type { Message, Part } from "../../model/model.ts";

/** A file inside a message, and where a card finds it. */
export interface CarriedFile extends FileFacts {
  readonly messageId: string;
  /** The index of its part, from 0. */
  readonly part: number;
}

/** Files in the parts of messages, beside the artifacts that they name. */
export function carriedBy(messages: readonly Filed[]): readonly CarriedFile[] {
  return partsOf(messages).map(({ it, ...at }) => ({
    ...at,
    ...fileFacts(it),
  }));
}

/** The same for the rules, with the type of their bytes. */
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

/** True for bytes and for anything saved under a name; an address without either is a link. */
function isFile({ raw, url, filename, mediaType }: Part): boolean {
  if (raw !== undefined || filename !== undefined) return true;
  return url !== undefined && mediaType !== undefined;
}

/**
 * The name as readers' machines see it, without invisible characters; the type without
 * parameters.
 */
function fileFacts({ filename = "", mediaType = "" }: Part): FileFacts {
  const [type = ""] = mediaType.split(";");
  return { name: cleanLine(filename), mimeType: type.trim().toLowerCase() };
}

/** The bytes to save of a part. Buffer reads base64 as leniently as any reader. */
function bytesOf({ raw, text }: Part): Uint8Array {
  return raw === undefined
    ? Buffer.from(text ?? "", "utf8")
    : Buffer.from(raw, "base64");
}

/**
 * Refuses a program among files that are added after sending, by any author for any reader.
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

/** @returns What a review says about what it denies. */
export function deniedSend(
  { say }: QueryCall,
  review: Pick<Review, "rules">,
): ServiceError {
  return new ServiceError("review_denied", {
    detail: told`Cannot add this: the security review denied it.`,
    extra: { rules: saidRules(objectionsOf(review), say) },
  });
}
