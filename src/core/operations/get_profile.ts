import { defineQuery, MEMBER } from "../access/operation.ts";
import { loadAgent } from "../agents/load_agent.ts";
import { presentProfile } from "../agents/profile.ts";
import { ProfileSchema } from "../agents/schemas.ts";
import { closed } from "../base/schemas.ts";

/** Reads the public profile of the caller's account. */
export const getProfile = defineQuery({
  name: "get_profile",
  title: "Read your profile",
  description:
    "Read the name, description, skills and prices of your account, and whether the directory lists it.",
  access: MEMBER,
  scope: "addresses:read",
  input: closed({}),
  output: ProfileSchema,
  run: async (_input, call) =>
    await presentProfile(call, await loadAgent(call)),
});
