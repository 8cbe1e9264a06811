import {
  ListResourcesRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { LIMITS } from "../../core/base/limits.ts";
import { INVALID_PARAMS } from "../../core/errors/error_row.ts";
import { RpcError } from "../protocol/json_rpc.ts";
import type { Method } from "../protocol/method.ts";
import { readParams } from "../protocol/method.ts";
import { SKILLS, skillEntry } from "../resources/skills.ts";
import { refuseCursor } from "./tools.ts";

export const listSkills: Method = {
  eras: ["modern"],
  freshMs: LIMITS.toolListFreshMs,
  answer: async (_server, { view }, params) => {
    refuseCursor(readParams(ListResourcesRequestSchema.shape.params, params));
    return { skills: SKILLS.map((it) => skillEntry(it, view.names)) };
  },
};

export const getSkill: Method = {
  eras: ["modern"],
  freshMs: LIMITS.toolListFreshMs,
  answer: async (_server, { view }, params) => {
    const { uri } = readParams(ReadResourceRequestSchema.shape.params, params);
    const skill = SKILLS.find((it) => it.uri === uri);
    if (!skill) {
      throw new RpcError(INVALID_PARAMS, "Skill not found", { data: { uri } });
    }
    return { skill: skillEntry(skill, view.names) };
  },
};
