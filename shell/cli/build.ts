import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileState } from './file-state.mjs';
import { runNode } from './run-node.ts';
import { withLock } from './setup-lock.mjs';
import { type Sentence, say } from './texts.mjs';

/** The Vite configuration of the pages. */
export const pagesConfig = 'shell/vite.config.ts';
const pagesStamp = '.build/ui.stamp';
/** The Vite configuration of the frame page of extensions. */
export const framesConfig = 'shell/vite.frame.config.ts';
const framesStamp = '.build/frame.stamp';
/** The program that a start runs. */
export const builtApp = '.build/app/main.js';
/** The program that Electron runs. */
export const builtDesktop = '.build/electron/main/main.cjs';

/** The host of the pages; it decides which program is built with them. */
export type HostName = 'browser' | 'electron';

interface Product {
  readonly config: string;
  /** Undefined if both hosts need it. */
  readonly host?: HostName;
  /** A file or folder that the build writes. */
  readonly built: string;
  readonly stamp: string;
  /** All possible sources: one too many only causes an unnecessary build, a missing one a stale product. */
  readonly sources: readonly string[];
  /** Shown during the build; undefined if it is fast. */
  readonly building?: Sentence | undefined;
}

const products: readonly Product[] = [
  {
    config: pagesConfig,
    built: '.build/ui/index.html',
    stamp: pagesStamp,
    sources: ['kernel/api', 'kernel/ui', 'schemas/generated', 'shell/build', 'shell/ui', 'shell/frame', 'shell/package.json', 'plugins'],
    building: { en: 'Building the pages…', fr: 'Construction des pages…' },
  },
  {
    config: framesConfig,
    built: '.build/frame/frame.html',
    stamp: framesStamp,
    sources: ['kernel/api', 'kernel/ui', 'schemas/generated', 'shell/build', 'shell/frame', 'shell/ui/fonts.css', 'shell/package.json'],
    building: { en: 'Building the frames of extensions…', fr: 'Construction des cadres des extensions…' },
  },
  {
    config: 'shell/vite.app.config.ts',
    host: 'browser',
    built: builtApp,
    stamp: '.build/app.stamp',
    sources: [
      'kernel/api',
      'kernel/host',
      'kernel/main',
      'kernel/package.json',
      'schemas/generated',
      'shell/browser',
      'shell/build',
      'shell/package.json',
    ],
    building: { en: 'Building the app…', fr: 'Construction de l’application…' },
  },
  ...electronProduct('electron', builtDesktop, { en: 'Building the desktop shell…', fr: 'Construction de l’enveloppe de bureau…' }),
  ...electronProduct('preload', '.build/electron/preload/preload.cjs'),
  ...electronProduct('kernel', '.build/electron/kernel/kernel-process.js', { en: 'Building the kernel…', fr: 'Construction du noyau…' }),
  ...electronProduct('plugins', '.build/electron/plugins', { en: 'Building the plugins…', fr: 'Construction des plugins…' }),
];

function electronProduct(name: string, built: string, building?: Sentence): readonly Product[] {
  const kernel = name === 'kernel' || name === 'plugins' ? ['kernel/main', 'plugins'] : [];
  const sources = ['kernel/api', 'kernel/host', ...kernel, 'kernel/package.json', 'schemas/generated', 'shell/electron', 'shell/build'];
  return [{ config: `shell/vite.${name}.config.ts`, host: 'electron', built, stamp: `.build/${name}.stamp`, sources, building }];
}

/** Makes the next start build the pages again. */
export function invalidatePages(root: string): void {
  for (const stamp of [pagesStamp, framesStamp]) rmSync(join(root, stamp), { force: true });
}

/** Builds the app and its pages where their sources have changed since the last build. */
export async function ensureBuilt(root: string, host: HostName = 'browser'): Promise<number> {
  if (staleOf(root, host).length === 0) return 0;
  const waiting = {
    en: 'Another start is building the app; this one waits for it.',
    fr: 'Un autre démarrage construit l’application ; celui-ci attend qu’il ait fini.',
  };
  // Two builds at the same time would empty each other's folders.
  return withLock(
    join(root, '.build'),
    () => say(waiting),
    () => build(root, staleOf(root, host)),
  );
}

interface Stale {
  readonly product: Product;
  readonly state: string;
}

function staleOf(root: string, host: HostName): readonly Stale[] {
  return products
    .filter(product => product.host === undefined || product.host === host)
    .map(product => ({ product, state: stateOf(root, product) }))
    .filter(({ product, state }) => existsSync(join(root, product.config)) && !isBuilt(root, product, state));
}

async function build(root: string, stale: readonly Stale[]): Promise<number> {
  if (stale.length === 0) return 0;
  for (const { product } of stale) {
    if (product.building !== undefined) say(product.building);
    rmSync(join(root, product.stamp), { force: true });
  }
  // In a test run too: the person may start this build later.
  const env = { NODE_ENV: 'production' };
  const code = await runNode(root, ['shell/cli/vite-build.mjs', ...stale.map(({ product }) => product.config)], env);
  if (code !== 0) {
    say({
      en: 'The app could not be built; Vite says why above. Fix that and start again.',
      fr: 'L’application n’a pas pu être construite ; Vite dit pourquoi ci-dessus. Corrigez cela et relancez.',
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
  return sourceHash(root, [...sources, config, 'package-lock.json']);
}

/** A hash of these files and folders, without tests. */
export function sourceHash(root: string, sources: readonly string[]): string {
  return fileState(root, sources, path => !path.endsWith('.test.ts'));
}
