import { createHash } from 'node:crypto';
import type { Log } from '@atelier/kernel';
import { type AgentFiles, openAgentFiles } from './agent-files.ts';
import { withBuiltIns } from './built-in.ts';
import { prepareDirectory, type Step } from './directory.ts';
import type { AgentContents } from './files/agent-contents.ts';
import type { AgentFile, AgentFileOptions, Json } from './files/agent-file.ts';
import { emptyModels } from './files/models-file.ts';
import { defaultSettings } from './files/settings-file.ts';
import type { OfferedProviders } from './offered.ts';
import { watchFiles } from './watch.ts';

export interface StateOptions {
  /** The managed directory. */
  readonly directory: string;
  /** Where conversations without a project work. */
  readonly workspace: string;
  readonly log: Log;
  /** The providers that extensions bring. */
  readonly brought: OfferedProviders;
  /** Resolves when everybody works with the change. */
  readonly changed: (what: 'providers' | 'models') => Promise<void>;
  /** The last good content of a file was put back. */
  readonly restored: NonNullable<AgentFileOptions['restored']>;
}

/** The managed directory. All changes of its files go through here, one after another. */
export class DirectoryState {
  readonly #options: StateOptions;
  #files: AgentFiles | undefined;
  #prepared: Promise<readonly Step[]> | undefined;
  #watcher: { close(): void } | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #closed = false;
  #told: Promise<unknown> = Promise.resolve();
  readonly #lastReadable = new Map<AgentFile, Json>();
  readonly #announced = new Map<string, string>();

  constructor(options: StateOptions) {
    this.#options = options;
  }

  /** Prepares the directory, also where it was prepared before. */
  prepare(): Promise<readonly Step[]> {
    const { directory, workspace, log, restored } = this.#options;
    const files = openAgentFiles(directory, workspace, undefined, restored);
    this.#prepared = this.#inTurn(async () => {
      const steps = await prepareDirectory(files);
      if (!this.#closed) this.#watcher ??= watchFiles(files.places.directory, log, () => void this.#changedOutside());
      this.#files = files;
      await this.#writeBuiltIns(files);
      await this.#announce(files);
      return steps;
    });
    return this.#prepared;
  }

  /** Changes the files, makes them usable for the engine, and notifies of what changed. */
  change(work: (files: AgentFiles) => Promise<void>): Promise<void> {
    return this.#changed(async files => {
      await work(files);
      await files.normalise();
    });
  }

  /** Changes only the settings, also while another file cannot be read. */
  changeSettings(change: (now: Json) => Json): Promise<void> {
    return this.#changed(async files => void (await files.settings.update(change)));
  }

  async #changed(work: (files: AgentFiles) => Promise<void>): Promise<void> {
    const files = await this.#ready();
    await this.#inTurn(async () => {
      try {
        await work(files);
      } finally {
        await this.#announce(files);
      }
    });
    // After the turn, because who is told may read the files. A message that is sent next finds the provider known.
    await this.#told;
  }

  /** The managed directory, prepared. */
  async directory(): Promise<string> {
    return (await this.#ready()).places.directory;
  }

  /** The present content of the files; throws if one of them cannot be read. */
  async read(): Promise<AgentContents> {
    return (await this.#ready()).read();
  }

  /** The same without throwing: a file that cannot be read counts with its last readable content. */
  async readOrLast(): Promise<AgentContents> {
    const { settings, models, auth } = await this.#ready();
    const last = async (file: AgentFile, missing: Json): Promise<Json> => {
      try {
        const value = (await file.read()) ?? missing;
        this.#lastReadable.set(file, value);
        return value;
      } catch (error) {
        this.#options.log.warn((error as Error).message);
        return this.#lastReadable.get(file) ?? missing;
      }
    };
    return { settings: await last(settings, defaultSettings), models: await last(models, emptyModels), auth: await last(auth, {}) };
  }

  /** Must be called when the providers that extensions contribute have changed. */
  async builtInsChanged(): Promise<void> {
    // Before the first use of the directory there is nothing to update.
    if (this.#prepared === undefined) return;
    const files = await this.#ready();
    await this.#inTurn(async () => {
      await this.#writeBuiltIns(files);
      await this.#announce(files);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#watcher?.close();
    await this.#turn.catch(() => undefined);
    this.#watcher?.close();
    this.#lastReadable.clear();
  }

  async #ready(): Promise<AgentFiles> {
    await (this.#prepared ?? this.prepare());
    return this.#files as AgentFiles;
  }

  async #writeBuiltIns(files: AgentFiles): Promise<void> {
    try {
      const brought = await this.#options.brought.entries();
      await files.models.update(now => withBuiltIns(now, brought));
    } catch (error) {
      this.#options.log.warn((error as Error).message);
    }
  }

  async #changedOutside(): Promise<void> {
    if (this.#closed) return;
    await this.#inTurn(async () => {
      const files = this.#files as AgentFiles;
      try {
        // Each is read, and so brought back if it is unusable.
        await files.read();
        if (await this.#haveKeysChanged(files)) await files.normalise();
      } catch (error) {
        this.#options.log.warn((error as Error).message);
      }
      await this.#announce(files);
    });
  }

  async #haveKeysChanged({ models, auth }: AgentFiles): Promise<boolean> {
    return (await this.#digestOf('models', models)).changed || (await this.#digestOf('auth', auth)).changed;
  }

  /** Notifies of what has changed since the last notification. */
  async #announce({ settings, models, auth }: AgentFiles): Promise<void> {
    const digests = [
      await this.#digestOf('settings', settings),
      await this.#digestOf('models', models),
      await this.#digestOf('auth', auth),
    ];
    for (const { name, digest } of digests) this.#announced.set(name, digest);
    const [inSettings, ...inProviders] = digests.map(({ changed }) => changed);
    const changed = (['providers', 'models'] as const).filter(
      what => inProviders.includes(true) || (what === 'models' && inSettings === true),
    );
    this.#told = Promise.all(changed.map(what => this.#options.changed(what)));
  }

  async #digestOf(name: string, file: AgentFile): Promise<{ name: string; digest: string; changed: boolean }> {
    const text = await file.read().then(JSON.stringify, (error: unknown) => String((error as { code?: unknown }).code));
    const digest = createHash('sha256').update(String(text)).digest('base64');
    return { name, digest, changed: this.#announced.get(name) !== digest };
  }

  #inTurn<R>(work: () => Promise<R>): Promise<R> {
    const turn = this.#turn.catch(() => undefined).then(work);
    this.#turn = turn;
    return turn;
  }
}
