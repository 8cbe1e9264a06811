const NO_STORE = { "cache-control": "no-store", pragma: "no-cache" };

/** By status, the OAuth error and text for refusals that OAuth does not name. */
const ERRORS: Readonly<Record<number, readonly [string, string]>> = {
  415: [
    "invalid_request",
    "The body has another media type than this endpoint takes.",
  ],
  429: [
    "temporarily_unavailable",
    "Too many requests. Wait as many seconds as Retry-After says.",
  ],
  500: ["server_error", "Something went wrong here."],
};

/**
 * Gives every refusal the `error` member that clients look for (RFC 6749,
 * section 5.2): the library has none for refusals before OAuth begins.
 */
export async function withOAuthError(response: Response): Promise<Response> {
  if (response.status < 400) return response;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  if (typeof body === "object" && body !== null && "error" in body) {
    return response;
  }
  const [error, error_description] = ERRORS[response.status] ?? [
    "invalid_request",
    "The request is not valid.",
  ];
  const retry = response.headers.get("retry-after");
  return Response.json(
    { error, error_description },
    {
      status: response.status,
      headers: { ...NO_STORE, ...(retry !== null && { "retry-after": retry }) },
    },
  );
}
