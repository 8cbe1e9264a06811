// Runs in the browser, on the pages that offer passkeys. It has no imports: it is
// served as it stands, without its types.

const API = "/api/auth/passkey";

/** The message for each status of a refusal. */
const BY_STATUS: Readonly<Record<number, Said>> = {
  401: "unknown",
  403: "stale",
  429: "tooMany",
};

/** The messages a page can show, in its language. */
type Said =
  | "ready"
  | "unknown"
  | "stale"
  | "tooMany"
  | "had"
  | "unused"
  | "failed";

/** A refusal of the service. */
class Refusal extends Error {
  readonly said: Said;

  constructor(said: Said) {
    super(said);
    this.said = said;
  }
}

/** The action of each button; returns a message, or nothing if the page is left. */
const ACTS: Readonly<
  Record<string, (button: HTMLButtonElement) => Promise<Said | undefined>>
> = { "sign-in": signIn, add };

async function signIn({ dataset }: HTMLButtonElement): Promise<undefined> {
  const asked = await call("generate-authenticate-options");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked);
  const passkey = await navigator.credentials.get({ publicKey });
  await call("verify-authentication", { response: passkey });
  location.assign(dataset.next ?? "/");
  return undefined;
}

async function add({ dataset }: HTMLButtonElement): Promise<Said> {
  const asked = await call("generate-register-options");
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked);
  // The name in the device's list of passkeys, which others also see.
  const { name = "", address = name } = dataset;
  publicKey.user = { ...publicKey.user, name: address, displayName: name };
  const passkey = await navigator.credentials.create({ publicKey });
  await call("verify-registration", { response: passkey });
  return "ready";
}

/** Posts the body if there is one, otherwise gets; a passkey serializes itself as JSON. */
async function call(path: string, body?: object) {
  const response = await fetch(`${API}/${path}`, {
    ...(body && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  if (response.ok) return await response.json();
  throw new Refusal(BY_STATUS[response.status] ?? "failed");
}

function whyNot(error: unknown): Said {
  if (error instanceof Refusal) return error.said;
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return "had";
  if (name === "NotAllowedError") return "unused";
  return "failed";
}

function offer(button: HTMLButtonElement): void {
  const act = ACTS[button.dataset.passkey ?? ""];
  const group = button.closest<HTMLElement>("[hidden]");
  const status = document.getElementById(
    button.getAttribute("aria-describedby") ?? "",
  );
  if (!act || !status) return;
  const words: Partial<Record<Said, string>> = JSON.parse(
    button.dataset.says ?? "{}",
  );
  const say = (said: Said | undefined, isWrong: boolean) => {
    status.classList.toggle("notice", isWrong);
    status.textContent = said === undefined ? "" : (words[said] ?? "");
  };
  button.addEventListener("click", async () => {
    if (button.ariaDisabled === "true") return;
    // `disabled` would take the focus away.
    button.ariaDisabled = "true";
    say(undefined, false);
    try {
      say(await act(button), false);
    } catch (error) {
      say(whyNot(error), true);
    }
    button.ariaDisabled = null;
  });
  if (group) group.hidden = false;
}

const isAble =
  "PublicKeyCredential" in window &&
  "parseRequestOptionsFromJSON" in PublicKeyCredential;
if (isAble) {
  for (const button of document.querySelectorAll<HTMLButtonElement>(
    "button[data-passkey]",
  )) {
    offer(button);
  }
}
