import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { extension, testKernel } from '@atelier/kernel/testing';
import { expect, onTestFinished, test } from 'vitest';
import { create } from '../shell/cli/extension/create.ts';
import { validate } from '../shell/cli/extension/validate.ts';
import { type Recipe, recipesOf } from './support/cookbook.ts';

const root = resolve(import.meta.dirname, '..');
const recipes = recipesOf(readFileSync(join(root, 'registry-dev/README.md'), 'utf8'));

interface Manifest {
  readonly name: string;
  readonly atelier: {
    readonly main?: string;
    readonly requires?: Readonly<Record<string, string>>;
    readonly channels?: Readonly<Record<string, string>>;
    readonly points?: Readonly<Record<string, string>>;
    readonly servers?: readonly { readonly main: string }[];
  };
}

/** A recipe that shows no manifest adds to one that names its files and the commands that it handles. */
function manifestOf({ manifest, main, ui }: Recipe): Manifest {
  if (manifest !== undefined) return JSON.parse(manifest) as Manifest;
  const commands = [...(main ?? '').matchAll(/ctx\.handle\('([^']+)'/g)].map(([, id]) => ({ id, title: 'Run' }));
  const atelier = { ...(main && { main: './main.js' }), ...(ui && { ui: './ui.js' }), contributes: { commands } };
  return { name: '@me/word-count', atelier };
}

/** Creates an extension as an author does, and writes the files of the recipe into it. */
async function madeOf(recipe: Recipe): Promise<{ readonly folder: string; readonly manifest: Manifest }> {
  const place = mkdtempSync(join(tmpdir(), 'atelier-cookbook-'));
  onTestFinished(() => rmSync(place, { recursive: true }));
  const manifest = manifestOf(recipe);
  const folder = join(place, 'made');
  await create({ root, positionals: [manifest.name], options: { folder }, locale: 'en' });
  const { files: _, ...created } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { files: unknown };
  const { main, channels = {}, points = {}, servers = [] } = manifest.atelier;
  const [channel] = Object.values(channels);
  const code = (text: string | undefined) => text && stripTypeScriptTypes(text);
  const files = {
    'package.json': JSON.stringify({ ...created, ...manifest }),
    ...(main && { [main]: code(recipe.main) }),
    ...(recipe.ui && { 'ui.js': code(recipe.ui) }),
    ...(channel && { [channel]: recipe.channel }),
    // The schema of a point is as free as can be: a recipe shows none.
    ...Object.fromEntries(Object.values(points).map(path => [path, '{ "type": "object" }'])),
    ...Object.fromEntries(servers.map(server => [server.main, code(recipe.server)])),
  };
  for (const [path, text] of Object.entries(files)) {
    if (text === undefined) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return { folder, manifest };
}

test('every recipe with code is read from the page', () => {
  expect(recipes.map(({ title }) => title)).toEqual(expect.arrayContaining(['Keep something', 'Use another extension', 'Replace a view']));
});

test.each(recipes)('$title: created and validated as it stands in the cookbook, and its main side starts', async recipe => {
  const { folder, manifest } = await madeOf(recipe);
  const { record } = await validate({ root, positionals: [folder], options: {}, locale: 'en' });
  const { errors, warnings } = record as { errors: readonly unknown[]; warnings: readonly unknown[] };
  // What it requires is there as one that offers nothing: a service or hook of it is not asked for at the start.
  const required = Object.keys(manifest.atelier.requires ?? {}).map(id => ({ ...extension(id, () => undefined), version: '0.1.0' }));
  const startable = manifest.atelier.main !== undefined && required.length === 0;
  await using kernel = await testKernel({ folders: startable ? [folder] : [] });
  if (startable) await kernel.wake(manifest.name);
  expect({
    errors,
    warnings,
    states: kernel.statuses().map(({ state, problems }) => [state, problems]),
  }).toEqual({ errors: [], warnings: [], states: startable ? [['active', []]] : [] });
});
