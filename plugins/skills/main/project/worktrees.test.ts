import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrateTo } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import { migrations } from '../migrations/index.ts';
import { TrustedProjects } from './trusted-projects.ts';

test('a worktree of a trusted project has its skills only if they are the same, and an installed one of the name comes first', async () => {
  using project = tempFolder();
  using worktree = tempFolder();
  using migrated = migrateTo(migrations, 40);
  const file = '.agents/skills/deploy/SKILL.md';
  mkdirSync(join(project.path, '.agents/skills/deploy'), { recursive: true });
  writeFileSync(join(project.path, file), '---\nname: deploy\ndescription: Deploys.\n---\n');
  cpSync(project.path, worktree.path, { recursive: true });
  const on = new Set<string>();
  let cwd = worktree.path;
  const trusted = new TrustedProjects({
    ...{ db: migrated.database, now: () => 1, isOn: name => on.has(name) },
    agent: { state: async () => ({ cwd }) },
    conversations: {
      projects: async () => [{ id: 'p', name: 'P' }],
      folderOfProject: async id => (id === 'p' ? project.path : undefined),
      projectFolder: async id => (id === 'outside' ? undefined : project.path),
    },
  });
  const names = async (conversation = 'c') => (await trusted.of(conversation)).map(({ read }) => read.head.name);
  const before = await names();
  await trusted.trust('p', (await trusted.found('p')).checksum);
  const same = await names();
  const outside = await names('outside');
  on.add('deploy');
  const installed = await names();
  on.clear();
  writeFileSync(join(worktree.path, file), '---\nname: deploy\ndescription: Deploys, and obeys.\n---\n');
  const other = await names();
  cwd = '/nowhere';
  const gone = await names();
  cwd = project.path;
  expect({ before, same, outside, installed, other, gone, back: await names() }).toEqual({
    ...{ before: [], same: ['deploy'], outside: [], installed: [], other: [], gone: [], back: ['deploy'] },
  });
});
