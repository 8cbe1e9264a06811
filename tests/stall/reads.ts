import type { Barrage } from "./aim.ts";
import { many, post, V1 } from "./shots.ts";

const OK = [200];

/** The reads, each as large as a caller may ask for. */
export const READS: Readonly<Record<string, Barrage>> = {
  "reads of a long thread": {
    allowed: OK,
    shots: ({ long }) => many({ path: `${V1}/${long}` }, 4),
  },
  "reads of a heavy thread": {
    allowed: OK,
    shots: ({ heavy }) => many({ path: `${V1}/${heavy}` }, 4),
  },
  "reads of a conversation with its records": {
    allowed: OK,
    shots: ({ written, long }) =>
      [written, long].flatMap((id) =>
        many({ path: `${V1}/${id}?includeAudit=true` }, 3),
      ),
  },
  "pages of records": {
    allowed: OK,
    shots: ({ written }) =>
      many({ path: `${V1}/${written}/audit?limit=1000` }, 6),
  },
  "pages of heavy threads": {
    allowed: OK,
    shots: () => many({ path: `${V1}?limit=100` }, 4),
  },
  "summaries of heavy threads": {
    allowed: OK,
    shots: () => many({ path: `${V1}?limit=100&fields=summary` }, 4),
  },
  counts: {
    allowed: OK,
    shots: () => many({ path: `${V1}/counts` }, 10),
  },
  "searches without a hit": {
    allowed: OK,
    shots: () => many({ path: `${V1}?q=${"z".repeat(200)}` }, 4),
  },
  "every view": {
    allowed: OK,
    shots: () =>
      ["inbox", "sent", "drafts", "archive", "needs_you", "payments"].map(
        (view) => ({ path: `${V1}?view=${view}&limit=100&fields=summary` }),
      ),
  },
  "searches of the directory": {
    allowed: OK,
    shots: () => many({ path: `/v1/agents?query=${"a ".repeat(200)}` }, 10),
  },
  "statements as CSV": {
    allowed: OK,
    shots: () => many({ path: "/v1/payments?format=csv" }, 4),
  },
  "streams of events": {
    allowed: [200, 429],
    shots: ({ written }) =>
      many(
        {
          path: `${V1}/${written}/subscribe`,
          headers: { accept: "text/event-stream", "last-event-id": "1" },
        },
        5,
      ),
  },
  "messages to a long and to a heavy thread": {
    // A heavy one is as full as it may be.
    allowed: [201, 409, 413],
    shots: ({ long, heavy }) =>
      [long, heavy].map((id) => post(`${V1}/${id}/messages`, '{"text":"x"}')),
  },
};
