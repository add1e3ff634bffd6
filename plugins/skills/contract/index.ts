import { defineChannel } from '@atelier/kernel';
import type { SkillsShape } from './generated.ts';

export type {
  Bilingual,
  Category,
  ChangedFile,
  Details,
  FoundPackages,
  Listed,
  OfProject,
  Overview,
  Proposal,
  Question,
  Skill,
  SkillsOfProjects,
  SkillsShape,
  Source,
  Update,
} from './generated.ts';

/** Skills: found in sources, installed, switched, rated, updated and removed. */
export const SkillsChannel = defineChannel<SkillsShape>('skills');
