import { AppError, KernelChannel } from '@atelier/kernel';
import { type PageLink, reopened, type ViewHost } from '@atelier/kernel/ui';
import { loadBundled } from '../bundled.ts';
import { windowErrors } from './errors.ts';
import { readStored, store } from './stored.ts';

interface Listed<T> {
  readonly from: string;
  readonly value: T;
}

interface Command {
  readonly id: string;
  readonly title: string;
  readonly runs?: 'main' | 'window';
}

interface Keybinding {
  readonly command: string;
  readonly key: string;
  readonly args?: unknown;
}

interface StoredCommands {
  readonly commands: readonly Listed<Command>[];
  readonly keys: readonly Listed<Keybinding>[];
}

const name = 'atelier.commands';
const points = { commands: '@atelier/kernel:commands@1', keybindings: '@atelier/kernel:keybindings@1' } as const;

/** The part of the window that runs commands. */
export interface CommandHost {
  isBundled(id: string): boolean;
  hostOf(from: string): ViewHost;
  report(error: unknown): void;
}

/** The commands and key bindings, and the handlers of commands that run in the window. */
export class CommandList {
  readonly #window: CommandHost;
  readonly #link: PageLink;
  #commands: ReadonlyMap<string, Listed<Command>> = new Map();
  #keys: readonly Listed<Keybinding>[] = [];
  /** Called once, when the first list is there. */
  #whenKnown: (() => void)[] = [];

  constructor(window: CommandHost, link: PageLink) {
    this.#window = window;
    this.#link = link;
    // The list of the last session, for keys that are pressed before the connection is open.
    this.#set(readStored(name, isStoredCommands) ?? { commands: [], keys: [] });
    const read = () => void this.#read().catch(error => window.report(error));
    link.on('kernel:contributionsChanged', event => {
      if (Object.values(points).some(point => point === (event as { point: string }).point)) read();
    });
    link.on(`kernel:${reopened}`, read);
    read();
  }

  get keys(): readonly Listed<Keybinding>[] {
    return this.#keys;
  }

  /** Keeps what is to happen when the list is there; false if it is. */
  later(run: () => void): boolean {
    return this.#commands.size === 0 && this.#whenKnown.push(run) > 0;
  }

  /**
   * Runs a command for an extension. For a third-party extension the kernel is called even if the command runs in the window: it
   * checks the manifest, and answers an allowed call with `runs-in-window`.
   */
  async run(command: string, args: unknown, from: string | undefined): Promise<unknown> {
    const entry = this.#commands.get(command);
    const kernel = this.#link.client(KernelChannel, from);
    const isBundled = from === undefined || this.#window.isBundled(from);
    if (entry?.value.runs === 'window' && isBundled) return await this.#runHere(entry, args);
    try {
      return await kernel.call('runCommand', { command, ...(args !== undefined && { args }) });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'command/runs-in-window' || entry === undefined) throw error;
      return await this.#runHere(entry, args);
    }
  }

  async #runHere({ from, value }: Listed<Command>, args: unknown): Promise<unknown> {
    if (!this.#window.isBundled(from)) throw windowErrors['window/not-ours']({ command: value.id, from });
    const { commands } = (await loadBundled(from)) ?? {};
    const run = commands !== undefined && Object.hasOwn(commands, value.id) ? commands[value.id] : undefined;
    if (run === undefined) throw windowErrors['window/not-run']({ command: value.id, from });
    return await run(this.#window.hostOf(from), args);
  }

  async #read(): Promise<void> {
    const kernel = this.#link.client(KernelChannel);
    const [commands, keys] = await Promise.all([
      kernel.call('listContributions', { point: points.commands }),
      kernel.call('listContributions', { point: points.keybindings }),
    ]);
    this.#set({ commands: commands as unknown as Listed<Command>[], keys: keys as unknown as Listed<Keybinding>[] });
    const bundled = <T>(all: readonly Listed<T>[]) => all.filter(({ from }) => this.#window.isBundled(from));
    store(name, { commands: bundled([...this.#commands.values()]), keys: bundled(this.#keys) });
  }

  #set({ commands, keys }: StoredCommands): void {
    this.#commands = new Map(commands.map(entry => [entry.value.id, entry]));
    this.#keys = keys;
    if (commands.length > 0) for (const run of this.#whenKnown.splice(0)) run();
  }
}

function isStoredCommands(value: unknown): value is StoredCommands {
  const { commands, keys } = (value ?? {}) as Partial<StoredCommands>;
  const isList = (list: unknown) =>
    Array.isArray(list) && list.every(one => typeof one?.from === 'string' && typeof one.value === 'object');
  return isList(commands) && isList(keys);
}
