import type { Json } from './agent-file.ts';

/** The parsed content of the three files of a managed directory. */
export interface AgentContents {
  readonly settings: Json;
  readonly models: Json;
  readonly auth: Json;
}
