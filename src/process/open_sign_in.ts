import { openAuth } from "../auth/open_auth.ts";
import type { Config } from "../config/config.ts";
import { openSecret } from "../core/identity/secret.ts";
import type { Auth } from "../core/identity/sign_in/auth_world.ts";
import type { Mailer, MailerOptions } from "../core/mail/mailer.ts";
import { smtpMailer, terminalMailer } from "../core/mail/mailer.ts";
import type { Services } from "../core/pipeline/call.ts";

/** The sign-in, and how to close it. */
export interface SignIn {
  readonly auth: Auth;
  close(): void;
}

/**
 * Opens the sign-in of a listening service; a process without pages needs none.
 * `mailer` replaces the configured relay.
 */
export async function openSignIn(
  services: Services,
  config: Config,
  mailer: Mailer | undefined = mailerOf(config),
): Promise<SignIn> {
  const secret =
    config.authSecret ??
    (await openSecret(config.authSecretPath, services.randomBytes));
  const { companies, isMailSignIn } = config;
  const parts = { secret, mailer, companies, isMailSignIn };
  const auth = await openAuth(services, parts);
  return { auth, close: () => mailer?.close() };
}

/**
 * The configured relay; the terminal during development; none in production.
 */
function mailerOf(config: Config): Mailer | undefined {
  const relay = relayOf(config);
  if (relay) return relay;
  if (!config.showsMail) return undefined;
  return terminalMailer((text) => void process.stdout.write(text));
}

/** The configured relay, or none: then mail for others stays in the outbox. */
export function relayOf(config: Config): Mailer | undefined {
  const options = relayOptions(config);
  return options && smtpMailer(options);
}

/** How to reach the configured relay. */
export function relayOptions(config: Config): MailerOptions | undefined {
  const { smtpUrl, mailFrom: from, mailBounceAddress: bounceAddress } = config;
  if (smtpUrl === undefined) return undefined;
  const { dkim, smtpAuthorities: authorities } = config;
  return { smtpUrl, from, bounceAddress, dkim, authorities };
}
