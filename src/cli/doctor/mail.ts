import { createPublicKey } from "node:crypto";
import type { Config } from "../../config/config.ts";
import { tryRelay } from "../../core/mail/mailer.ts";
import { relayOptions } from "../../process/open_sign_in.ts";
import type { Check, Found } from "./check.ts";
import { bad, looked, note, ok } from "./check.ts";
import { textsOf } from "./network.ts";

/** The relay: TLS, its certificate, the sign-in. Sends nothing. */
export const RELAY: Check = {
  name: "Mail relay",
  look: ({ config }) =>
    looked(async () => {
      const options = relayOptions(config);
      if (!options) {
        return note(
          "SMTP_URL isn't set, so invites and notices wait in the outbox",
          "set it to your relay",
        );
      }
      await tryRelay(options);
      return ok(`it accepts mail from ${config.mailFrom}`);
    }, "check host, port and password in SMTP_URL; smtp: must offer STARTTLS"),
};

/** The published DKIM key is the one that signs. */
export const DKIM: Check = {
  name: "DKIM",
  look({ config }) {
    const { dkim, smtpUrl } = config;
    if (!dkim) {
      const found = "outgoing mail isn't signed";
      return Promise.resolve(
        smtpUrl === undefined
          ? note(found)
          : note(found, "set DKIM_KEY_FILE, unless your relay signs mail"),
      );
    }
    const { keySelector, domainName, privateKey } = dkim;
    const name = `${keySelector}._domainkey.${domainName}`;
    const wanted = publishedKey(privateKey);
    const record = `publish ${name} TXT "v=DKIM1; k=${wanted.kind}; p=${wanted.p}"`;
    return looked(async () => {
      const texts = await textsOf(config, name);
      const keys = texts.map((it) => /(?:^|;)\s*p=([^;]*)/.exec(it)?.[1] ?? "");
      if (keys.some((it) => it.replaceAll(/\s/g, "") === wanted.p)) {
        return ok(`${name} has the public key`);
      }
      return bad(
        texts.length === 0
          ? `${name} isn't published`
          : `${name} has a different key`,
        record,
      );
    }, record);
  },
};

/** RFC 6376 publishes an RSA key as its structure, RFC 8463 an Ed25519 key as its bytes. */
function publishedKey(privateKey: string) {
  const key = createPublicKey(privateKey);
  if (key.asymmetricKeyType === "ed25519") {
    const { x = "" } = key.export({ format: "jwk" });
    const bytes = Uint8Array.fromBase64(x, { alphabet: "base64url" });
    return { kind: "ed25519", p: bytes.toBase64() };
  }
  const der = key.export({ format: "der", type: "spki" });
  return { kind: "rsa", p: der.toString("base64") };
}

/** The DNS records by which receivers judge a sender: RFC 7208, RFC 7489. */
export const SENDER_RECORDS: Check = {
  name: "SPF and DMARC",
  look: ({ config }) =>
    looked(
      () => senderRecords(config),
      "set DNS_RESOLVER to a server that answers",
    ),
};

async function senderRecords(config: Config): Promise<Found> {
  const { mailFrom, smtpUrl } = config;
  const domain = /@([^>\s]+)>?$/.exec(mailFrom)?.[1] ?? "";
  if (smtpUrl === undefined) return note(`no mail is sent to ${domain}`);
  const spf = await textsOf(config, domain);
  if (!spf.some((it) => it.startsWith("v=spf1"))) {
    return bad(
      `${domain} has no SPF record`,
      `publish ${domain} TXT "v=spf1 … -all" with the hosts of your relay`,
    );
  }
  const dmarc = await textsOf(config, `_dmarc.${domain}`);
  return dmarc.some((it) => it.startsWith("v=DMARC1"))
    ? ok(`${domain} has both`)
    : note(
        `${domain} has SPF and no DMARC record`,
        `publish _dmarc.${domain} TXT "v=DMARC1; p=quarantine; rua=mailto:…"`,
      );
}
