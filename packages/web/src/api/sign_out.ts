import { forgetKept } from "./kept.ts";

/** Ends the session here, and removes text stored on this device. */
export function signOut(): void {
  forgetKept();
  sessionStorage.clear();
  const form = document.createElement("form");
  form.method = "post";
  form.action = "/sign-out";
  document.body.append(form);
  form.submit();
}
