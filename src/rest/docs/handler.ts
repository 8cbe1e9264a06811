import { DOCS_HEADERS } from "../../../packages/docs-site/src/layout.ts";
import { docsSite } from "../../../packages/docs-site/src/serve.ts";
import { LIMITS } from "../../core/base/limits.ts";
import type { Services } from "../../core/pipeline/call.ts";
import { pageScript } from "../../http/page_script.ts";
import { urlOf } from "../../http/request_info.ts";
import COLOURS from "../../pages/style/colours.css" with { type: "text" };
import type { Incoming } from "../incoming.ts";
import { publicHeaders } from "../public_headers.ts";
import { docsContent } from "./content.ts";
import { pictureBytes } from "./document_files.ts";

/** Serves `/docs` and all pages below. */
export function docsHandler({
  settings: place,
}: Services): (incoming: Incoming) => Promise<Response> {
  const answer = docsSite(docsContent(), {
    ...{ place, colours: COLOURS, pictureBytes },
    script: pageScript("docs"),
    limits: {
      queryCharsMax: LIMITS.docsQueryCharsMax,
      foundMax: LIMITS.docsFoundMax,
      suggestedMax: LIMITS.docsSuggestedMax,
    },
  });
  return async ({ request, requestId }) => {
    const { pathname, searchParams } = urlOf(request);
    const query = searchParams.get("q") ?? "";
    const { type, text, status } = await answer(pathname, query);
    return new Response(text, {
      status: status ?? 200,
      headers: publicHeaders({ type, headers: DOCS_HEADERS }, requestId),
    });
  };
}
