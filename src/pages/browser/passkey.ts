// Runs in the browser, on the pages that offer passkeys. It has no imports: it is
// served as it stands, without its types.

const API = "/api/auth/passkey";

const BY_STATUS: Readonly<Record<number, string>> = {
  401: "This passkey is not known here. Use a code by email.",
  403: "You signed in a while ago. Sign out, sign in again, then add the passkey.",
  429: "Too many tries. Wait a while, then try again.",
};

/** A refusal of the service, in words for the person. */
class Refusal extends Error {}

/** What each button does; gives back what to say, or nothing when the page is left. */
const ACTS: Readonly<
  Record<string, (button: HTMLButtonElement) => Promise<string>>
> = { "sign-in": signIn, add };

async function signIn({ dataset }: HTMLButtonElement): Promise<string> {
  const asked = await call("generate-authenticate-options");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked);
  const passkey = await navigator.credentials.get({ publicKey });
  await call("verify-authentication", { response: passkey });
  location.assign(dataset.next ?? "/");
  return "";
}

async function add({ dataset }: HTMLButtonElement): Promise<string> {
  const asked = await call("generate-register-options");
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked);
  // What the device shows when it asks which passkey: the name that others see, too.
  const { name = "", address = name } = dataset;
  publicKey.user = { ...publicKey.user, name: address, displayName: name };
  const passkey = await navigator.credentials.create({ publicKey });
  await call("verify-registration", { response: passkey });
  return "The passkey is ready. Next time, sign in with it.";
}

/** Posts what is given, else asks; a passkey writes itself as JSON. */
async function call(path: string, body?: object) {
  const response = await fetch(`${API}/${path}`, {
    ...(body && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  if (response.ok) return await response.json();
  throw new Refusal(
    BY_STATUS[response.status] ?? "That did not work. Try again.",
  );
}

function whyNot(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return "This device has a passkey already.";
  if (name === "NotAllowedError") return "No passkey was used. Try again.";
  return "That did not work. Try again.";
}

function offer(button: HTMLButtonElement): void {
  const act = ACTS[button.dataset.passkey ?? ""];
  const group = button.closest<HTMLElement>("[hidden]");
  const status = document.getElementById(
    button.getAttribute("aria-describedby") ?? "",
  );
  if (!act || !status) return;
  const say = (text: string, isWrong: boolean) => {
    status.classList.toggle("notice", isWrong);
    status.textContent = text;
  };
  button.addEventListener("click", async () => {
    if (button.ariaDisabled === "true") return;
    // `disabled` would take the focus away.
    button.ariaDisabled = "true";
    say("", false);
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
