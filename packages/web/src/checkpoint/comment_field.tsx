import { LIMITS } from "../../../../src/core/base/limits.ts";
import { TextArea } from "../ui/field.tsx";
import { t } from "../ui/t.ts";

/** An optional comment on a decision. */
export function CommentField({
  comment,
  onComment,
  label = t`Comment (optional)`,
  isAnswer = false,
  hint = isAnswer
    ? t`Your agent will read this.`
    : t`Saved with your decision.`,
}: {
  comment: string;
  onComment: (comment: string) => void;
  label?: string;
  /** True if the comment is the requested answer. */
  isAnswer?: boolean;
  hint?: string;
}) {
  return (
    <TextArea
      label={isAnswer ? t`Your answer` : label}
      hint={hint}
      rows={isAnswer ? 3 : 1}
      maxLength={LIMITS.commentCharsMax}
      value={comment}
      onText={onComment}
    />
  );
}
