import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { AppLink } from './app-link.ts';

/** How the app is started for `extension dev`. */
export interface AppOptions {
  readonly root: string;
  /** The profile for development. */
  readonly userData: string;
  readonly headless: boolean;
  /** The language of what it answers. */
  readonly locale: 'en' | 'fr';
  readonly port: string | undefined;
}

/** The app on a profile of its own. After a restart, an open page reconnects by itself. */
export class RunningApp {
  readonly #options: AppOptions;
  readonly #secret = randomBytes(32);
  #child: ChildProcess | undefined;
  #link: AppLink | undefined;
  readonly #exited = Promise.withResolvers<void>();
  #port: string | undefined;
  #started = 0;
  #stopping = false;

  constructor(options: AppOptions) {
    this.#options = options;
    this.#port = options.port;
  }

  /** Resolves when the app has ended without `stop`. */
  get exited(): Promise<void> {
    return this.#exited.promise;
  }

  /** Starts the app and returns a one-time address for a browser; undefined if it did not start. */
  async start(): Promise<string | undefined> {
    const { root, userData, headless } = this.#options;
    const args = ['start', '--host=browser', '--json', ...(headless || this.#started > 0 ? ['--headless'] : [])];
    const child = spawn(
      process.execPath,
      [join(root, 'shell', 'cli', 'atelier.mjs'), ...args, ...(this.#port === undefined ? [] : [`--port=${this.#port}`])],
      {
        env: {
          ...process.env,
          ATELIER_PREPARED: '1',
          ATELIER_ALLOW_AUTOMATION_INSTANCE: '1',
          ATELIER_USER_DATA_DIR: userData,
          ATELIER_DEV_SESSION: Buffer.from(this.#secret).toString('hex'),
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    this.#child = child;
    this.#started += 1;
    this.#stopping = false;
    child.once('exit', () => {
      if (!this.#stopping) this.#exited.resolve();
    });
    const lines = createInterface({ input: child.stdout });
    const [line] = (await Promise.race([once(lines, 'line'), once(child, 'exit')])) as readonly unknown[];
    lines.close();
    child.stdout.resume();
    if (typeof line !== 'string') return undefined;
    const { url } = JSON.parse(line) as { url: string };
    // An open page reconnects to the same address, so the next start uses the same port.
    this.#port = new URL(url).port;
    this.#link = await AppLink.open(url, this.#secret);
    await this.#link.call('kernel:hello', { locale: this.#options.locale });
    return url;
  }

  /** Calls the kernel as the app's own page does. */
  call(to: string, body: object): Promise<unknown> {
    if (this.#link === undefined) return Promise.reject(new Error('The app does not run.'));
    return this.#link.call(to, body);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#link?.close();
    this.#link = undefined;
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}
