import type { AgentService } from '@atelier/agent/contract';
import { expect, test } from 'vitest';
import { drafted } from './automation.fixture.ts';
import { approvals } from './preflight-access.ts';

/** What `foresee` says of commands by the access mode, with a sandbox or without one. */
const agent = (sandboxed: boolean) => ({
  foresee: (async ({ accessMode, commands }) => ({
    ...{ sandboxed, asks: [] },
    commands: commands.map(command => ({
      command,
      runs: accessMode === 'open' ? command !== 'git push' : sandboxed && command === 'npm test',
      lacksNetwork: accessMode === 'secure' && sandboxed && command === 'npm install',
    })),
  })) satisfies AgentService['foresee'],
});
const said = async (locale: 'en' | 'fr', sandboxed = true, access: 'secure' | 'open' = 'secure') => {
  const parts = {
    ...{ agent: agent(sandboxed), conversations: { folderOfProject: async () => undefined } },
    rightsOf: async () => undefined,
  };
  const commands = ['npm test', 'npm install', 'git push'];
  const action = { kind: 'instruction', instruction: 'Work.', where: 'visible', access, commands } as const;
  const draft = drafted({ trigger: { kind: 'cron', cron: '0 9 * * *', zone: 'UTC' } });
  return (await approvals(parts, draft, action, locale)).filter(line => line.includes('\u2068'));
};

test('a command that was allowed but has no network in secure access is told apart, before saving, in both languages', async () => {
  expect([await said('en'), await said('fr')]).toEqual([
    [
      'Runs without a question: \u2068npm test\u2069.',
      'Has no network in secure access, so it fails although you allowed it here: \u2068npm install\u2069.',
      'Refused although you allowed it here: \u2068git push\u2069.',
    ],
    [
      'S’exécute sans question : \u2068npm test\u2069.',
      'N’a pas le réseau en accès sécurisé et échoue donc, bien que vous l’ayez autorisé ici : \u2068npm install\u2069.',
      'Refusé bien que vous l’ayez autorisé ici : \u2068git push\u2069.',
    ],
  ]);
});

test('where the network is not what a command lacks nothing is said of it', async () => {
  const all = '\u2068npm test\u2069, \u2068npm install\u2069';
  expect([await said('en', false), await said('en', true, 'open')]).toEqual([
    [`Refused although you allowed it here: ${all}, \u2068git push\u2069.`],
    [`Runs without a question: ${all}.`, 'Refused although you allowed it here: \u2068git push\u2069.'],
  ]);
});

test('commands that an installed extension’s event would be given are not promised: it is said that the run does not get them, in both languages', async () => {
  const given: (readonly string[])[] = [];
  const foresee: AgentService['foresee'] = async ({ commands }) => {
    given.push(commands);
    return await agent(true).foresee({ accessMode: 'secure', commands });
  };
  const parts = {
    ...{ agent: { foresee }, conversations: { folderOfProject: async () => undefined } },
    rightsOf: async (id: string) => (id === '@acme/bell' ? [] : undefined),
  };
  const action = { kind: 'instruction' as const, instruction: 'Work.', where: 'visible' as const, commands: ['npm test'] };
  const by = async (from: string, locale: 'en' | 'fr') =>
    (await approvals(parts, drafted({ trigger: { kind: 'extension', from, id: 'bell' } }), action, locale)).filter(line =>
      line.includes('\u2068'),
    );
  expect({ told: [await by('@acme/bell', 'en'), await by('@acme/bell', 'fr'), await by('@atelier/own', 'en')], given }).toEqual({
    told: [
      ['Not given to the run, which acts for @acme/bell, although you allowed it here: \u2068npm test\u2069.'],
      ['Non donné à l’exécution, qui agit pour @acme/bell, bien que vous l’ayez autorisé ici : \u2068npm test\u2069.'],
      ['Runs without a question: \u2068npm test\u2069.'],
    ],
    given: [[], [], ['npm test']],
  });
});
