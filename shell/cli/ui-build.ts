import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runNode } from './run-script.ts';
import { say } from './texts.mjs';

export const pagesConfig = 'shell/vite.config.ts';
const stampFile = '.build/ui.stamp';
const built = '.build/ui/index.html';
/** Everything a page may be built from. A file too many costs a build, one too few a stale page. */
const sources = [
  'kernel/api',
  'kernel/ui',
  'schemas/generated',
  'shell/ui',
  'shell/frame',
  'shell/package.json',
  'plugins',
  pagesConfig,
  'package-lock.json',
];

/** Says that what lies there was not built by `ensureUi`, so that the next start builds anew. */
export function forgetUi(root: string): void {
  rmSync(join(root, stampFile), { force: true });
}

/** Builds the pages where their sources have changed since the last build. */
export async function ensureUi(root: string): Promise<number> {
  if (!existsSync(join(root, pagesConfig))) return 0;
  const stamp = join(root, stampFile);
  const now = stateOf(root);
  if (existsSync(stamp) && existsSync(join(root, built)) && readFileSync(stamp, 'utf8') === now) return 0;
  say({ en: 'Building the pages…', fr: 'Construction des pages…' });
  forgetUi(root);
  const code = await runNode(root, ['shell/cli/vite-build.mjs', pagesConfig]);
  if (code !== 0) {
    say({
      en: 'The pages could not be built; Vite says why above. Mend that and start again.',
      fr: 'Les pages n’ont pas pu être construites ; Vite dit pourquoi ci-dessus. Corrigez et relancez.',
    });
    return code;
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
  return 0;
}

function stateOf(root: string): string {
  const hash = createHash('sha256');
  for (const source of sources) visit(join(root, source), hash);
  return hash.digest('hex');
}

function visit(path: string, hash: ReturnType<typeof createHash>): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (stat.isDirectory()) {
    for (const name of readdirSync(path).sort()) if (name !== 'node_modules') visit(join(path, name), hash);
  } else if (!path.endsWith('.test.ts')) {
    hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\0`);
  }
}
