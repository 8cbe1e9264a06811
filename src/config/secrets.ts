import { secretsOfNode } from "../rails/read_rails.ts";
import type { Config } from "./config.ts";

/** Settings that no log may hold, in every form in which they travel. */
export function secretsOf(
  config: Pick<
    Config,
    | "authSecret"
    | "authSecretBefore"
    | "backupPassphrase"
    | "chainNode"
    | "databaseAuthToken"
    | "databaseUrl"
    | "mailWebhookSecret"
    | "metricsToken"
    | "traces"
    | "smtpUrl"
    | "dkim"
  >,
): readonly string[] {
  const { authSecret, databaseAuthToken, dkim } = config;
  const { mailWebhookSecret, metricsToken } = config;
  return [
    authSecret,
    config.authSecretBefore,
    config.backupPassphrase,
    databaseAuthToken,
    mailWebhookSecret,
    metricsToken,
    ...Object.values(config.traces?.headers ?? {}),
    dkim?.privateKey,
    ...(config.chainNode ? secretsOfNode(config.chainNode) : []),
    ...passwordsIn(config.chainNode?.url),
    ...passwordsIn(config.smtpUrl),
    ...passwordsIn(config.databaseUrl),
  ].filter((it): it is string => it !== undefined && it !== "");
}

/** The password of an address as it is written, read, and sent (RFC 4616, AUTH LOGIN). */
function passwordsIn(address: string | undefined): readonly string[] {
  const url = address === undefined ? null : URL.parse(address);
  if (!url || url.password === "") return [];
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  return [
    url.password,
    password,
    Buffer.from(`\0${user}\0${password}`).toString("base64"),
    Buffer.from(password).toString("base64"),
  ];
}
