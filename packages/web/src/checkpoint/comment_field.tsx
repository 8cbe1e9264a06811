import { LIMITS } from "../../../../src/core/base/limits.ts";
import { TextArea } from "../ui/field.tsx";
import { t } from "../ui/t.ts";

/** Words that go with a decision, if any. */
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
  /** True where the words are what was asked for. */
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
