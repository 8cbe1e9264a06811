import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseDomain } from "../core/addresses/address.ts";
import type { DkimKey } from "../core/mail/mailer.ts";
import type { Env } from "./setting.ts";
import { setting, wrong } from "./setting.ts";

const SECRET_CHARS_MIN = 32;

/** Reads the settings of mail. */
export function readMail(env: Env, addressDomain: string) {
  const mailFrom = setting(env, "MAIL_FROM") ?? `courier@${addressDomain}`;
  const mailBounceAddress = setting(env, "MAIL_BOUNCE_ADDRESS");
  return {
    smtpUrl: readSmtpUrl(env),
    smtpAuthorities: readSmtpAuthorities(env),
    mailFrom,
    mailBounceAddress,
    operatorMail: readOperatorMail(env),
    ...readReplies(env),
    unsubscribeAddress: addressIn(mailBounceAddress ?? mailFrom),
    mailWebhookSecret: readBearerSecret(env, "MAIL_WEBHOOK_SECRET"),
    dkim: readDkim(env, addressDomain),
    showsMail: env.NODE_ENV !== "production",
  };
}

function readOperatorMail(env: Env): string | null {
  const address = setting(env, "OPERATOR_MAIL") ?? null;
  if (address === null || /^[^\s<>@]+@[^\s<>@]+$/.test(address)) return address;
  throw wrong("OPERATOR_MAIL", "one email address", address);
}

/** Without a relay that authenticates senders, anybody could answer as anybody. */
function readReplies(env: Env) {
  const domain = setting(env, "MAIL_REPLY_DOMAIN");
  const name = setting(env, "MAIL_AUTHSERV_ID");
  if (domain === undefined) return { replyDomain: null, relayName: null };
  const relayName = name?.toLowerCase() ?? "";
  if (!/^[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?$/.test(relayName)) {
    const wanted = "your relay's name in Authentication-Results";
    throw wrong("MAIL_AUTHSERV_ID", `${wanted}, with MAIL_REPLY_DOMAIN`, name);
  }
  try {
    return { replyDomain: parseDomain(domain), relayName };
  } catch {
    throw wrong("MAIL_REPLY_DOMAIN", "a domain name", domain);
  }
}

/** `Name <address>` is also allowed. */
function addressIn(mailbox: string): string {
  return /<([^<>]+)>$/.exec(mailbox)?.[1] ?? mailbox;
}

/** A secret that is long enough. */
export function readSecret(env: Env, name: string): string | undefined {
  const secret = setting(env, name);
  if (secret === undefined || secret.length >= SECRET_CHARS_MIN) return secret;
  throw wrong(name, `at least ${SECRET_CHARS_MIN} random characters`);
}

/** A secret that others present to the service. */
export function readBearerSecret(env: Env, name: string): string | undefined {
  const secret = readSecret(env, name);
  // It travels as a bearer token (RFC 6750, section 2.1).
  if (secret === undefined || /^[\w.~+/=-]+$/.test(secret)) return secret;
  throw wrong(name, "only letters, digits and -._~+/=");
}

function readDkim(env: Env, addressDomain: string): DkimKey | undefined {
  const path = setting(env, "DKIM_KEY_FILE");
  if (path === undefined) return undefined;
  const keySelector = setting(env, "DKIM_SELECTOR") ?? "svc";
  if (!/^[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?$/i.test(keySelector)) {
    throw wrong("DKIM_SELECTOR", "a DNS label", keySelector);
  }
  const domainName = setting(env, "DKIM_DOMAIN") ?? addressDomain;
  try {
    const privateKey = readFileSync(path, "utf8");
    createPrivateKey(privateKey);
    return { domainName: parseDomain(domainName), keySelector, privateKey };
  } catch {
    const wanted = "a readable file with a private key in PEM";
    throw wrong("DKIM_KEY_FILE", `${wanted}, for a DKIM_DOMAIN that is one`);
  }
}

function readSmtpUrl(env: Env): string | undefined {
  const url = setting(env, "SMTP_URL");
  if (url === undefined || /^smtps?:\/\/[^/\s]/.test(url)) return url;
  throw wrong("SMTP_URL", "an smtp or smtps address");
}

function readSmtpAuthorities(env: Env): string | undefined {
  const path = setting(env, "SMTP_CA_FILE");
  if (path === undefined) return undefined;
  try {
    const pem = readFileSync(path, "utf8");
    new X509Certificate(pem);
    return pem;
  } catch {
    throw wrong("SMTP_CA_FILE", "a readable file with certificates in PEM");
  }
}
