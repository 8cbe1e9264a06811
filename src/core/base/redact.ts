import { LIMITS } from "./limits.ts";

/** The text in place of a redacted secret. */
const GONE = "…";

/** Such a short setting could be any word, and would remove words from the log. */
const SECRET_CHARS_MIN = 4;

/** Texts with a secret at a known place; the part before it stays. */
const PLACES: readonly (readonly [pattern: RegExp, kept: string])[] = [
  // The user of an address: SMTP_URL, DATABASE_URL.
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@"'<>]*@/gi, `$1${GONE}@`],
  [/\b(Bearer|Basic|DPoP)\s+[^\s"',;]+/gi, `$1 ${GONE}`],
  // A header or a field that is secret to its end.
  [
    /\b((?:proxy-)?authorization|(?:set-)?cookie)(\\?["']?\s*[:=]\s*)[^\r\n]+/gi,
    `$1$2${GONE}`,
  ],
  [/((?:__(?:Secure|Host)-)?\bsvc\.[\w.-]+=)[^\s;,"']+/g, `$1${GONE}`],
  [
    /\b([\w-]{0,40}(?:token|secret|password|passwd|passphrase|otp|verifier|api_?key|private_?key|signature))(\\?["']?\s*[:=]\s*\\?["']?)[^\s"'&,;\\)}\]]+/gi,
    `$1$2${GONE}`,
  ],
  [/\b((?:pass|code|sig)=)[^\s"'&;]+/gi, `$1${GONE}`],
  [/\b(code|otp)(\W{1,4})\d{6}\b/gi, `$1$2${GONE}`],
  [/\b\d{6}(?= is your)/g, GONE],
];

/** Tokens recognised by their form. */
const FORMS: readonly (readonly [pattern: RegExp, kept: string])[] = [
  [/\b(svc|ses|cal)_[0-9A-Za-z]{20,}(?:_[0-9A-Za-z]+)?/g, `$1_${GONE}`],
  [/\beyJ[\w-]{4,}\.[\w-]*(?:\.[\w-]*)*/g, GONE],
];

/** Long enough for 128 bits in base64url: links, OAuth codes, refresh tokens. */
const RANDOM = /[A-Za-z0-9_-]{22,}/g;
const MIXED_MIN = 6;

/** Removes secrets from a text: known ones, and everything in a token's form. */
export function redact(text: string, secrets: readonly string[] = []): string {
  const max = LIMITS.logTextCharsMax;
  let clean = text.length > max ? text.slice(0, max) + GONE : text;
  for (const secret of secrets) {
    if (secret.length < SECRET_CHARS_MIN) continue;
    clean = clean.replaceAll(secret, GONE);
  }
  for (const [pattern, kept] of [...FORMS, ...PLACES]) {
    clean = clean.replace(pattern, kept);
  }
  return clean.replace(RANDOM, (run) => (isRandom(run) ? GONE : run));
}

/** Unlike function names, ids and error codes, a token mixes all letters. */
function isRandom(run: string): boolean {
  const mixed = run.match(/[A-Z0-9]/g)?.length ?? 0;
  return mixed >= MIXED_MIN && /[a-z]/.test(run) && /[A-Z]/.test(run);
}
