import { randomBytes } from "node:crypto";
import { access, constants, stat } from "node:fs/promises";
import { connect } from "node:net";
import { isAbsolute } from "node:path";
import { isThisMachine } from "../connect.ts";
import type { Changes, Settings } from "./settings_file.ts";

/** A run of `svc setup`, as a question sees it. */
export interface Asked {
  readonly now: Settings;
  /** True if relay and folder are reached from elsewhere: they aren't looked at. */
  readonly isElsewhere: boolean;
  /** Options that go with an answer. */
  readonly domain?: string | undefined;
  readonly mailFrom?: string | undefined;
  /** The relay's password for a user. */
  password(user: string): Promise<string>;
}

/** One of the five questions. */
export interface Question {
  /** The option that answers it. */
  readonly option: "address" | "mail" | "signUp" | "backups" | "account";
  readonly text: string;
  /** The answer that holds now. */
  current(now: Settings): string;
  /** @throws with a sentence that says which answers there are */
  changes(answer: string, asked: Asked): Promise<Changes>;
}

const NONE = "none";
const EMAIL = /^[^\s<>@]+@[^\s<>@]+$/;

/** All of them, in order. */
export const QUESTIONS: readonly Question[] = [
  {
    option: "address",
    text: "Public address, such as https://inbox.example.org",
    current: ({ BASE_URL }) => BASE_URL ?? "http://localhost:3000",
    changes: async (answer, { now, domain }) => addressOf(answer, now, domain),
  },
  {
    option: "mail",
    text: "Relay for mail, such as smtps://user@smtp.example.org, or none",
    current: ({ SMTP_URL }) => (SMTP_URL ? withoutPassword(SMTP_URL) : NONE),
    changes: mailOf,
  },
  {
    option: "signUp",
    text: "Sign-up: open to anybody, or closed (you add accounts)",
    current: ({ SIGN_UP }) => SIGN_UP ?? "open",
    changes: async (answer) => {
      if (answer === "open" || answer === "closed") return { SIGN_UP: answer };
      throw new Error("Cannot set up: answer open or closed");
    },
  },
  {
    option: "backups",
    text: "Folder for backups, on another disk, or none",
    current: ({ BACKUP_DIR }) => BACKUP_DIR ?? NONE,
    changes: backupsOf,
  },
  {
    option: "account",
    text: "First account, such as Alice <alice@example.org>, or none",
    current: () => NONE,
    changes: async (answer, { now }) => {
      const account = accountIn(answer);
      const { OPERATOR_MAIL = account?.email ?? null } = now;
      return account ? { OPERATOR_MAIL } : {};
    },
  },
];

/** A public address stands behind a proxy that says who the client is, as our Caddyfile does. */
function addressOf(answer: string, now: Settings, domain?: string): Changes {
  const url = URL.parse(/^https?:\/\//.test(answer) ? answer : "");
  const isHere = url !== null && isThisMachine(url.hostname);
  if (!url || (url.protocol === "http:" && !isHere)) {
    throw new Error(
      "Cannot set up: the address begins with https://, or is http://localhost",
    );
  }
  const before = URL.parse(now.BASE_URL ?? "")?.hostname;
  const own = now.ADDRESS_DOMAIN === before ? undefined : now.ADDRESS_DOMAIN;
  const usual = isHere ? null : url.hostname;
  return {
    BASE_URL: url.href.replace(/\/$/, ""),
    ADDRESS_DOMAIN: domain ?? own ?? usual,
    NODE_ENV: isHere ? null : "production",
    CLIENT_IP_HEADER: isHere ? null : (now.CLIENT_IP_HEADER ?? "x-real-ip"),
  };
}

async function mailOf(answer: string, asked: Asked): Promise<Changes> {
  if (answer === NONE) return { SMTP_URL: null };
  const url = URL.parse(answer);
  if (!url?.hostname || !/^smtps?:$/.test(url.protocol)) {
    throw new Error(
      "Cannot set up: the relay is an address such as smtps://user@smtp.example.org, or none",
    );
  }
  if (url.password) {
    throw new Error(
      "Cannot set up: leave the password out of the address. It is asked for, or read from --mail-password-file",
    );
  }
  if (!asked.isElsewhere) await reach(url);
  const { mailFrom } = asked;
  if (mailFrom !== undefined && !EMAIL.test(mailFrom)) {
    throw new Error("Cannot set up: the sender of mail is one email address");
  }
  const from = mailFrom !== undefined && { MAIL_FROM: mailFrom };
  if (!url.username) return { SMTP_URL: answer, ...from };
  const password = await asked.password(decodeURIComponent(url.username));
  if (!password) throw new Error("Cannot set up: the relay needs a password");
  url.password = escaped(password);
  return { SMTP_URL: url.href, ...from };
}

/** As in a URL, without what a settings file would take for something else. */
function escaped(text: string): string {
  const hex = (it: string) => `%${it.charCodeAt(0).toString(16)}`;
  return encodeURIComponent(text).replace(/[!'()*~]/g, hex);
}

/** An address without its password. */
function withoutPassword(address: string): string {
  const url = URL.parse(address);
  if (!url) return "(set)";
  url.password = "";
  return url.href;
}

const REACH_MS = 5_000;

/** @throws if nothing answers there */
async function reach({ hostname, port, protocol }: URL): Promise<void> {
  const usual = protocol === "smtps:" ? 465 : 587;
  const at = { host: hostname, port: Number(port) || usual };
  const socket = connect({ ...at, timeout: REACH_MS });
  const why = await new Promise<string | undefined>((resolve) => {
    socket.once("connect", () => resolve(undefined));
    socket.once("timeout", () => resolve("no answer"));
    socket.once("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code ?? error.message),
    );
  });
  socket.destroy();
  if (why === undefined) return;
  throw new Error(
    `Cannot set up: the relay ${at.host}:${at.port} can't be reached (${why})`,
  );
}

async function backupsOf(answer: string, asked: Asked): Promise<Changes> {
  if (answer === NONE) return { BACKUP_DIR: null };
  if (!isAbsolute(answer)) {
    throw new Error("Cannot set up: the folder is a whole path, or none");
  }
  if (!asked.isElsewhere) await requireFolder(answer);
  const { BACKUP_PASSPHRASE = randomBytes(24).toString("base64url") } =
    asked.now;
  return { BACKUP_DIR: answer, BACKUP_PASSPHRASE };
}

async function requireFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) {
    throw new Error(`Cannot set up: there is no folder ${path}. Make it first`);
  }
  await access(path, constants.W_OK).catch(() => {
    throw new Error(`Cannot set up: ${path} can't be written to`);
  });
}

/** An account to add: its name, the part before the @ of its address, and its person's email. */
export interface NewAccount {
  readonly name: string;
  readonly localPart: string;
  readonly email: string;
}

/** @throws for anything but an email, with a name or without, or none */
export function accountIn(answer: string): NewAccount | undefined {
  if (answer === NONE) return undefined;
  const [, name = "", inner] = /^(.*?)\s*<([^<>]*)>$/.exec(answer) ?? [];
  const email = inner ?? answer;
  if (!EMAIL.test(email)) {
    throw new Error(
      "Cannot set up: the account is an email such as Alice <alice@example.org>, or none",
    );
  }
  const [localPart = ""] = email.toLowerCase().split(/[@+]/);
  return { name: name || localPart, localPart, email };
}
