type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/** XMLHttpRequest as far as an upload needs it. */
export function requestClass(ask: Fetch) {
  return class PlainXmlHttpRequest {
    readonly upload: { onprogress?: (progress: object) => void } = {};
    onload: (() => void) | undefined;
    onerror: (() => void) | undefined;
    status = 0;
    responseText = "";
    readonly #headers = new Headers();
    #method = "GET";
    #path = "";

    open(method: string, path: string): void {
      this.#method = method;
      this.#path = path;
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value);
    }

    send(body: string): void {
      const sent = { method: this.#method, headers: this.#headers, body };
      const { length: total } = body;
      ask(this.#path, sent)
        .then(async (response) => {
          this.upload.onprogress?.({ loaded: total, total });
          this.status = response.status;
          this.responseText = await response.text();
          this.onload?.();
        })
        .catch(() => this.onerror?.());
    }
  };
}
