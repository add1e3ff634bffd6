import { expect, test } from 'vitest';
import { sectionName } from './prompt.ts';

test('titles become names that the engine takes, and never one of its own', () => {
  expect(['Behaviour', 'Instantané d’environnement', '2. Mémoire', 'tools', '日本語', 'Access mode'].map(sectionName)).toEqual([
    'behaviour',
    'instantane_d_environnement',
    'memoire',
    'section_4_tools',
    'section_5',
    'access_mode',
  ]);
});
