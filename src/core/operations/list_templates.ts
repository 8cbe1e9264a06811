import { Type } from "typebox";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import {
  presentTemplate,
  TemplateSchema,
} from "../conversations/acts/templates/template.ts";
import { templateStore } from "../conversations/acts/templates/template_store.ts";

/** Lists the caller's templates of requests. */
export const listTemplates = defineQuery({
  name: "list_templates",
  title: "List templates",
  description: "List your saved templates.",
  access: MEMBER,
  scope: "conversations:read",
  input: closed({}),
  output: closed({
    templates: Type.Array(TemplateSchema, {
      description: "All of them, by name.",
    }),
  }),
  async run(_input, { db, member }) {
    const all = await templateStore(db).of(member.accountId);
    return { templates: all.map(presentTemplate) };
  },
});
