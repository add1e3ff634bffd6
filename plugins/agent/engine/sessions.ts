import { Conversation } from './conversation.ts';
import { Engine } from './engine.ts';
import { errors } from './errors.ts';
import { forkSession } from './session-file.ts';
import { transcriptPage } from './transcript.ts';
import type { EngineHandlers, Wire } from './wire.ts';

/** All conversations of the process, and what the main side may ask of them. */
export class Sessions {
  readonly #engine = new Engine();
  readonly #wire: Wire;
  /** Promises, so that a conversation asked for twice at once is opened once. */
  readonly #conversations = new Map<string, Promise<Conversation>>();
  readonly #running = new Map<string, Conversation>();

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  handlers(): EngineHandlers {
    const engine = this.#engine;
    const of = (conversation: string) => this.#of(conversation);
    return {
      configure: async settings => {
        this.#wire.language = settings.language ?? 'fr';
        await engine.configure(settings);
        return null;
      },
      open: async params => (await this.#open(params)).opened,
      prompt: async ({ conversation, text, images }) => done((await of(conversation)).prompt(text, images)),
      steer: async ({ conversation, text, images }) => done((await of(conversation)).steer(text, images)),
      followUp: async ({ conversation, text, images }) => done((await of(conversation)).followUp(text, images)),
      hiddenSteer: async ({ conversation, text }) => done((await of(conversation)).hiddenSteer(text)),
      stop: async ({ conversation }) => done((await of(conversation)).stop()),
      resume: async ({ conversation }) => done((await of(conversation)).resume()),
      setModel: async ({ conversation, model }) => {
        const found = await of(conversation);
        await found.setModel(model);
        return found.levels();
      },
      setThinkingLevel: async ({ conversation, level }) => done((await of(conversation)).setThinkingLevel(level)),
      setNetwork: async ({ conversation, allowed }) => done((await of(conversation)).setNetwork(allowed)),
      compact: async ({ conversation, focus }) => done((await of(conversation)).compact(focus)),
      undoCompaction: async ({ conversation }) => done((await of(conversation)).undoCompaction()),
      close: async ({ conversation }) => done(this.#close(conversation)),
      transcript: params => {
        const reader = { language: engine.language, secrets: () => engine.secrets() };
        return transcriptPage(params, reader, this.#running.get(params.conversation)?.isRunning ?? false);
      },
      fork: async params => ({ sessionFile: await forkSession(engine.settings.directory, params) }),
      models: () => engine.models(),
      reloadModels: async () => {
        await engine.reloadModels();
        await Promise.all([...this.#running.values()].map(conversation => conversation.takeModelAgain()));
        return null;
      },
    };
  }

  /** Ends every turn and every process that one has started. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#conversations.keys()].map(conversation => this.#close(conversation)));
  }

  async #open(params: Parameters<EngineHandlers['open']>[0]): Promise<Conversation> {
    const { conversation } = params;
    const known = this.#conversations.get(conversation);
    if (known) return known;
    const opening = Conversation.open(this.#engine, params, this.#wire);
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

  async #of(conversation: string): Promise<Conversation> {
    const found = this.#conversations.get(conversation);
    if (found === undefined) throw errors['agent/not-open']({ conversation });
    return found;
  }

  async #close(conversation: string): Promise<void> {
    const closing = this.#conversations.get(conversation);
    if (closing === undefined) return;
    this.#conversations.delete(conversation);
    this.#running.delete(conversation);
    await (await closing).close();
  }
}

async function done(work: unknown): Promise<null> {
  await work;
  return null;
}
