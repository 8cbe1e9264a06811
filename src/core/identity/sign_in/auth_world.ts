import type {
  Company,
  CompanySignIn,
} from "../../../../packages/standards/src/company.ts";
import type { Member, Newcomer } from "../../access/principal.ts";
import type { Log } from "../../insight/log.ts";

/** An event of a person's access for their own chain. */
export interface IdentityEvent {
  readonly accountId: string;
  readonly sessionId?: string;
  readonly clientId?: string;
  readonly type:
    | "session.created"
    | "session.ended"
    | "session.cookie_reused"
    | "sign_in.refused"
    | "passkey.added"
    | "passkey.removed"
    | "consent.declined"
    | "origin.refused"
    | "oauth.request_refused"
    | "oauth.token_refused";
}

/** The dependencies of the sign-in. */
export interface AuthWorld {
  readonly secret: string;
  /** True if mail is shown on the server's terminal instead of sent. */
  readonly mailIsShown: boolean;
  readonly log: Log;
  /** The companies whose people sign in by their own provider. */
  readonly companies: readonly Company[];
  /** False if nobody signs in by mail. */
  readonly isMailSignIn: boolean;
  /** Mails a sign-in code. A failure is logged; false if no mail leaves at present. */
  readonly sendCode: (
    email: string,
    code: string,
    languages: string | null,
  ) => Promise<boolean>;
  /** Mails the token of a sign-in link in the same way. */
  readonly sendLink: (
    email: string,
    token: string,
    languages: string | null,
  ) => Promise<boolean>;
  /** Checks the proof of a program that wants a token of its own. */
  readonly proveClient: (proof: {
    readonly clientId: string | undefined;
    readonly secret: string | undefined;
    readonly assertion: string | undefined;
  }) => Promise<
    | {
        readonly accountId: string;
        readonly clientId: string;
        readonly isProven: boolean;
      }
    | undefined
  >;
  /** Resolves once the event is on disk. */
  readonly record: (event: IdentityEvent) => Promise<void>;
  /** True for an account that the operator closed. */
  readonly isDisabled: (accountId: string) => Promise<boolean>;
}

/** Sign-in and OAuth, as one handler of requests under `/api/auth`. */
export interface Auth {
  readonly mailIsShown: boolean;
  readonly companies: readonly Company[];
  readonly isMailSignIn: boolean;
  /** The sign-in by a company's provider. @throws if it cannot be reached */
  atCompany(company: Company): Promise<CompanySignIn>;
  handle(request: Request): Promise<Response>;
  /** The name and mailbox of the person of a session cookie. */
  profileOf(
    headers: Headers,
  ): Promise<{ readonly name: string; readonly email: string } | undefined>;
  /** The person of a session cookie; a newcomer if they have no account yet. */
  principalOf(headers: Headers): Promise<Member | Newcomer | undefined>;
}
