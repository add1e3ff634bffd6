import type { Migration } from '@atelier/kernel';
import { createSkills } from './0010-create-skills.ts';
import { sourcesOfEveryKind } from './0020-sources-of-every-kind.ts';
import { changesUnderWay } from './0030-changes-under-way.ts';
import { trustedProjects } from './0040-trusted-projects.ts';

/** In the order in which they run. A new one gets its own file, and an id that is 10 higher. */
export const migrations: readonly Migration[] = [createSkills, sourcesOfEveryKind, changesUnderWay, trustedProjects];
