import { showFields } from "../columns.ts";
import type { NewAccount } from "./questions.ts";
import { QUESTIONS } from "./questions.ts";
import type { Settings } from "./settings_file.ts";

/** The service's part of `svc setup`. */
export interface SetUpService {
  /** The file of settings that a start here reads. */
  readonly file: string;
  /** How the operator reaches `svc`. */
  readonly svc: string;
  /** @throws with a sentence that names a setting with which the service doesn't start */
  check(settings: Settings): Promise<void>;
}

/** How the settings were and are. */
interface Outcome {
  readonly path: string;
  readonly before: Settings;
  readonly after: Settings;
  readonly changed: readonly string[];
  readonly account: NewAccount | undefined;
}

/** The command that adds the account. */
function addingOf({ name, localPart, email }: NewAccount, svc: string): string {
  const given = ["--local-part", localPart, "--name", name, "--email", email];
  return [svc, "account add", ...given.map(quoted)].join(" ");
}

function quoted(word: string): string {
  const isPlain = /^[\w@.+-]+$/.test(word);
  return isPlain ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The settings that hold now, and the next steps, for a person. */
export function outcomeText(outcome: Outcome, service: SetUpService): string {
  const { path, after, changed } = outcome;
  const answers = QUESTIONS.slice(0, -1).map(
    ({ option, current }) => [LABELS[option] ?? "", current(after)] as const,
  );
  const head =
    changed.length > 0
      ? `Written to ${path}: ${changed.join(", ")}.`
      : `Nothing changed in ${path}.`;
  const steps = nextSteps(outcome, service).map((it) => `- ${it}`);
  return [
    head,
    showFields([...answers, ["Domain", after.ADDRESS_DOMAIN ?? USUAL_DOMAIN]]),
    `Next:\n${steps.join("\n")}`,
  ].join("\n\n");
}

const LABELS: Readonly<Record<string, string>> = {
  address: "Address",
  mail: "Mail",
  signUp: "Sign-up",
  backups: "Backups",
};

const USUAL_DOMAIN = "inbox.localhost";

/** Sentences that say what is left to do. */
export function nextSteps(
  { before, after, changed, account }: Outcome,
  { svc }: SetUpService,
): readonly string[] {
  const isPublic = after.NODE_ENV === "production";
  const steps: readonly (readonly [boolean, string])[] = [
    [
      before.BACKUP_PASSPHRASE === undefined &&
        changed.includes("BACKUP_PASSPHRASE"),
      "Copy BACKUP_PASSPHRASE from the file to a safe place: without it the keys in a backup are lost.",
    ],
    [
      isPublic && after.SMTP_URL === undefined,
      "Set up a relay before others sign in: codes go by mail.",
    ],
    [
      isPublic && changed.includes("CLIENT_IP_HEADER"),
      `Have your proxy set the header ${after.CLIENT_IP_HEADER}, as deploy/compose/Caddyfile does.`,
    ],
    [
      true,
      "Start the service, or start it again: settings are read at the start.",
    ],
    [
      account !== undefined,
      `Add the account while the service runs: ${account && addingOf(account, svc)}`,
    ],
    [true, `Look for what is wrong: ${svc} doctor`],
  ];
  return steps.filter(([holds]) => holds).map(([, step]) => step);
}
