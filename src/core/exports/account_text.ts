import type { QueryCall } from "../access/context.ts";
import { domainStore } from "../addresses/domains/domain_store.ts";
import { presentDomain } from "../addresses/domains/present_domain.ts";
import { presentAddress } from "../addresses/present.ts";
import { addressStore } from "../addresses/store.ts";
import { loadAgent } from "../agents/load_agent.ts";
import { ownOffersOf } from "../agents/offers/offers_of.ts";
import { presentProfile } from "../agents/profile.ts";
import { labelOf, showMoney } from "../base/money.ts";
import { labelStore } from "../conversations/acts/labels/label_store.ts";
import { presentRule } from "../conversations/acts/rules/inbox_rule.ts";
import { inboxRuleStore } from "../conversations/acts/rules/inbox_rule_store.ts";
import { presentTemplate } from "../conversations/acts/templates/template.ts";
import { templateStore } from "../conversations/acts/templates/template_store.ts";
import { loadAccount, presentAccount } from "../identity/accounts.ts";
import { credentialStore } from "../identity/credentials_store.ts";
import { presentCredential } from "../identity/present_credential.ts";
import { presentSession } from "../identity/session_list.ts";
import { peopleStore, sessionStore } from "../identity/sessions_store.ts";
import { stopOf } from "../mail/mailboxes.ts";
import { noticeStore } from "../mail/notice_store.ts";
import { presentNotifications } from "../mail/schemas.ts";
import { balanceOf } from "../payments/ledger.ts";
import { payoutOf } from "../payments/payout.ts";
import { webhookStore } from "../webhooks/webhook_store.ts";
import { presentWebhook } from "../webhooks/webhooks.ts";

/** Everything stored of an account besides its conversations, without secrets. */
export async function accountText(call: QueryCall): Promise<string> {
  const { db, now, member } = call;
  const { accountId } = member;
  const own = await addressStore(db).ofAccount(accountId);
  const stop = await stopOf(db, { kind: "notice", recipient: accountId });
  const notices = await noticeStore(db).settings(accountId);
  const domains = await domainStore(db).ofAccount(accountId);
  const credentials = await credentialStore(db).of(accountId);
  const webhooks = await webhookStore(db).of(accountId);
  const sessions = await sessionStore(db).of(accountId, now);
  const labels = await labelStore(db).of(accountId);
  const rules = await inboxRuleStore(db).of(accountId);
  const templates = await templateStore(db).of(accountId);
  const said = {
    account: presentAccount(await loadAccount(call, accountId)),
    address: own ? presentAddress(call.settings, own) : null,
    mailbox: (await peopleStore(db).byId(accountId))?.email ?? null,
    profile: await presentProfile(call, await loadAgent(call)),
    notifications: presentNotifications(notices, stop),
    labels: labels.map(({ name }) => name),
    rules: rules.map((it) => presentRule(it, labels)),
    templates: templates.map(presentTemplate),
    offers: await ownOffersOf(call, accountId),
    domains: domains.map((it) => presentDomain(it, own?.localPart, call.say)),
    credentials: credentials.map((it) => presentCredential(call, it)),
    webhooks: webhooks.map((it) => presentWebhook(it, now)),
    sessions: sessions.map((it) => presentSession(it, undefined)),
    payout: await payoutOf(call, accountId),
    balance: {
      ...showMoney(await balanceOf(call, accountId)),
      ...labelOf("ledger"),
    },
  };
  return `${JSON.stringify(said, null, 2)}\n`;
}

/** The address in an archive's name; the account's id without one. */
export async function archiveName({
  db,
  member,
  settings,
}: QueryCall): Promise<string> {
  const own = await addressStore(db).ofAccount(member.accountId);
  return own ? presentAddress(settings, own).address : member.accountId;
}
