import { stat } from "node:fs/promises";
import type { Config } from "./config.ts";
import { secretsOfNode } from "./rails.ts";

/** Settings that must not be logged, in every form in which they are sent. */
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

const EVERYBODY = 0o006;

/** Key and secret files that everybody on the machine may read or write. */
export async function openSecretFiles(
  config: Pick<
    Config,
    | "secretFiles"
    | "signingKeyPath"
    | "cardKeyPath"
    | "requestKeyPath"
    | "authSecretPath"
  >,
): Promise<readonly string[]> {
  const { secretFiles, authSecretPath } = config;
  const { signingKeyPath, cardKeyPath, requestKeyPath } = config;
  const open: string[] = [];
  for (const path of new Set([
    ...[signingKeyPath, cardKeyPath, requestKeyPath, authSecretPath],
    ...secretFiles,
  ])) {
    const mode = (await stat(path).catch(() => undefined))?.mode ?? 0;
    if ((mode & EVERYBODY) !== 0) open.push(path);
  }
  return open;
}

/** The password of an address as written, read, and sent (RFC 4616, AUTH LOGIN). */
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
