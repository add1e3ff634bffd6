import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExtensionsChannel } from '@atelier/extensions/contract';
import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { archiveOf, type Entry, type Published, packed, tinyRegistry } from '../../../tests/support/tiny-registry.ts';

type Manifest = Readonly<Record<string, unknown>>;

/** Scripts that create a marker file, under every name that npm knows. */
const scriptsOf = (marker: string) =>
  Object.fromEntries(
    ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish', 'preprepare', 'postprepare'].map(name => [name, `touch ${marker}`]),
  );

function extension(name: string, more: Manifest = {}, entries: readonly Entry[] = [], files: Record<string, string> = {}): Published {
  const manifest = { name: `@hostile/${name}`, version: '1.0.0', type: 'module', engines: { atelier: '^1.0.0' }, ...more };
  const whole = { ...manifest, atelier: { main: './main.js' } };
  const own = { 'package.json': JSON.stringify(whole), 'main.js': 'export default { activate() {} };', ...files };
  return { manifest: whole, archive: archiveOf([...packed(own), ...entries]) };
}

/** Eighteen packages, each of which tries to run something or to write outside its folder. */
function hostilePackages(marker: string, outside: string): readonly Published[] {
  const scripts = scriptsOf(marker);
  const evil = { path: 'package/../../../evil.js', text: 'evil' };
  const inside = { 'node_modules/bundled/package.json': JSON.stringify({ name: 'bundled', version: '1.0.0', scripts }) };
  const locked = {
    '': { name: '@hostile/locked', version: '1.0.0' },
    'node_modules/scripted': { resolved: 'git+https://git.invalid/x.git' },
  };
  return [
    extension('scripts', { scripts }),
    extension('gyp', { gypfile: true }, [], {
      'binding.gyp': `{"targets":[{"target_name":"x","actions":[{"action":["touch","${marker}"]}]}]}`,
    }),
    extension('dependency', { dependencies: { scripted: '^1.0.0' } }),
    extension('optional', { optionalDependencies: { scripted: '^1.0.0' } }),
    extension('peer', { peerDependencies: { scripted: '^1.0.0' } }),
    extension('alias', { dependencies: { harmless: 'npm:scripted@1.0.0' } }),
    extension('bundled', { bundleDependencies: ['bundled'], dependencies: { bundled: '1.0.0' } }, [], inside),
    extension('repository', { dependencies: { left: 'git+https://git.invalid/left.git' } }),
    extension('address', { dependencies: { left: 'https://elsewhere.invalid/left.tgz' } }),
    extension('folder', { dependencies: { left: `file:${outside}` } }),
    extension('shadow', { bin: { git: './main.js', node: './main.js', npm: './main.js' } }),
    extension('settings', {}, [], { '.npmrc': `script-shell=${marker}\nignore-scripts=false\nprefix=${outside}\n` }),
    extension('locked', { scripts }, [], { 'npm-shrinkwrap.json': JSON.stringify({ lockfileVersion: 3, packages: locked }) }),
    extension('privileged', {}, [{ path: 'package/tool', text: '#!/bin/sh\n', mode: 0o6777 }]),
    extension('climbs', {}, [evil]),
    extension('absolute', {}, [{ path: join(outside, 'evil.js'), text: 'evil' }]),
    extension('link', {}, [
      { path: 'package/out', kind: '2', link: outside },
      { path: 'package/out/evil.js', text: 'evil' },
    ]),
    extension('hard-link', {}, [{ path: 'package/hard.js', kind: '1', link: join(outside, 'mine.txt') }]),
  ];
}

const all = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

test('N1: none of eighteen hostile packages runs anything when it is installed, or writes anywhere but in its own folder', async () => {
  await using registry = await tinyRegistry();
  using folder = tempFolder();
  const [profile, outside, marker] = ['profile', 'outside', 'ran'].map(name => folder.file(name)) as [string, string, string];
  mkdirSync(profile);
  mkdirSync(outside);
  writeFileSync(join(outside, 'mine.txt'), 'mine');
  await using kernel = await testKernel({ plugins: ['@atelier/extensions'], profile });
  const client = kernel.client(ExtensionsChannel);
  await client.call('removeRegistry', { id: 'npm' });
  await client.call('saveRegistry', { id: 'test', name: 'Test', url: registry.url });
  registry.publish({ manifest: { name: 'scripted', version: '1.0.0', scripts: scriptsOf(marker), hasInstallScript: true } });
  registry.publish({ manifest: { name: 'bundled', version: '1.0.0', scripts: scriptsOf(marker) } });
  const take = async (id: string) => {
    const offer = await client.call('offer', { id });
    await client.call('install', { ticket: offer.ticket, rights: {} });
    return 'installed';
  };
  const store = join(kernel.host.paths.installed, '.store');
  /** The profile's files other than extension folders, npm's cache and the app's databases. */
  const around = () =>
    all(profile).filter(path => !/(?:\/\.store\/|\/extensions\/hostile--|\/cache\/|\/data\/|\/log|\.json)/.test(`/${path}`));

  registry.publish(extension('honest'));
  await take('@hostile/honest');
  await client.call('remove', { id: '@hostile/honest', data: 'delete' });
  const before = around();
  const outcomes: Record<string, string> = {};
  for (const published of hostilePackages(marker, outside)) {
    const { name } = published.manifest;
    registry.publish(published);
    outcomes[name] = await take(name).catch((error: { code: string }) => error.code);
  }
  const stored = all(store);
  const modes = stored.map(path => lstatSync(join(store, path))).filter(found => (found.mode & 0o7000) !== 0 || found.isSymbolicLink());
  expect({
    outcomes,
    ran: existsSync(marker),
    outside: all(outside).map(name => `${name}: ${readFileSync(join(outside, name), 'utf8')}`),
    beside: readdirSync(folder.path).sort(),
    around: around().filter(path => !before.includes(path)),
    evil: [
      ...all(profile).filter(path => path.endsWith('evil.js')),
      ...stored.filter(path => /(?:^|\/)(?:\.bin|\.npmrc|npm-shrinkwrap\.json)(?:\/|$)/.test(path)),
    ],
    privileged: modes.length,
  }).toMatchInlineSnapshot(`
    {
      "around": [],
      "beside": [
        "outside",
        "profile",
      ],
      "evil": [],
      "outcomes": {
        "@hostile/absolute": "extensions/package-refused",
        "@hostile/address": "extensions/dependencies",
        "@hostile/alias": "installed",
        "@hostile/bundled": "installed",
        "@hostile/climbs": "extensions/package-refused",
        "@hostile/dependency": "installed",
        "@hostile/folder": "extensions/dependencies",
        "@hostile/gyp": "installed",
        "@hostile/hard-link": "extensions/package-refused",
        "@hostile/link": "extensions/package-refused",
        "@hostile/locked": "installed",
        "@hostile/optional": "installed",
        "@hostile/peer": "installed",
        "@hostile/privileged": "installed",
        "@hostile/repository": "extensions/dependencies",
        "@hostile/scripts": "installed",
        "@hostile/settings": "installed",
        "@hostile/shadow": "installed",
      },
      "outside": [
        "mine.txt: mine",
      ],
      "privileged": 0,
      "ran": false,
    }
  `);
});
