/** The A2A SDK as its documentation serves it: Express, on Node. */
import { jsonRpcHandler, UserBuilder } from "@a2a-js/sdk/server/express";
import express from "express";
import { echoAgent } from "./echo_agent.ts";

const app = express();
app.use(
  "/a2a",
  jsonRpcHandler({
    requestHandler: echoAgent(),
    userBuilder: UserBuilder.noAuthentication,
  }),
);
app.listen(Number(process.env.PORT), () => console.log("The peer is ready"));
