import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BrowserContext, Page } from 'playwright-core';
import { builtApp, ensureBuilt } from '../../shell/cli/build.ts';
import { openChromium, openWindows } from '../support/chromium.ts';
import { Complaints } from './complaints.ts';

const root = join(import.meta.dirname, '..', '..');
const pictures = join(root, '.build', 'e2e');

export interface AppOptions {
  readonly locale?: 'fr-FR' | 'en-GB';
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  /** Folders of extensions that the person has installed. */
  readonly plugins?: readonly string[];
  /** Extensions that are switched off. */
  readonly off?: readonly string[];
  /** With the first steps, which an empty profile would show over everything that other tests look at. */
  readonly firstSteps?: boolean;
  /** Nobody has chosen a language yet; `locale` is only the system's. */
  readonly noLanguage?: true;
  /** Writes into the profile before the first start. */
  readonly prepare?: (userData: string) => void;
  /** More of the environment that the program starts in, such as the way into a network. */
  readonly env?: Readonly<Record<string, string>>;
  /** With the lock of a real start, which automation mode skips: a second start then meets the first. */
  readonly single?: boolean;
  /** In a browser of its own with windows, of which one at a time has the focus. */
  readonly hasWindows?: true;
  /** More arguments of each start. */
  readonly args?: readonly string[];
}

/** One start of the program, as its own process. */
export interface Start {
  readonly url: string;
  readonly pid: number;
  readonly userData: string;
}

/** The real app on a profile of its own, and a real browser that shows it. What the page complains of fails the test at the end. */
export interface App extends AsyncDisposable {
  /** The first window. */
  readonly page: Page;
  readonly context: BrowserContext;
  readonly origin: string;
  readonly userData: string;
  readonly pid: number;
  /** What the program has printed, both streams, line by line. */
  readonly said: readonly string[];
  /** Another window of the same browser. */
  openPage(): Promise<Page>;
  /** Complaints that are the point of this test, such as a connection that breaks. */
  allow(...patterns: readonly RegExp[]): void;
  /** Keeps a picture under .build/e2e, named after the screen and how it was looked at. */
  keep(screen: string, page?: Page): Promise<void>;
  /** Ends the program at once, as a crash would. */
  kill(): Promise<void>;
  /** Starts the program again on the same profile; the address is a new ticket. */
  restart(): Promise<Start>;
  /** One more start with these arguments, as a desktop would do it; resolves when it has ended. */
  startAgain(...argv: readonly string[]): Promise<{ code: number | null; said: readonly string[] }>;
}

/** What a browser says of a program that has ended, under a page that asks until the next start lets it in. */
export const brokenConnection =
  /WebSocket|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED|403 \(Forbidden\)|__host\/(?:alive|return)/;

/** Builds what is stale, starts the app, and opens its page. */
export async function openApp(options: AppOptions = {}): Promise<App> {
  const { locale = 'fr-FR', theme = 'light', width = 1280, height = 900 } = options;
  if ((await ensureBuilt(root)) !== 0) throw new Error('The app could not be built.');
  await using cleanUp = new AsyncDisposableStack();
  const home = mkdtempSync(join(tmpdir(), 'atelier-e2e-'));
  cleanUp.defer(() => rmSync(home, { recursive: true, force: true }));
  const userData = join(home, 'Atelier');
  mkdirSync(userData, { mode: 0o700 });
  for (const plugin of options.plugins ?? []) cpSync(plugin, join(userData, 'extensions', basename(plugin)), { recursive: true });
  if (options.firstSteps !== true) cleanUp.use(knownModels(userData));
  options.prepare?.(userData);
  switchOff(userData, [...(options.off ?? []), ...(options.firstSteps === true ? [] : ['@atelier/onboarding'])]);
  if (options.noLanguage === undefined) chooseLanguage(userData, locale);

  const program = new Program(environment(home, options), home, options.args);
  cleanUp.defer(() => program.stop());
  let started = await program.start();
  const browser = await (options.hasWindows === true ? openWindows() : openChromium());
  cleanUp.defer(() => browser.close());
  const context = await browser.newContext({ locale, colorScheme: theme, viewport: { width, height }, reducedMotion: 'reduce' });
  const complaints = new Complaints();
  await complaints.watch(context);
  const page = await newPage(context);
  await page.goto(started.url);
  const all = cleanUp.move();

  return {
    page,
    context,
    origin: new URL(started.url).origin,
    userData,
    get pid() {
      return started.pid;
    },
    said: program.said,
    async openPage() {
      const another = await newPage(context);
      await another.goto(new URL('/', started.url).href);
      return another;
    },
    allow: (...patterns) => complaints.allow(...patterns),
    async keep(screen, shown = page) {
      mkdirSync(pictures, { recursive: true });
      await shown.evaluate(() => document.fonts.ready);
      await shown.screenshot({ path: join(pictures, `${screen}-${theme}-${locale.slice(0, 2)}-${width}.png`), animations: 'disabled' });
    },
    kill() {
      complaints.allow(brokenConnection);
      return program.kill();
    },
    async restart() {
      complaints.allow(brokenConnection);
      await program.stop();
      started = await program.start();
      return started;
    },
    startAgain: (...argv) => program.startAgain(argv),
    async [Symbol.asyncDispose]() {
      await all.disposeAsync();
      const left = complaints.left();
      if (left.length > 0) throw new Error(`The page complained:\n${left.join('\n')}`);
    },
  };
}

/** `ATELIER_E2E_SLOW_PAGE=6` slows the page's scripts by as much: what a test reads before it is there shows then. */
async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const rate = Number(process.env.ATELIER_E2E_SLOW_PAGE ?? 1);
  if (rate > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate });
  return page;
}

/** The workbench and nothing that a person works in: what tests of the window itself look at. */
export const windowOnly = ['@atelier/conversations', '@atelier/exchange', '@atelier/quick-actions'];

/**
 * Gives a profile the engine's own list of models as an earlier test of this checkout got it, and keeps it for later ones at the end. In a
 * new profile a process of the engine writes it, which takes a second; tests of the first steps begin without it.
 */
function knownModels(userData: string): Disposable {
  const here = join(userData, 'data', 'atelier--providers');
  const kept = join(root, '.build', 'cache', 'models');
  if (existsSync(kept)) cpSync(kept, here, { recursive: true });
  return {
    [Symbol.dispose]() {
      const lists = existsSync(here) ? readdirSync(here).filter(name => /^catalog-.+\.json$/.test(name)) : [];
      for (const name of lists.filter(one => !existsSync(join(kept, one)))) {
        mkdirSync(kept, { recursive: true });
        // Test files run in parallel, so each list is renamed into place as a whole.
        const part = join(root, '.build', 'cache', `${name}.${process.pid}`);
        copyFileSync(join(here, name), part);
        renameSync(part, join(kept, name));
      }
    },
  };
}

function switchOff(userData: string, off: readonly string[]): void {
  if (off.length === 0) return;
  const disabled = Object.fromEntries(off.map(id => [id, { enabled: false }]));
  change(userData, ({ extensions, ...choices }) => ({ ...choices, extensions: { ...extensions, ...disabled } }));
}

/** What the person chose before the first visit, where the program keeps it; everything speaks French otherwise. */
function chooseLanguage(userData: string, locale: string): void {
  change(userData, choices => ({ ...choices, language: locale.slice(0, 2) }));
}

/** Changes what the kernel keeps of the person's choices. */
function change(userData: string, by: (choices: Choices) => object): void {
  const file = join(userData, 'extensions.json');
  const choices: Choices = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Choices) : { extensions: {} };
  writeFileSync(file, JSON.stringify(by(choices)), { mode: 0o600 });
}

interface Choices {
  readonly extensions: object;
}

/** Has the person grant rights to an extension, before the first start. */
export function grant(userData: string, id: string, granted: object): void {
  change(userData, choices => ({ ...choices, extensions: { ...choices.extensions, [id]: { granted } } }));
}

function environment(home: string, { single = false, locale = 'fr-FR', env = {} }: AppOptions): Record<string, string> {
  const shared = {
    ...env,
    PATH: process.env.PATH ?? '',
    HOME: home,
    LANG: locale.replace('-', '_'),
    XDG_CONFIG_HOME: home,
    // As `npm start` sets it: without it every start compiles the program anew.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.build', 'cache', 'node'),
  };
  return single ? shared : { ...shared, ATELIER_ALLOW_AUTOMATION_INSTANCE: '1', ATELIER_USER_DATA_DIR: join(home, 'Atelier') };
}

/** The built program, started as often as a test likes, one at a time. */
class Program {
  readonly said: string[] = [];
  readonly #env: Record<string, string>;
  readonly #cwd: string;
  readonly #args: readonly string[];
  #child: ChildProcess | undefined;
  #ended: Promise<unknown> = Promise.resolve();

  constructor(env: Record<string, string>, cwd: string, args: readonly string[] = []) {
    this.#env = env;
    this.#cwd = cwd;
    this.#args = args;
  }

  async start(): Promise<Start> {
    const child = this.#spawn(['--headless', '--json', ...this.#args], this.said);
    this.#child = child;
    this.#ended = once(child, 'close');
    const first = new Promise<string>(resolve => {
      createInterface({ input: child.stdout }).once('line', resolve);
    });
    const failed = this.#ended.then(() => Promise.reject(new Error(`The app ended before it was ready:\n${this.said.join('\n')}`)));
    // Once it is ready, its end is what `stop` waits for.
    failed.catch(() => undefined);
    return JSON.parse(await Promise.race([first, failed])) as Start;
  }

  async stop(): Promise<void> {
    // One that was frozen cannot hear anything else.
    this.#child?.kill('SIGCONT');
    this.#child?.kill('SIGTERM');
    await this.#ended;
  }

  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL');
    await this.#ended;
  }

  async startAgain(argv: readonly string[]): Promise<{ code: number | null; said: readonly string[] }> {
    const said: string[] = [];
    const [code] = (await once(this.#spawn(argv, said), 'close')) as [number | null];
    return { code, said };
  }

  #spawn(argv: readonly string[], said: string[]) {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, builtApp), ...argv], {
      cwd: this.#cwd,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', line => said.push(line));
    return child;
  }
}
