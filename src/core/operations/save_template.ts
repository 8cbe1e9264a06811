import { defineCommand, MEMBER } from "../access/operation.ts";
import { parsePrice } from "../access/parse_money.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, flag } from "../base/schemas.ts";
import { cleanLine, cleanText } from "../base/text.ts";
import { told } from "../base/words/sentence.ts";
import { readDeadlines } from "../conversations/acts/drafts/deadlines.ts";
import { labelKey } from "../conversations/acts/labels/label_name.ts";
import type { Template } from "../conversations/acts/templates/template.ts";
import {
  presentTemplate,
  TEMPLATE_FIELDS,
  TemplateSchema,
} from "../conversations/acts/templates/template.ts";
import { templateStore } from "../conversations/acts/templates/template_store.ts";
import { ServiceError } from "../errors/errors.ts";
import { invalid } from "../errors/field_errors.ts";

/** Saves a request to start from; replaces one of the same name. */
export const saveTemplate = defineCommand({
  name: "save_template",
  title: "Save a template",
  description:
    "Save a template to start requests from. Nothing is sent, and a template of the same name is replaced.",
  access: MEMBER,
  scope: "conversations:write",
  input: closed(TEMPLATE_FIELDS),
  output: closed({
    template: TemplateSchema,
    created: flag("False if it replaced one of the same name."),
  }),
  chains: (_input, { member }) => [member.accountId],
  async run(input, call) {
    const { accountId } = call.member;
    const { title = "", text = "", price, release = "replied" } = input;
    const name = cleanLine(input.name.normalize());
    const key = labelKey(name);
    if (key === "")
      throw invalid("/name", "blank", told`it has no visible characters`);
    const action = cleanLine(input.releaseAction ?? "");
    if ((release === "converted") !== (action !== "")) {
      const detail = told`it is required with release converted, and only allowed there`;
      throw invalid("/releaseAction", "conflict", detail);
    }
    const { acceptWithin, deliverWithin } = input;
    const times = readDeadlines({ acceptWithin, deliverWithin }, null);
    const store = templateStore(call.db);
    const all = await store.of(accountId);
    const before = all.find((it) => it.key === key);
    if (!before && all.length >= LIMITS.templatesMax) {
      throw new ServiceError("quota_exceeded", {
        detail: told`Cannot save another template: the maximum is ${LIMITS.templatesMax}.`,
      });
    }
    const template: Template = {
      id: before?.id ?? call.newId("template"),
      accountId,
      name,
      key,
      title: cleanLine(title),
      text: cleanText(text),
      price: price === undefined ? null : parsePrice(price) || null,
      release,
      releaseAction: action || null,
      acceptWithin: times?.acceptWithin ?? null,
      deliverWithin: times?.deliverWithin ?? null,
      updatedAt: call.now,
    };
    call.write(store.put(template));
    call.record({
      chainId: accountId,
      type: "template.saved",
      refs: { templateId: template.id },
    });
    return { template: presentTemplate(template), created: !before };
  },
});
