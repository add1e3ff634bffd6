import { AppError, KernelChannel } from '@atelier/kernel';
import { type PageLink, reopened } from '@atelier/kernel/ui';
import { loadBundled } from '../bundled.ts';
import type { AtelierWindow } from './atelier-window.ts';
import { windowErrors } from './errors.ts';
import { keep, kept } from './kept.ts';

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

interface Both {
  readonly commands: readonly Listed<Command>[];
  readonly keys: readonly Listed<Keybinding>[];
}

const name = 'atelier.commands';
const points = { commands: '@atelier/kernel:commands@1', keybindings: '@atelier/kernel:keybindings@1' } as const;

/** The commands and keys there are, and the way into one that runs in the window. */
export class CommandList {
  readonly #window: AtelierWindow;
  readonly #link: PageLink;
  #commands: ReadonlyMap<string, Listed<Command>> = new Map();
  #keys: readonly Listed<Keybinding>[] = [];

  constructor(window: AtelierWindow, link: PageLink) {
    this.#window = window;
    this.#link = link;
    // What there was the last time: keys are pressed before there is a connection.
    this.#take(kept(name, isBoth) ?? { commands: [], keys: [] });
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

  /**
   * Runs a command for an extension. What the window runs itself is asked of the kernel too where a stranger asks: the kernel
   * knows whether its manifest allows that, and answers a right question with `runs-in-window`.
   */
  async run(command: string, args: unknown, from: string | undefined): Promise<unknown> {
    const entry = this.#commands.get(command);
    const kernel = this.#link.client(KernelChannel, from);
    const isOurs = from === undefined || this.#window.isOurs(from);
    if (entry?.value.runs === 'window' && isOurs) return await this.#runHere(entry, args);
    try {
      return await kernel.call('runCommand', { command, ...(args !== undefined && { args }) });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'command/runs-in-window' || entry === undefined) throw error;
      return await this.#runHere(entry, args);
    }
  }

  async #runHere({ from, value }: Listed<Command>, args: unknown): Promise<unknown> {
    if (!this.#window.isOurs(from)) throw windowErrors['window/not-ours']({ command: value.id, from });
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
    this.#take({ commands: commands as unknown as Listed<Command>[], keys: keys as unknown as Listed<Keybinding>[] });
    const ours = <T>(all: readonly Listed<T>[]) => all.filter(({ from }) => this.#window.isOurs(from));
    keep(name, { commands: ours([...this.#commands.values()]), keys: ours(this.#keys) });
  }

  #take({ commands, keys }: Both): void {
    this.#commands = new Map(commands.map(entry => [entry.value.id, entry]));
    this.#keys = keys;
  }
}

function isBoth(value: unknown): value is Both {
  const { commands, keys } = (value ?? {}) as Partial<Both>;
  const isList = (list: unknown) =>
    Array.isArray(list) && list.every(one => typeof one?.from === 'string' && typeof one.value === 'object');
  return isList(commands) && isList(keys);
}
