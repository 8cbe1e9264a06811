import { Type } from "typebox";
import { Word } from "../../core/base/own_words.ts";
import { closed } from "../../core/base/schemas.ts";
import type { Preview } from "../../core/conversations/acts/drafts/preview_schema.ts";
import { StateSchema } from "../../core/conversations/model/schemas.ts";
import type { Presentation } from "./presentation.ts";
import { telling } from "./presentation.ts";

const PREVIEW = {
  outcome: Word("code"),
  sentences: Type.Array(Word("sentence")),
  problems: Type.Optional(
    Type.Array(
      closed({
        code: Word("code"),
        detail: Word("sentence"),
        pointer: Type.Optional(Word("pointer")),
      }),
    ),
  ),
};

/** The effects of sending, in sentences of the service. */
export const PREVIEW_RESULT: Presentation = {
  schema: closed(PREVIEW),
  make: shortPreview,
};

function shortPreview({ outcome, sentences = [], problems }: Partial<Preview>) {
  return { outcome, sentences, ...telling({ problems }) };
}

/** The result that the security review would have. */
export const REVIEW_RESULT: Presentation = {
  schema: closed({
    outcome: Word("code"),
    state: StateSchema,
    approvalUrl: Type.Optional(Word("link")),
    conversationId: Word("id"),
    checkpointId: Type.Optional(Word("id")),
    rules: Type.Optional(
      Type.Array(
        closed({
          id: Word("code"),
          outcome: Word("code"),
          detail: Type.Optional(Word("sentence")),
        }),
      ),
    ),
    preview: Type.Optional(closed(PREVIEW)),
  }),
  make({ outcome, state, conversationId, rules = [], checkpoint, preview }) {
    const { sentences = [], ...others } = preview ? shortPreview(preview) : {};
    return {
      outcome,
      state,
      ...telling({ approvalUrl: checkpoint?.approvalUrl }),
      conversationId,
      ...telling({
        checkpointId: checkpoint?.checkpointId,
        rules: rules.map(({ detail, ...rule }) => ({
          ...rule,
          ...telling({ detail }),
        })),
        preview: preview && { ...others, sentences },
      }),
    };
  },
};
