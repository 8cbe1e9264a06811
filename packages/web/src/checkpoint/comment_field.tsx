import { LIMITS } from "../../../../src/core/base/limits.ts";
import { TextArea } from "../ui/field.tsx";
import { t } from "../ui/t.ts";

/** An optional comment on a decision. */
export function CommentField({
  comment,
  onComment,
  label = t`Comment (optional)`,
  hint = t`Saved with your decision.`,
  isAnswer = false,
}: {
  comment: string;
  onComment: (comment: string) => void;
  label?: string;
  hint?: string;
  /** True if the comment is the requested answer. */
  isAnswer?: boolean;
}) {
  return (
    <TextArea
      label={isAnswer ? t`Your answer` : label}
      hint={isAnswer ? t`Your agent will read this.` : hint}
      rows={isAnswer ? 3 : 1}
      maxLength={LIMITS.commentCharsMax}
      value={comment}
      onText={onComment}
    />
  );
}
