import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { testKernel } from '@atelier/kernel/testing';
import { openModelServer } from '../e2e/model-server.ts';
import { writeLocalModel } from '../support/local-model.ts';
import { found, plugins, type ReleasedProfile, use } from './used-profile.ts';

// `npm run keep-profile -- <version>`: uses the app as a person would, and keeps the profile for the tests of all later versions. It is
// run once for each release, and the file is never changed afterwards.

const [version] = process.argv.slice(2);
if (version === undefined || !/^[\w.-]+$/.test(version)) throw new Error('Name the version: npm run keep-profile -- 1.2.3');

const madeIn = mkdtempSync(join(tmpdir(), 'atelier-released-'));
mkdirSync(join(madeIn, 'project'), { recursive: true });
await using server = await openModelServer();
writeLocalModel(madeIn, server.url);
const kernel = await testKernel({ plugins, profile: madeIn });
await use(kernel, server, join(madeIn, 'project'));
await kernel.close();
// Read after a restart, when everything is in the files.
const again = await testKernel({ plugins, profile: madeIn });
const kept: ReleasedProfile = { version, madeIn, found: await found(again), files: {} };
await again.close();
const root = join(madeIn, 'user-data');
const names = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile())
  .map(entry => relative(madeIn, join(entry.parentPath, entry.name)))
  .filter(name => !/^user-data\/(?:(?:cache|logs|backups)\/|data\/(?:\.reserve$|atelier--providers\/catalog-))/.test(name));
const files = Object.fromEntries(names.map(name => [name, readFileSync(join(madeIn, name)).toString('base64')]));
const file = resolve(import.meta.dirname, `${version}.json.gz`);
writeFileSync(file, gzipSync(JSON.stringify({ ...kept, files }), { level: 9 }));
rmSync(madeIn, { recursive: true, force: true });
console.log(`${relative(process.cwd(), file)}: ${names.length} files`);
