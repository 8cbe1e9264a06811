import type { Caller } from "../../core/access/context.ts";
import { ANONYMOUS } from "../../core/access/principal.ts";
import { told } from "../../core/base/words/sentence.ts";
import { ServiceError } from "../../core/errors/errors.ts";
import { readLogCheckpoint } from "../../core/operations/read_log_checkpoint.ts";
import { readLogTile } from "../../core/operations/read_log_tile.ts";
import type { Services } from "../../core/pipeline/call.ts";
import { outputOf } from "../../core/pipeline/call.ts";
import { problemResponse } from "../../http/problem.ts";
import type { RawRoute } from "../../http/request_info.ts";
import { pathOf, requestInfoOf } from "../../http/request_info.ts";

const TILES = "/log/tile";
/** `<level>/x001/x234/067`, with `.p/<width>` appended for a partial tile. */
const TILE_PATH =
  /^\/(?<level>entries|[0-5])\/(?<place>(?:x\d{3}\/){0,3}\d{3})(?:\.p\/(?<width>[1-9]\d?|1\d\d|2[0-4]\d|25[0-5]))?$/;
const WHOLE_TILE = 256;

const CHECKPOINT_HEADERS = {
  "content-type": "text/plain; charset=utf-8",
  "cache-control": "public, max-age=5",
};
const TILE_HEADERS = {
  "content-type": "application/octet-stream",
  "cache-control": "public, max-age=31536000, immutable",
};

/** The transparency log for everyone: its content reveals nothing of any chain. */
export function logRoutes(services: Services): readonly RawRoute[] {
  return [
    {
      method: "GET",
      path: "/log/checkpoint",
      handle: answering(services, async (caller) => {
        const call = [services, readLogCheckpoint, caller, {}] as const;
        const output = await outputOf(...call);
        return open(output.note, CHECKPOINT_HEADERS);
      }),
    },
    {
      method: "GET",
      path: `${TILES}/*`,
      handle: answering(services, async (caller, request) => {
        const input = wantedTile(pathOf(request.url).slice(TILES.length));
        const call = [services, readLogTile, caller, input] as const;
        const output = await outputOf(...call);
        return open(new Uint8Array(output.bytes), TILE_HEADERS);
      }),
    },
  ];
}

function answering(
  services: Services,
  answer: (caller: Caller, request: Request) => Promise<Response>,
): RawRoute["handle"] {
  return async (request) => {
    const info = requestInfoOf(request);
    const { requestId } = info;
    try {
      const caller: Caller = { principal: ANONYMOUS, via: "rest", requestId };
      return await answer(caller, request);
    } catch (error) {
      return problemResponse(services, error, info);
    }
  };
}

function open(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
): Response {
  return new Response(body, {
    headers: { ...headers, "access-control-allow-origin": "*" },
  });
}

/** @throws not_found for a path that no tile has */
function wantedTile(path: string) {
  const { level, place, width } = TILE_PATH.exec(path)?.groups ?? {};
  if (level === undefined || place === undefined) {
    throw new ServiceError("not_found", {
      detail: told`Cannot find this tile. Paths follow C2SP tlog-tiles, such as /log/tile/0/x001/067.p/8.`,
    });
  }
  return {
    level: level === "entries" ? ("entries" as const) : Number(level),
    place: Number(place.replaceAll(/[x/]/g, "")),
    width: Number(width ?? WHOLE_TILE),
  };
}
