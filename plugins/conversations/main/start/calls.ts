import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Handlers } from '@atelier/kernel';
import type { Core, Shape } from '../core.ts';
import { errors } from '../errors.ts';
import { readStart } from './read-start.ts';

type Calls = Pick<Handlers<Shape>, 'projectStart' | 'createInstructions'>;

const beginnings = {
  en: '# Instructions for assistants\n\n## What this project is\n\n## How to build and test it\n\n## What to take care of\n',
  fr: '# Consignes pour les assistants\n\n## Ce qu’est ce projet\n\n## Comment le construire et le tester\n\n## Ce à quoi faire attention\n',
};

/** The calls of the start page of a project. */
export function startCalls({ projects, git, locale }: Core): Calls {
  return {
    // Without a project there is no folder to look into.
    projectStart: async ({ project }) => (project === '' ? { hints: [] } : await readStart(projects.get(project).folder, git)),
    async createInstructions({ project }) {
      const { folder } = projects.get(project);
      const text = beginnings[await locale().catch(() => 'fr' as const)];
      // `wx`: neither a file nor a link that somebody put there meanwhile is written through.
      await writeFile(join(folder, 'AGENTS.md'), text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw errors['conversations/instructions-not-created']({ folder, reason: String(error.code) }, error);
      });
      return await readStart(folder, git);
    },
  };
}
