import { Conversation } from './conversation.ts';
import { Engine } from './engine.ts';
import { errors } from './errors.ts';
import { adopt } from './history/adopt.ts';
import { branchesOf } from './history/branches.ts';
import { importedEntries } from './history/imported.ts';
import { callsAfter, redo, rewind } from './history/rewinding.ts';
import { beginSession, chained } from './history/write.ts';
import { forkSession } from './session-file.ts';
import { transcriptPage } from './transcript.ts';
import type { EngineHandlers, Wire } from './wire.ts';

/** All conversations of the process, and the handlers of the main side's calls. */
export class Sessions {
  readonly #engine = new Engine();
  readonly #wire: Wire;
  /** Promises, so that two calls at the same time open a conversation once. */
  readonly #conversations = new Map<string, Promise<Conversation>>();
  readonly #running = new Map<string, Conversation>();
  /** By conversation that is not open: the write to its file that is in progress. */
  readonly #writing = new Map<string, Promise<void>>();

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  handlers(): EngineHandlers {
    const engine = this.#engine;
    const of = (conversation: string) => this.#of(conversation);
    const present = (conversation: string) => this.#present(conversation);
    return {
      configure: async settings => {
        this.#wire.language = settings.language ?? 'fr';
        await engine.configure(settings);
        return null;
      },
      open: async params => (await this.#open(params)).opened,
      prompt: async ({ conversation, ...message }) => done((await present(conversation)).prompt(message)),
      add: async ({ conversation, ...message }) => ({ taken: await (await of(conversation)).add(message) }),
      hiddenSteer: async ({ conversation, text }) => done((await of(conversation)).hiddenSteer(text)),
      note: async ({ conversation, ...note }) => await (await present(conversation)).note(note),
      stop: async ({ conversation }) => done((await of(conversation)).stop()),
      resume: async ({ conversation, ...by }) => done((await present(conversation)).resume(by)),
      setModel: async ({ conversation, model }) => {
        const found = await of(conversation);
        await found.setModel(model);
        return found.levels();
      },
      setThinkingLevel: async ({ conversation, level }) => done((await of(conversation)).setThinkingLevel(level)),
      setSections: async ({ conversation, sections }) => done((await of(conversation)).setSections(sections)),
      compact: async ({ conversation, ...how }) => done((await present(conversation)).compact(how)),
      undoCompaction: async ({ conversation }) => {
        const found = await present(conversation);
        found.undoCompaction();
        if (found.isWindow) await this.#replace(conversation, found, found.openedAgain());
        return null;
      },
      close: async ({ conversation }) => ({ dropped: (await this.#close(conversation))?.dropIfUnused() ?? false }),
      transcript: async params => {
        const reader = { language: engine.language, secrets: () => engine.secrets(), nameOf: engine.nameOf };
        const open = this.#running.get(params.conversation);
        // A file that cannot be opened again can still be read.
        const found = open && (await present(params.conversation).catch(() => open));
        return await transcriptPage(inFileOf(found, params), reader, found?.isRunning ?? false);
      },
      rewind: params => this.#move(params, (found, at) => (found ? found.rewind(at) : rewind(at, undefined))),
      redo: params => this.#move(params, (found, at) => (found ? found.redo(at) : redo(at, undefined))),
      callsAfter,
      branches: ({ sessionFile }) => branchesOf(sessionFile),
      importSession: async ({ conversation, cwd, messages }) => {
        const { directory } = engine.settings;
        return {
          sessionFile: await beginSession(
            { directory, conversation, cwd, folder: '' },
            chained([...importedEntries(messages)], undefined, new Set()),
          ),
        };
      },
      adoptSession: async ({ conversation, file }) => {
        const { directory } = engine.settings;
        return { sessionFile: await adopt(async () => (await engine.load()).pi, { directory, conversation, file }) };
      },
      fork: async params => ({ sessionFile: await forkSession(engine.settings.directory, params) }),
      models: () => engine.models(),
      reloadModels: async () => {
        await engine.reloadModels();
        await Promise.all([...this.#running.values()].map(conversation => conversation.refreshModel()));
        return null;
      },
    };
  }

  /** Ends every turn and every process that a turn has started. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#conversations.keys()].map(conversation => this.#close(conversation)));
  }

  async #open(params: Parameters<EngineHandlers['open']>[0]): Promise<Conversation> {
    const { conversation } = params;
    const known = this.#conversations.get(conversation);
    if (known) return known;
    const opening = (this.#writing.get(conversation) ?? Promise.resolve()).then(() => Conversation.open(this.#engine, params, this.#wire));
    this.#conversations.set(conversation, opening);
    try {
      const opened = await opening;
      this.#running.set(conversation, opened);
      return opened;
    } catch (error) {
      this.#conversations.delete(conversation);
      throw error;
    }
  }

  /** Runs `move` in the open conversation, or else on its file, which is not opened meanwhile. */
  async #move<Params extends { readonly conversation: string; readonly sessionFile: string }, Result>(
    params: Params,
    move: (found: Conversation | undefined, params: Params) => Promise<Result>,
  ): Promise<Result> {
    const { conversation } = params;
    if (this.#conversations.has(conversation)) {
      const found = await this.#present(conversation);
      const at = inFileOf(found, params);
      if (!found.isWindow) return await move(found, at);
      found.refuseWhileRunning();
      const moving = move(undefined, at);
      await this.#replace(
        conversation,
        found,
        moving.then(() => found.openedAgain()),
      );
      return await moving;
    }
    const writing = (this.#writing.get(conversation) ?? Promise.resolve()).then(() => move(undefined, params));
    const over = writing.then(() => undefined).catch(() => undefined);
    this.#writing.set(conversation, over);
    void over.then(() => this.#writing.get(conversation) === over && this.#writing.delete(conversation));
    return await writing;
  }

  async #of(conversation: string): Promise<Conversation> {
    const found = this.#conversations.get(conversation);
    if (found === undefined) throw errors['agent/not-open']({ conversation });
    return found;
  }

  /** An open conversation with what other programs have written into its file. */
  async #present(conversation: string): Promise<Conversation> {
    for (let isAgain = false; ; ) {
      const opened = this.#conversations.get(conversation);
      const found = await this.#of(conversation);
      // Another call may have closed it or opened it again meanwhile.
      if (this.#conversations.get(conversation) !== opened) continue;
      // Once for each call: another program may write all the time, and some disks number a file anew each time they are asked.
      if (isAgain || !found.isFileChanged) return found;
      isAgain = true;
      await this.#replace(conversation, found, found.withChanges());
    }
  }

  /** Replaces an open conversation, for which calls wait meanwhile; if that fails, it stays. */
  async #replace(conversation: string, found: Conversation, opening: Promise<Conversation>): Promise<void> {
    this.#conversations.set(
      conversation,
      opening.catch(() => found),
    );
    const next = await opening;
    if (this.#conversations.has(conversation)) this.#running.set(conversation, next);
  }

  async #close(conversation: string): Promise<Conversation | undefined> {
    const closing = this.#conversations.get(conversation);
    this.#conversations.delete(conversation);
    this.#running.delete(conversation);
    const closed = await closing;
    await closed?.close();
    return closed;
  }
}

/** The parameters of a call with the file that an open conversation is in now. */
function inFileOf<Params extends { readonly sessionFile: string }>(found: Conversation | undefined, params: Params): Params {
  return found === undefined ? params : { ...params, sessionFile: found.fileFor(params.sessionFile) };
}

async function done(work: unknown): Promise<null> {
  await work;
  return null;
}
