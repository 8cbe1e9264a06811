// Runs in the browser, where an address is chosen. It has no imports: it is served as
// it stands, without its types. The form says the same when it is sent.

const PAUSE_MS = 300;

interface Answer {
  readonly isFree: boolean;
  readonly says: string;
}

/** The service's answer about a local-part; null if it cannot be reached. */
async function ask(path: string, localPart: string): Promise<Answer | null> {
  const query = new URLSearchParams({ localPart });
  try {
    const response = await fetch(`${path}?${query}`);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

function watch(input: HTMLInputElement, status: HTMLElement): void {
  const path = input.dataset.available ?? "";
  let timer: ReturnType<typeof setTimeout>;
  const say = async () => {
    const typed = input.value;
    const answer = typed === "" ? null : await ask(path, typed);
    // Do not show an answer about text that has changed meanwhile.
    if (typed !== input.value) return;
    status.textContent = answer?.says ?? "";
    status.dataset.state = answer?.isFree ? "good" : "bad";
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(say, PAUSE_MS);
  });
}

/** Free addresses for a name; none if the service cannot be reached. */
async function suggested(path: string, name: string): Promise<string[]> {
  const query = new URLSearchParams({ name });
  try {
    const response = await fetch(`${path}?${query}`);
    return response.ok ? (await response.json()).suggestions : [];
  } catch {
    return [];
  }
}

/** Offers addresses as buttons while the name is typed; a button fills the field. */
function suggest(
  name: HTMLInputElement,
  group: HTMLElement,
  input: HTMLInputElement,
): void {
  const path = group.dataset.suggests ?? "";
  let timer: ReturnType<typeof setTimeout>;
  const button = (localPart: string) => {
    const it = document.createElement("button");
    it.type = "button";
    it.className = "plain";
    it.textContent = localPart;
    it.addEventListener("click", () => {
      input.value = localPart;
      input.dispatchEvent(new Event("input"));
      input.focus();
    });
    return it;
  };
  const show = async () => {
    const typed = name.value.trim();
    const free = typed === "" ? [] : await suggested(path, typed);
    // Do not show an answer about a name that has changed meanwhile.
    if (typed !== name.value.trim()) return;
    group.replaceChildren(group.dataset.leads ?? "", ...free.map(button));
    group.hidden = free.length === 0;
  };
  name.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(show, PAUSE_MS);
  });
  void show();
}

const input = document.querySelector<HTMLInputElement>("[data-available]");
const status = document.getElementById("localPart-status");
if (input && status) {
  watch(input, status);
  // One may have typed before this script came.
  if (input.value !== "") input.dispatchEvent(new Event("input"));
}
const nameInput = document.querySelector<HTMLInputElement>("#displayName");
const group = document.querySelector<HTMLElement>("[data-suggests]");
if (nameInput && input && group) suggest(nameInput, group, input);
const zone = document.querySelector<HTMLInputElement>("[name=timeZone]");
if (zone) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
