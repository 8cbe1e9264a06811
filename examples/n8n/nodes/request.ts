import type {
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestMethods,
} from "n8n-workflow";

/** A call of the service's REST interface. */
export interface InboxCall {
  readonly method: IHttpRequestMethods;
  /** Below `/v1`. */
  readonly path: string;
  readonly body?: IDataObject;
  /** Identifies a write: a repeat has no second effect. */
  readonly key?: string;
}

/** Calls the service with the credential's URL and token. */
export async function callInbox(
  context: IExecuteFunctions | IHookFunctions,
  { method, path, body, key }: InboxCall,
): Promise<IDataObject> {
  const { url } = await context.getCredentials("conversationInboxApi");
  return await context.helpers.httpRequestWithAuthentication.call(
    context,
    "conversationInboxApi",
    {
      method,
      baseURL: String(url).replace(/\/+$/, ""),
      url: `/v1${path}`,
      json: true,
      ...(body && { body }),
      ...(key !== undefined && { headers: { "Idempotency-Key": key } }),
    },
  );
}
