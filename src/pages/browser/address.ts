// Runs in the browser, where an address is chosen. It has no imports: it is served as
// it stands, without its types. The form says the same when it is sent.

const PAUSE_MS = 300;

interface Answer {
  readonly isFree: boolean;
  readonly says: string;
}

/** What the service says about a local-part; nothing if it cannot be asked now. */
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
    // An answer about text that has changed meanwhile is not shown.
    if (typed !== input.value) return;
    status.textContent = answer?.says ?? "";
    status.dataset.state = answer?.isFree ? "good" : "bad";
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(say, PAUSE_MS);
  });
}

const input = document.querySelector<HTMLInputElement>("[data-available]");
const status = document.getElementById("localPart-status");
if (input && status) watch(input, status);
