import { Type } from "typebox";
import { defineCommand, MEMBER } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import { closed } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { templateStore } from "../conversations/acts/templates/template_store.ts";
import { ServiceError } from "../errors/errors.ts";

/** Deletes a template; drafts made from it stay. */
export const deleteTemplate = defineCommand({
  name: "delete_template",
  title: "Delete a template",
  description:
    "Delete one of your templates. Conversations started from it stay.",
  access: MEMBER,
  scope: "conversations:write",
  input: closed({ templateId: Type.String({ maxLength: LIMITS.idCharsMax }) }),
  output: closed({
    templateId: Word("id", "Id of the template."),
    deleted: Type.Literal(true, { description: "Always true." }),
  }),
  chains: (_input, { member }) => [member.accountId],
  async run({ templateId }, call) {
    const { accountId } = call.member;
    const store = templateStore(call.db);
    const all = await store.of(accountId);
    const template = all.find(({ id }) => id === templateId);
    if (!template) {
      throw new ServiceError("template_not_found", {
        detail: told`Cannot find the template: you have none with this id.`,
      });
    }
    call.write(store.remove(template));
    call.record({
      chainId: accountId,
      type: "template.deleted",
      refs: { templateId },
    });
    return { templateId, deleted: true as const };
  },
});
