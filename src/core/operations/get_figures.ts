import { Type } from "typebox";
import { defineQuery, SYSTEM_ONLY } from "../access/operation.ts";
import { logStore } from "../audit/log/log_store.ts";
import { witnessPlaces } from "../audit/log/witnessed.ts";
import { closed, integer, string } from "../base/schemas.ts";
import { showTime } from "../base/time.ts";
import { figuresStore } from "../insight/figures_store.ts";
import { getHealth } from "./get_health.ts";

const Waiting = closed({
  all: integer("How many are waiting."),
  due: integer("How many are overdue."),
});

/** Returns how much waits, and whether ledger and records are in order. */
export const getFigures = defineQuery({
  name: "get_figures",
  title: "Read the figures",
  description:
    "Read how many decisions, holds and mails are waiting or overdue, whether the ledger balances, and up to when the record is signed.",
  access: SYSTEM_ONLY,
  input: closed({}),
  output: closed({
    checkpoints: Waiting,
    holds: Waiting,
    mails: closed({ queued: Waiting, sending: Waiting }),
    webhooks: closed({
      events: Waiting,
      paused: integer("Paused webhooks."),
    }),
    ledger: getHealth.output.properties.ledger,
    verified: getHealth.output.properties.verified,
    backup: getHealth.output.properties.backup,
    audit: closed({
      signedAt: Type.Optional(
        Type.String({
          description: "When the log was signed last; RFC 3339.",
        }),
      ),
      unsigned: integer("Records since then."),
    }),
    witnesses: Type.Array(
      closed({
        name: string("Its name."),
        signedAt: integer("When it last signed; 0 if never."),
        behind: integer("Records in the newest log that it has not signed."),
      }),
      { description: "The witnesses that the operator set." },
    ),
  }),
  async run(input, call) {
    const figures = figuresStore(call.db);
    const log = logStore(call.db);
    const [open, holds, left, paused, health, newest, last, places] =
      await Promise.all([
        figures.checkpoints(call.now),
        figures.holds(call.now),
        figures.deliveries(call.now),
        figures.pausedWebhooks(),
        getHealth.run(input, call),
        log.newest(),
        log.lastPlace(),
        witnessPlaces(call),
      ]);
    const events = [left("webhook", "waiting"), left("webhook", "sending")];
    const sum = (of: "all" | "due") => events.reduce((n, it) => n + it[of], 0);
    const signedAt = newest && showTime(newest.signedAt);
    return {
      checkpoints: open,
      holds,
      mails: {
        queued: left("mail", "waiting"),
        sending: left("mail", "sending"),
      },
      webhooks: { events: { all: sum("all"), due: sum("due") }, paused },
      ledger: health.ledger,
      verified: health.verified,
      backup: health.backup,
      audit: {
        ...(signedAt !== undefined && { signedAt }),
        unsigned: last - (newest?.upTo ?? 0),
      },
      witnesses: places.map(({ keptAs, signedAt, behind }) => {
        return { name: keptAs, signedAt: signedAt ?? 0, behind };
      }),
    };
  },
});
