import { createHash } from 'node:crypto';
import type { Contributions, Log } from '@atelier/kernel';
import type { BuiltInProvider } from '../contract/index.ts';
import { type AgentFiles, openAgentFiles } from './agent-files.ts';
import { withBuiltIns } from './built-in.ts';
import { prepareDirectory, type Step } from './directory.ts';
import type { AgentFile, Json } from './files/agent-file.ts';
import { emptyModels } from './files/models-file.ts';
import { defaultSettings } from './files/settings-file.ts';
import type { Read } from './models.ts';
import { watchFiles } from './watch.ts';

export interface StateOptions {
  /** Taken where nobody has prepared another one. */
  readonly directory: string;
  readonly log: Log;
  readonly brought: Contributions<BuiltInProvider>;
  readonly changed: (what: 'providers' | 'models') => void;
}

/** The managed directory in use: everything that reads or changes it goes through here, one after another. */
export class DirectoryState {
  readonly #options: StateOptions;
  #files: AgentFiles | undefined;
  #prepared: Promise<readonly Step[]> | undefined;
  #watching: { close(): void } | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #closed = false;
  readonly #good = new Map<AgentFile, Json>();
  readonly #seen = new Map<string, string>();

  constructor(options: StateOptions) {
    this.#options = options;
  }

  /** Brings a directory into order and uses it from now on. */
  prepare(directory: string): Promise<readonly Step[]> {
    const files = openAgentFiles(directory);
    this.#prepared = this.#inTurn(async () => {
      const steps = await prepareDirectory(files);
      if (this.#files?.places.directory !== files.places.directory) {
        this.#watching?.close();
        this.#watching = this.#closed
          ? undefined
          : watchFiles(files.places.directory, this.#options.log, () => void this.#changedOutside());
      }
      this.#files = files;
      await this.#bringBuiltIns(files);
      await this.#announce(files);
      return steps;
    });
    return this.#prepared;
  }

  /** Changes the files of providers, which are usable for the engine afterwards; what changed is told. */
  change(work: (files: AgentFiles) => Promise<void>): Promise<void> {
    return this.#changed(async files => {
      await work(files);
      await files.normalise();
    });
  }

  /** Changes the settings alone, also while another file cannot be read. */
  changeSettings(change: (now: Json) => Json): Promise<void> {
    return this.#changed(async files => void (await files.settings.update(change)));
  }

  async #changed(work: (files: AgentFiles) => Promise<void>): Promise<void> {
    const files = await this.#ready();
    return this.#inTurn(async () => {
      try {
        await work(files);
      } finally {
        await this.#announce(files);
      }
    });
  }

  /** The directory in use. */
  async directory(): Promise<string> {
    return (await this.#ready()).places.directory;
  }

  /** What the files hold now; throws where one of them cannot be read. */
  async read(): Promise<Read> {
    return (await this.#ready()).read();
  }

  /** The same for who must go on: a file that cannot be read counts as it was last. */
  async readAnyway(): Promise<Read> {
    const { settings, models, auth } = await this.#ready();
    const last = async (file: AgentFile, missing: Json): Promise<Json> => {
      try {
        const value = (await file.read()) ?? missing;
        this.#good.set(file, value);
        return value;
      } catch (error) {
        this.#options.log.warn((error as Error).message);
        return this.#good.get(file) ?? missing;
      }
    };
    return { settings: await last(settings, defaultSettings), models: await last(models, emptyModels), auth: await last(auth, {}) };
  }

  /** Extensions have begun or ceased to bring providers. */
  async builtInsChanged(): Promise<void> {
    // Before anybody asked for the directory there is nothing to bring up to date.
    if (this.#prepared === undefined) return;
    const files = await this.#ready();
    await this.#inTurn(async () => {
      await this.#bringBuiltIns(files);
      await this.#announce(files);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#watching?.close();
    await this.#turn.catch(() => undefined);
    this.#watching?.close();
    this.#good.clear();
  }

  async #ready(): Promise<AgentFiles> {
    await (this.#prepared ?? this.prepare(this.#options.directory));
    return this.#files as AgentFiles;
  }

  async #bringBuiltIns(files: AgentFiles): Promise<void> {
    try {
      await files.models.update(now => withBuiltIns(now, this.#options.brought.items));
    } catch (error) {
      this.#options.log.warn((error as Error).message);
    }
  }

  async #changedOutside(): Promise<void> {
    if (this.#closed) return;
    await this.#inTurn(async () => {
      const files = this.#files as AgentFiles;
      try {
        if (await this.#isNew(files)) await files.normalise();
      } catch (error) {
        this.#options.log.warn((error as Error).message);
      }
      await this.#announce(files);
    });
  }

  async #isNew({ models, auth }: AgentFiles): Promise<boolean> {
    return (await this.#mark('models', models)).changed || (await this.#mark('auth', auth)).changed;
  }

  /** Tells what differs from what was told last. */
  async #announce({ settings, models, auth }: AgentFiles): Promise<void> {
    const marks = [await this.#mark('settings', settings), await this.#mark('models', models), await this.#mark('auth', auth)];
    for (const { name, digest } of marks) this.#seen.set(name, digest);
    const [inSettings, ...inProviders] = marks.map(({ changed }) => changed);
    if (inProviders.includes(true)) this.#options.changed('providers');
    if (inSettings === true || inProviders.includes(true)) this.#options.changed('models');
  }

  async #mark(name: string, file: AgentFile): Promise<{ name: string; digest: string; changed: boolean }> {
    const text = await file.read().then(JSON.stringify, (error: unknown) => String((error as { code?: unknown }).code));
    const digest = createHash('sha256').update(String(text)).digest('base64');
    return { name, digest, changed: this.#seen.get(name) !== digest };
  }

  #inTurn<R>(work: () => Promise<R>): Promise<R> {
    const turn = this.#turn.catch(() => undefined).then(work);
    this.#turn = turn;
    return turn;
  }
}
