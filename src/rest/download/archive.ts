import { told } from "../../core/base/words/sentence.ts";
import { getExport } from "../../core/operations/get_export.ts";
import type { Services } from "../../core/pipeline/call.ts";
import { archiveResponse } from "../../http/archive_response.ts";
import type { ClientAddress } from "../../http/client_address.ts";
import { problemResponse } from "../../http/problem.ts";
import { SVC_VERSION } from "../../http/request_info.ts";
import { readParam, refuseStrayQuery } from "../fields.ts";
import type { Handler } from "../handler.ts";
import { identifierOf } from "../handler.ts";

export const ARCHIVE_PATH = "/v1/exports/:exportId/archive";

/** Serves the archive of an export (docs/export.md, Downloading). */
export function archiveHandler(
  services: Services,
  addressOf: ClientAddress,
): Handler {
  const identify = identifierOf(services, addressOf);
  return async (incoming) => {
    const { request, requestId, params } = incoming;
    try {
      const principal = await identify(getExport, incoming);
      refuseStrayQuery(told`download an export`, [], incoming);
      const caller = { principal, via: "rest", requestId } as const;
      const response = await archiveResponse(
        services,
        caller,
        readParam("exportId", params.exportId ?? ""),
        request,
      );
      response.headers.set("x-request-id", requestId);
      response.headers.set("svc-version", SVC_VERSION);
      return response;
    } catch (error) {
      return problemResponse(services, error, incoming);
    }
  };
}
