import { Type } from "typebox";
import { defineQuery, SYSTEM_ONLY } from "../access/operation.ts";
import { logStore } from "../audit/log/log_store.ts";
import { witnessPlaces } from "../audit/log/witnessed.ts";
import { closed, integer, string } from "../base/schemas.ts";
import { showTime } from "../base/time.ts";
import type { SenderName } from "../db/tables/data/delivery_schema.ts";
import { countServices } from "../federation/circuits.ts";
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
    remote: closed({
      messages: Waiting,
      known: integer("Other services that take signed requests."),
      silent: integer("Those that do not answer and are left alone."),
    }),
    ledger: getHealth.output.properties.ledger,
    verified: getHealth.output.properties.verified,
    backup: getHealth.output.properties.backup,
    audit: closed({
      signedAt: Type.Optional(
        string("When the log was signed last; RFC 3339."),
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
    const [open, holds, left, paused, health, newest, last, places, services] =
      await Promise.all([
        figures.checkpoints(call.now),
        figures.holds(call.now),
        figures.deliveries(call.now),
        figures.pausedWebhooks(),
        getHealth.run(input, call),
        log.newest(),
        log.lastPlace(),
        witnessPlaces(call),
        countServices(call),
      ]);
    const waiting = (sender: SenderName) => {
      const [kept, leaving] = [
        left(sender, "waiting"),
        left(sender, "sending"),
      ];
      return { all: kept.all + leaving.all, due: kept.due + leaving.due };
    };
    const signedAt = newest && showTime(newest.signedAt);
    return {
      checkpoints: open,
      holds,
      mails: {
        queued: left("mail", "waiting"),
        sending: left("mail", "sending"),
      },
      webhooks: { events: waiting("webhook"), paused },
      remote: { messages: waiting("a2a"), ...services },
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
