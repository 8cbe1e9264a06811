import { escaped } from "../../packages/standards/src/html.ts";
import { refuseUnsound } from "../core/access/read_json.ts";
import { LIMITS } from "../core/base/limits.ts";
import { told } from "../core/base/words/sentence.ts";
import { ServiceError } from "../core/errors/errors.ts";
import type { BodyReading } from "../http/read_text.ts";
import { readUtf8 } from "../http/read_text.ts";
import type { WordsOfError } from "./error_page.ts";
import { errorResponse } from "./error_page.ts";
import { recordAccountEvent } from "./record.ts";
import type { AuthRoute, From, RouteContext } from "./route.ts";

/** The fields of a submitted form. */
export type Form = Readonly<Record<string, string>>;

const FORM_TYPE = /^application\/x-www-form-urlencoded *(;|$)/i;

/** Options of a form besides its handler. */
interface FormOptions {
  readonly bytesMax?: number;
  readonly wordsOf?: WordsOfError;
}

/** A row that accepts a form of one of our pages. */
export function formRoute(
  context: RouteContext,
  path: string,
  handle: (form: Form, request: Request, from: From) => Promise<Response>,
  { bytesMax = LIMITS.oauthRequestBytesMax, wordsOf }: FormOptions = {},
): AuthRoute {
  return {
    method: "POST",
    path,
    async handle(request, from) {
      try {
        await requireOwnOrigin(context, request);
        const { bodies } = context.services;
        return await bodies.run(from() ?? "", async (pass) => {
          const form = await readForm(request, { bytesMax, pass });
          const answer = await handle(form, request, from);
          pass.accepted();
          return answer;
        });
      } catch (error) {
        return errorResponse(context, request, error, wordsOf);
      }
    },
  };
}

/** A row that shows one of our pages. */
export function pageRoute(
  context: RouteContext,
  path: string,
  handle: (request: Request, from: From) => Response | Promise<Response>,
  wordsOf?: WordsOfError,
): AuthRoute {
  return {
    method: "GET",
    path,
    async handle(request, from) {
      try {
        return await handle(request, from);
      } catch (error) {
        return errorResponse(context, request, error, wordsOf);
      }
    },
  };
}

/**
 * A request with a cookie must come from one of our pages: a foreign, a `null`
 * and a missing Origin are all refused.
 * @throws forbidden_origin
 */
export async function requireOwnOrigin(
  { auth, services }: RouteContext,
  { headers }: Request,
): Promise<void> {
  if (headers.get("origin") === services.settings.baseUrl) return;
  // Recorded in the chain of the cookie's owner.
  const person = await auth.principalOf(headers);
  if (person) {
    const { accountId } = person;
    await recordAccountEvent(services, { accountId, type: "origin.refused" });
  }
  throw new ServiceError("forbidden_origin", {
    detail: told`Cannot do this: the request didn't come from a page of this service.`,
  });
}

/** @throws unsupported_media_type, payload_too_large, invalid_input */
async function readForm(request: Request, reading: BodyReading): Promise<Form> {
  if (!FORM_TYPE.test(request.headers.get("content-type") ?? "")) {
    throw new ServiceError("unsupported_media_type", {
      detail: told`Cannot read the form: it must be URL-encoded.`,
    });
  }
  const text = await readUtf8(request, reading);
  if (text.split("&", LIMITS.formFieldsMax + 1).length > LIMITS.formFieldsMax) {
    throw new ServiceError("payload_too_large", {
      detail: told`Cannot read the form: it has more than ${LIMITS.formFieldsMax} fields.`,
      extra: { fieldsMax: LIMITS.formFieldsMax },
    });
  }
  const form = Object.fromEntries(new URLSearchParams(text));
  refuseUnsound(form);
  return form;
}

/** A hidden field of a form. */
export function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escaped(value)}">`;
}

/** One field of a form; `attributes` and `hint` are HTML already. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly attributes: string;
  /** True for the field that gets the focus, unless another is wrong. */
  readonly hasFocus?: boolean;
  readonly value?: string;
  readonly hint?: string;
  /** Text after the value. */
  readonly unit?: string;
  /** The error of the value; read out with the field. */
  readonly error?: string | undefined;
  readonly look?: "code";
}

/** A field with its label, hint and error linked to it (WCAG 1.3.1, 3.3.1, 3.3.2). */
export function field(it: Field): string {
  const { name, value = "", hint, unit, error } = it;
  const describedBy = [
    ...(unit === undefined ? [] : [`${name}-unit`]),
    ...(error === undefined ? [] : [`${name}-error`]),
    ...(hint === undefined ? [] : [`${name}-hint`]),
  ].join(" ");
  const input = `<input id="${name}" name="${name}" value="${escaped(value)}" ${it.attributes}${
    describedBy === "" ? "" : ` aria-describedby="${describedBy}"`
  }${error === undefined ? "" : ` aria-invalid="true"`}${it.hasFocus || error !== undefined ? " autofocus" : ""}>`;
  const classes = ["field", it.look, error === undefined ? "" : "is-wrong"];
  return `<div class="${classes.filter(Boolean).join(" ")}">
<label for="${name}">${escaped(it.label)}</label>
${unit === undefined ? input : `<div class="joined">${input}<span id="${name}-unit">${escaped(unit)}</span></div>`}
${error === undefined ? "" : `<p class="error" id="${name}-error" role="alert">${escaped(error)}</p>`}
${hint === undefined ? "" : `<p class="hint" id="${name}-hint">${hint}</p>`}
</div>`;
}

/** The error above a form that belongs to no single field. */
export function notice(text: string | undefined): string {
  return text === undefined
    ? ""
    : `<p class="notice" role="alert">${escaped(text)}</p>`;
}
