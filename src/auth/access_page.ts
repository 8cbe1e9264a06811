import type { Member } from "../core/access/principal.ts";
import { DAY_MS, showTime } from "../core/base/time.ts";
import { addCredential } from "../core/operations/add_credential.ts";
import { listCredentials } from "../core/operations/list_credentials.ts";
import { listSessions } from "../core/operations/list_sessions.ts";
import { revokeCredential } from "../core/operations/revoke_credential.ts";
import { revokeSession } from "../core/operations/revoke_session.ts";
import { rotateCredential } from "../core/operations/rotate_credential.ts";
import { callOperation } from "../core/pipeline/call.ts";
import type { Form } from "../pages/forms.ts";
import { formRoute, pageRoute } from "../pages/forms.ts";
import { redirectTo } from "../pages/page.ts";
import { callerOf, personOrRedirect } from "../pages/person.ts";
import type { AuthRoute, RouteContext } from "../pages/route.ts";
import type { Refused } from "./access_refusal.ts";
import { refusalOf } from "./access_refusal.ts";
import { ACCESS_PATH, accessView, EXPIRIES } from "./access_view.ts";
import { readGrant } from "./grant_fields.ts";
import { tokenView } from "./token_view.ts";

/** What one form does for whoever is signed in. */
type Act = (
  context: RouteContext,
  person: Member,
  request: Request,
  form: Form,
) => Promise<Response>;

const ACTS: readonly (readonly [path: string, act: Act])[] = [
  [ACCESS_PATH, make],
  [`${ACCESS_PATH}/rotate`, rotate],
  [`${ACCESS_PATH}/revoke`, revoke],
  [`${ACCESS_PATH}/sign-out`, signOutThere],
];

/** Where a person sees and ends what acts for them, and makes credentials. */
export function accessRoutes(context: RouteContext): readonly AuthRoute[] {
  return [
    pageRoute(context, ACCESS_PATH, async (request) => {
      const person = await personOrRedirect(context, request);
      return person instanceof Response
        ? person
        : show(context, person, request);
    }),
    ...ACTS.map(([path, act]) =>
      formRoute(context, path, async (form, request) => {
        const person = await personOrRedirect(context, request);
        if (person instanceof Response) return person;
        try {
          return await act(context, person, request, form);
        } catch (error) {
          // Only the form that makes a credential has fields to be mended.
          const said = path === ACCESS_PATH ? form : {};
          return show(context, person, request, refusalOf(error, said));
        }
      }),
    ),
  ];
}

async function show(
  { services }: RouteContext,
  person: Member,
  request: Request,
  refused?: Refused,
): Promise<Response> {
  const caller = callerOf(person, request);
  const [{ output: access }, { output: signedIn }] = await Promise.all([
    callOperation(services, listCredentials, caller, {}),
    callOperation(services, listSessions, caller, {}),
  ]);
  return accessView(
    {
      credentials: access.credentials,
      sessions: signedIn.sessions,
      once: services.randomBytes(16).toHex(),
      now: services.clock(),
    },
    refused,
  );
}

async function make(
  context: RouteContext,
  person: Member,
  request: Request,
  form: Form,
): Promise<Response> {
  const read = readGrant(form);
  if ("wrong" in read) {
    const { wrong } = read;
    return show(context, person, request, { status: 400, said: form, wrong });
  }
  const { services } = context;
  const { name = "", expires, once } = form;
  const { scopes, ...limits } = read.grant;
  const days = EXPIRIES.find(({ id }) => id === expires)?.days;
  const { output } = await callOperation(
    services,
    addCredential,
    callerOf(person, request, once),
    {
      name: name.trim(),
      ...(scopes && { scopes }),
      limits,
      ...(days !== undefined && {
        expiresAt: showTime(services.clock() + days * DAY_MS),
      }),
    },
  );
  return tokenView(output.credential, output.token, services.settings.baseUrl);
}

async function rotate(
  { services }: RouteContext,
  person: Member,
  request: Request,
  { credentialId = "", once }: Form,
): Promise<Response> {
  const key = once === undefined ? undefined : `${once}.${credentialId}`;
  const { output } = await callOperation(
    services,
    rotateCredential,
    callerOf(person, request, key),
    { credentialId },
  );
  return tokenView(output.credential, output.token, services.settings.baseUrl);
}

async function revoke(
  { services }: RouteContext,
  person: Member,
  request: Request,
  { credentialId = "" }: Form,
): Promise<Response> {
  const caller = callerOf(person, request);
  await callOperation(services, revokeCredential, caller, { credentialId });
  return redirectTo(ACCESS_PATH);
}

async function signOutThere(
  { services }: RouteContext,
  person: Member,
  request: Request,
  { sessionId = "" }: Form,
): Promise<Response> {
  const caller = callerOf(person, request);
  await callOperation(services, revokeSession, caller, { sessionId });
  return redirectTo(ACCESS_PATH);
}
