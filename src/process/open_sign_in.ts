import { openAuth } from "../auth/open_auth.ts";
import type { Config } from "../config/config.ts";
import { openSecret } from "../core/identity/secret.ts";
import type { Auth } from "../core/identity/sign_in/auth_world.ts";
import type { Mailer, MailerOptions } from "../core/mail/mailer.ts";
import { smtpMailer, terminalMailer } from "../core/mail/mailer.ts";
import type { Services } from "../core/pipeline/call.ts";

/** The sign-in, and how to let go of what it holds. */
export interface SignIn {
  readonly auth: Auth;
  close(): void;
}

/**
 * Opens the sign-in of a service that listens; what has no pages needs none.
 * `mailer` takes the mail instead of the relay that is set.
 */
export async function openSignIn(
  services: Services,
  config: Config,
  mailer: Mailer | undefined = mailerOf(config),
): Promise<SignIn> {
  const secret =
    config.authSecret ??
    (await openSecret(config.authSecretPath, services.randomBytes));
  const auth = await openAuth(services, { secret, mailer });
  return { auth, close: () => mailer?.close() };
}

/** A relay if one is set; the terminal while developing; none in production. */
function mailerOf(config: Config): Mailer | undefined {
  const relay = relayOf(config);
  if (relay) return relay;
  if (!config.showsMail) return undefined;
  return terminalMailer((text) => void process.stdout.write(text));
}

/** The relay that is set, or none: then mail for others stays in the outbox. */
export function relayOf(config: Config): Mailer | undefined {
  const options = relayOptions(config);
  return options && smtpMailer(options);
}

/** How the relay that is set is reached. */
export function relayOptions(config: Config): MailerOptions | undefined {
  const { smtpUrl, mailFrom: from, mailBounceAddress: bounceAddress } = config;
  if (smtpUrl === undefined) return undefined;
  const { dkim, smtpAuthorities: authorities } = config;
  return { smtpUrl, from, bounceAddress, dkim, authorities };
}
