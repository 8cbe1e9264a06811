import { wallet } from "../../packages/rail-x402/tests/stage.ts";
import { addCredential } from "../../src/core/operations/add_credential.ts";
import { addDomain } from "../../src/core/operations/add_domain.ts";
import { addInboxRule } from "../../src/core/operations/add_inbox_rule.ts";
import { addWebhook } from "../../src/core/operations/add_webhook.ts";
import { deleteInboxRule } from "../../src/core/operations/delete_inbox_rule.ts";
import { deleteLabel } from "../../src/core/operations/delete_label.ts";
import { deleteOffer } from "../../src/core/operations/delete_offer.ts";
import { deleteTemplate } from "../../src/core/operations/delete_template.ts";
import { deleteWebhook } from "../../src/core/operations/delete_webhook.ts";
import { listCredentials } from "../../src/core/operations/list_credentials.ts";
import { listInboxRules } from "../../src/core/operations/list_inbox_rules.ts";
import { listOffers } from "../../src/core/operations/list_offers.ts";
import { listTeams } from "../../src/core/operations/list_teams.ts";
import { listTemplates } from "../../src/core/operations/list_templates.ts";
import { listWebhooks } from "../../src/core/operations/list_webhooks.ts";
import { makeTeam } from "../../src/core/operations/make_team.ts";
import { putOffer } from "../../src/core/operations/put_offer.ts";
import { renameLabel } from "../../src/core/operations/rename_label.ts";
import { revokeCredential } from "../../src/core/operations/revoke_credential.ts";
import { saveTemplate } from "../../src/core/operations/save_template.ts";
import { setPayoutAddress } from "../../src/core/operations/set_payout_address.ts";
import { updateConversation } from "../../src/core/operations/update_conversation.ts";
import { updateCredential } from "../../src/core/operations/update_credential.ts";
import { updateNotifications } from "../../src/core/operations/update_notifications.ts";
import { updateProfile } from "../../src/core/operations/update_profile.ts";
import { updateWebhook } from "../../src/core/operations/update_webhook.ts";
import { provePayout } from "../core/payments/prove_payout.ts";
import type { Act } from "./act.ts";

const LABELS = ["Shop", "Home", "Later"] as const;
/** The name of the access that these acts make and end; the others have work to do. */
const SPARE = "Spare";

const label: Act = {
  name: "label",
  weight: 0,
  async run({ random }, actor, conversationId) {
    const [name, other] = [random.pick(LABELS), random.pick(LABELS)];
    if (random.chance(0.6)) {
      await actor.run(updateConversation, {
        conversationId,
        addLabels: [name],
      });
    } else if (random.chance(0.7)) {
      await actor.run(renameLabel, { label: name, name: other });
    } else await actor.run(deleteLabel, { label: name });
    return undefined;
  },
};

const rule: Act = {
  name: "rule",
  weight: 0,
  async run({ random, word }, actor) {
    const { rules } = await actor.run(listInboxRules, {});
    const ended = random.maybe(rules);
    if (ended && random.chance(0.4)) {
      await actor.run(deleteInboxRule, { ruleId: ended.ruleId });
    } else {
      const words = word();
      await actor.run(addInboxRule, { words, label: random.pick(LABELS) });
    }
    return undefined;
  },
};

const offer: Act = {
  name: "offer",
  weight: 0,
  async run({ random, word }, actor) {
    const { offers } = await actor.run(listOffers, {});
    const ended = random.maybe(offers);
    if (ended && random.chance(0.4)) {
      await actor.run(deleteOffer, { offerId: ended.offerId });
    } else {
      const input = { title: word(), price: "1.00" };
      await actor.run(putOffer, { offerId: "a", ...input });
    }
    return undefined;
  },
};

const template: Act = {
  name: "template",
  weight: 0,
  async run({ random, word }, actor) {
    const { templates } = await actor.run(listTemplates, {});
    const ended = random.maybe(templates);
    if (ended && random.chance(0.4)) {
      await actor.run(deleteTemplate, { templateId: ended.templateId });
    } else await actor.run(saveTemplate, { name: word(), text: word() });
    return undefined;
  },
};

const team: Act = {
  name: "team",
  weight: 0,
  async run({ word }, actor) {
    const person = actor.asPerson();
    const { teams } = await person.run(listTeams, {});
    if (teams.length > 0) return undefined;
    const localPart = word();
    await person.run(makeTeam, { displayName: localPart, localPart });
    return undefined;
  },
};

const profile: Act = {
  name: "profile",
  weight: 0,
  async run({ random, word }, actor) {
    await actor.run(updateProfile, {
      description: word(),
      ...(random.chance(0.5) && { listed: random.chance(0.5) }),
    });
    return undefined;
  },
};

const domain: Act = {
  name: "domain",
  weight: 0,
  async run({ word }, actor) {
    await actor.run(addDomain, { domain: `${word()}.example.org` });
    return undefined;
  },
};

const notifications: Act = {
  name: "notifications",
  weight: 0,
  async run({ random }, actor) {
    const needsYou = random.chance(0.5);
    await actor.asPerson().run(updateNotifications, { needsYou });
    return undefined;
  },
};

const WALLETS = [wallet(61), wallet(62), null] as const;

const payout: Act = {
  name: "payout",
  weight: 0,
  async run({ random }, actor) {
    const named = random.pick(WALLETS);
    const person = actor.asPerson();
    if (named) await provePayout(person, named);
    else await person.run(setPayoutAddress, { address: null });
    return undefined;
  },
};

const access: Act = {
  name: "access",
  weight: 0,
  async run({ random }, actor) {
    const person = actor.asPerson();
    const { credentials } = await person.run(listCredentials, {});
    const one = random.maybe(credentials.filter((it) => it.name === SPARE));
    if (!one || random.chance(0.4)) {
      await person.run(addCredential, { name: SPARE });
    } else if (random.chance(0.5)) {
      await person.run(revokeCredential, { credentialId: one.id });
    } else {
      const limits = { perPayment: random.pick(["1.00", "2.00", null]) };
      await person.run(updateCredential, { credentialId: one.id, limits });
    }
    return undefined;
  },
};

const webhook: Act = {
  name: "webhook",
  weight: 0,
  async run({ random, word }, actor) {
    const person = actor.asPerson();
    const { webhooks } = await person.run(listWebhooks, {});
    const { webhookId } = random.maybe(webhooks) ?? {};
    if (webhookId === undefined || random.chance(0.4)) {
      await person.run(addWebhook, { url: `https://example.org/${word()}` });
    } else if (random.chance(0.5)) {
      await person.run(deleteWebhook, { webhookId });
    } else {
      const active = random.chance(0.5);
      await person.run(updateWebhook, { webhookId, active });
    }
    return undefined;
  },
};

/** The acts that change each setting of an account, labels the most. */
export const SETTING_ACTS: readonly [Act, ...Act[]] = [
  label,
  label,
  label,
  rule,
  offer,
  template,
  team,
  profile,
  domain,
  notifications,
  payout,
  access,
  webhook,
];
