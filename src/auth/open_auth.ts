import { sayIn } from "../core/base/words/say_in.ts";
import { proveClient } from "../core/federation/prove_client.ts";
import { isDisabled } from "../core/identity/accounts.ts";
import type { Auth, AuthWorld } from "../core/identity/sign_in/auth_world.ts";
import { createAuth } from "../core/identity/sign_in/better_auth.ts";
import type { Mail, Mailer } from "../core/mail/mailer.ts";
import { codeMail, linkMail } from "../core/mail/sign_in_mail.ts";
import { outcomeOfError } from "../core/mail/smtp_outcome.ts";
import type { Services } from "../core/pipeline/call.ts";
import { preferredLanguage } from "../http/accepts.ts";
import { recordAccountEvent } from "../pages/record.ts";

/** The settings that the sign-in needs besides the services. */
export interface AuthParts
  extends Pick<AuthWorld, "companies" | "isMailSignIn"> {
  readonly secret: string;
  /** Absent if no mail can be sent: then nobody signs in by mail. */
  readonly mailer: Mailer | undefined;
}

/** Opens the sign-in on a migrated database, with its mails and its audit. */
export function openAuth(
  services: Services,
  { secret, mailer, companies, isMailSignIn }: AuthParts,
): Promise<Auth> {
  const { baseUrl } = services.settings;
  const send = async (mail: Mail) => {
    try {
      if (!mailer) throw new Error("no SMTP_URL is set");
      await mailer.send(mail);
      return true;
    } catch (error) {
      services.log.error("auth.mail_failed", withoutMail(error));
      // A recipient's own error is not shown: it would reveal who has a
      // mailbox.
      return outcomeOfError(error).came !== "retry";
    }
  };
  const at = (languages: string | null) => ({
    baseUrl,
    say: sayIn(preferredLanguage(languages)),
  });
  return createAuth(services, {
    ...{ secret, companies, isMailSignIn },
    mailIsShown: mailer?.isTerminal === true,
    log: services.log,
    sendCode: (email, code, languages) =>
      send(codeMail(email, code, at(languages))),
    sendLink: (email, token, languages) => {
      const link = `${baseUrl}/sign-in/link?token=${token}`;
      return send(linkMail(email, link, at(languages)));
    },
    proveClient: (proof) => proveClient(services, proof),
    isDisabled: (accountId) => isDisabled(services, accountId),
    record: (event) => recordAccountEvent(services, event),
  });
}

/** A relay's answer may quote the recipient, so only its kind is kept. */
function withoutMail(error: unknown): Error {
  const code =
    error instanceof Error && "code" in error ? String(error.code) : "failed";
  return new Error(`The relay did not take the mail: ${code}`);
}
