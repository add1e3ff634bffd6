import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const repo = join(import.meta.dirname, '..');

test('the first screen needs one script and one style sheet of 60 kB packed, all of the page has 1,500 kB, and no language of code is there twice', () => {
  const page = mkdtempSync(join(tmpdir(), 'atelier-page-'));
  try {
    const vite = join(repo, 'node_modules/vite/bin/vite.js');
    const flags = ['build', '--config', join(repo, 'shell/vite.config.ts'), '--outDir', page, '--logLevel', 'error'];
    // Its own process, because a build inside a test run would be one for development.
    execFileSync(process.execPath, [vite, ...flags], { cwd: repo, env: { ...process.env, NODE_ENV: 'production' } });
    const bytesOf = (name: string) => readFileSync(join(page, 'assets', name));
    const all = readdirSync(join(page, 'assets')).filter(name => /\.(?:js|css)$/.test(name));
    const asked = [...readFileSync(join(page, 'index.html'), 'utf8').matchAll(/(?:src|href)="\/assets\/([^"]+\.(?:js|css))"/g)];
    const first = [...new Set(asked.map(([, name = '']) => name))];
    expect({
      first: first.map(name => name.replace(/-.+(?=\.)/, '')).toSorted(),
      packed: first.reduce((sum, name) => sum + gzipSync(bytesOf(name)).length, 0) <= 60_000,
      whole: all.reduce((sum, name) => sum + bytesOf(name).length, 0) <= 1_500_000,
      python: all.filter(name => name.startsWith('python-')).length,
    }).toEqual({ first: ['first.css', 'first.js'], packed: true, whole: true, python: 1 });
  } finally {
    rmSync(page, { recursive: true, force: true });
  }
}, 60_000);
