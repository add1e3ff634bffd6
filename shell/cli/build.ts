import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runNode } from './run-script.ts';
import { alone } from './setup-lock.mjs';
import { type Sentence, say } from './texts.mjs';

/** What the pages are built by. */
export const pagesConfig = 'shell/vite.config.ts';
/** What the frames of extensions are built by. */
export const framesConfig = 'shell/vite.frame.config.ts';
const pagesStamp = '.build/ui.stamp';
const framesStamp = '.build/frame.stamp';
/** The program that a start runs. */
export const builtApp = '.build/app/main.js';

interface Product {
  readonly config: string;
  readonly built: string;
  readonly stamp: string;
  /** Everything it may be built from. A file too many costs a build, one too few a stale product. */
  readonly sources: readonly string[];
  readonly building: Sentence;
}

const products: readonly Product[] = [
  {
    config: pagesConfig,
    built: '.build/ui/index.html',
    stamp: pagesStamp,
    sources: ['kernel/api', 'kernel/ui', 'schemas/generated', 'shell/ui', 'shell/frame', 'shell/package.json', 'plugins'],
    building: { en: 'Building the pages…', fr: 'Construction des pages…' },
  },
  {
    config: framesConfig,
    built: '.build/frame/frame.html',
    stamp: framesStamp,
    sources: ['kernel/api', 'kernel/ui', 'schemas/generated', 'shell/frame', 'shell/ui/fonts.css', 'shell/package.json'],
    building: { en: 'Building the frames of extensions…', fr: 'Construction des cadres des extensions…' },
  },
  {
    config: 'shell/vite.app.config.ts',
    built: builtApp,
    stamp: '.build/app.stamp',
    sources: [
      'kernel/api',
      'kernel/host',
      'kernel/main',
      'kernel/package.json',
      'schemas/generated',
      'shell/browser',
      'shell/package.json',
    ],
    building: { en: 'Building the app…', fr: 'Construction de l’application…' },
  },
];

/** Says that the pages that lie there were not built by `ensureBuilt`, so that the next start builds them anew. */
export function forgetPages(root: string): void {
  for (const stamp of [pagesStamp, framesStamp]) rmSync(join(root, stamp), { force: true });
}

/** Builds the app and its pages where their sources have changed since the last build. */
export function ensureBuilt(root: string): Promise<number> {
  // Two starts at once would empty the folder under each other's hands.
  return alone(
    `${root} build`,
    () =>
      say({
        en: 'Another start is building the app; this one waits for it.',
        fr: 'Un autre démarrage construit l’application ; celui-ci attend qu’il ait fini.',
      }),
    () => buildStale(root),
  );
}

async function buildStale(root: string): Promise<number> {
  const stale = products
    .map(product => ({ product, state: stateOf(root, product) }))
    .filter(({ product, state }) => existsSync(join(root, product.config)) && !isBuilt(root, product, state));
  if (stale.length === 0) return 0;
  for (const { product } of stale) {
    say(product.building);
    rmSync(join(root, product.stamp), { force: true });
  }
  // stdout belongs to the host, whose first line a program may be reading.
  // A test run is another environment, and would leave a page for development behind.
  const env = { NODE_ENV: 'production' };
  const code = await runNode(root, ['shell/cli/vite-build.mjs', ...stale.map(({ product }) => product.config)], env);
  if (code !== 0) {
    say({
      en: 'The app could not be built; Vite says why above. Mend that and start again.',
      fr: 'L’application n’a pas pu être construite ; Vite dit pourquoi ci-dessus. Corrigez et relancez.',
    });
    return code;
  }
  for (const { product, state } of stale) {
    const stamp = join(root, product.stamp);
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, state);
  }
  return 0;
}

function isBuilt(root: string, { stamp, built }: Product, state: string): boolean {
  const file = join(root, stamp);
  return existsSync(file) && existsSync(join(root, built)) && readFileSync(file, 'utf8') === state;
}

function stateOf(root: string, { config, sources }: Product): string {
  const hash = createHash('sha256');
  for (const source of [...sources, config, 'package-lock.json']) visit(join(root, source), hash);
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
