import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAuthored } from '@atelier/kernel/authoring';
import { expect, onTestFinished, test } from 'vitest';
import { authorApiPage, authorApiPath } from './support/author-api.ts';
import * as examples from './support/author-examples.ts';
import { complaints } from './support/fence-compiler.ts';
import { fences } from './support/readme.ts';
import { sampleOf } from './support/schema-sample.ts';

const page = readFileSync(authorApiPath, 'utf8');
/** What each JSON fence, and each row of a slot, adds to a manifest. */
const contributed = [
  ...fences(page, 'json').map(fence => JSON.parse(fence) as Readonly<Record<string, readonly object[]>>),
  ...[...page.matchAll(/\| `(\{"id".*\})` \|$/gm)].map(([, entry = '']) => ({ views: [JSON.parse(entry) as object] })),
];

test('the page of what an extension can use is what the generator makes of the sources', () => {
  // In a plain Node, because the runner rewrites the examples that the page shows.
  const { status, stderr } = spawnSync(process.execPath, ['tests/generate/author-api.ts', '--check'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('every example in TypeScript compiles against the contracts', () => {
  const sources = new Map(fences(page, 'ts').map((fence, index) => [`api-${index}.ts`, fence]));
  expect(sources.size).toBeGreaterThan(30);
  expect(complaints(sources)).toBe('');
});

test('every entry of a point is taken by the manifest and by the schema of the point', async () => {
  mkdirSync('.build', { recursive: true });
  const folder = mkdtempSync(join('.build', 'author-api-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const problems = contributed.flatMap(contributes => {
    const owners = Object.keys(contributes).flatMap(key => (key.includes(':') ? [[key.replace(/:.*/, ''), '^0.1.0']] : []));
    const views = JSON.stringify(contributes).includes('"element"');
    const manifest = {
      ...{ name: '@me/notes', version: '1.0.0', engines: { atelier: '^1.0.0' } },
      atelier: { main: './main.js', ...(views && { ui: './ui.js' }), requires: Object.fromEntries(owners), contributes },
    };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    return readAuthored(folder).problems.map(problem => problem.message);
  });
  const wrong: unknown[] = [];
  for (const [key = '', entries = []] of contributed.flatMap(Object.entries) as [string, readonly object[]][]) {
    const [, plugin, point] = /^@atelier\/([a-z-]+):(.+)$/.exec(key) ?? [];
    if (plugin === undefined || point === undefined) continue;
    const { atelier } = JSON.parse(readFileSync(`plugins/${plugin}/package.json`, 'utf8'));
    const { validate } = await import(join('..', 'plugins', plugin, atelier.points[point].replace(/\.json$/, '.validate.js')));
    for (const entry of entries) if (!validate(entry)) wrong.push([key, validate.errors]);
  }
  expect({ some: contributed.length > 20, problems, wrong }).toEqual({ some: true, problems: [], wrong: [] });
});

test('an entry without a description or without an example is refused', async () => {
  const { beforeToolCall: _, ...hookExamples } = examples.hookExamples;
  const { commands: __, ...pointExamples } = examples.pointExamples;
  const slotDescriptions = { ...examples.slotDescriptions, panel: ' ' };
  const refused = async (changed: object) => authorApiPage({ ...examples, ...changed }).catch((error: Error) => error.message);
  expect([
    await refused({ hookExamples }),
    await refused({ pointExamples }),
    await refused({ serviceExamples: new Map() }),
    await refused({ slotDescriptions }),
  ]).toEqual([
    expect.stringMatching(/^beforeToolCall has no example/),
    expect.stringMatching(/^commands has no example/),
    expect.stringMatching(/ContributedCommands@1 has no example/),
    expect.stringMatching(/the slot panel has no description/),
  ]);
});

test('an example is made of a schema only where the schema takes it', () => {
  const sample = (schema: object) => sampleOf({ ...schema }, {}, 'notes.find');
  expect([
    sample({ type: 'object', required: ['text'], properties: { text: { type: 'string' }, limit: { type: 'integer' } } }),
    sample({ type: 'array', minItems: 1, items: { type: 'integer', minimum: 3 } }),
    sample({ type: 'string', pattern: '^x', examples: ['x1'] }),
  ]).toEqual([{ text: 'Hello' }, [3], 'x1']);
  expect(() => sample({ type: 'string', pattern: '^x' })).toThrow(/^notes\.find: "text" is no example.*Give its schema "examples"/);
});
