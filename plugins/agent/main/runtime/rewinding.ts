import type { DroppedCall } from '../../contract/index.ts';
import type { EngineLink } from '../engine-link.ts';
import { agentErrors } from '../errors.ts';
import type { SessionFiles } from '../session-files.ts';
import { isBusy, type Live } from './live.ts';
import type { Stage } from './stage.ts';

/** Takes conversations back, and forward again, with a runtime or without one. */
export class Rewinding {
  readonly #engine: EngineLink;
  readonly #stage: Stage;
  readonly #files: SessionFiles;

  constructor(engine: EngineLink, stage: Stage, files: SessionFiles) {
    this.#engine = engine;
    this.#stage = stage;
    this.#files = files;
  }

  async rewind(conversation: string, entry: string): Promise<{ leaf: string; tools: readonly DroppedCall[] }> {
    const live = this.#resting(conversation);
    const sessionFile = await this.#file(conversation);
    const { leaf, tools, cut } = await this.#engine.call('rewind', { conversation, sessionFile, entry });
    this.#moved(live, cut);
    return { leaf, tools };
  }

  async redo(conversation: string, leaf: string): Promise<void> {
    const live = this.#resting(conversation);
    const sessionFile = await this.#file(conversation);
    const { cut } = await this.#engine.call('redo', { conversation, sessionFile, leaf });
    this.#moved(live, cut);
  }

  async callsAfter(conversation: string, entry: string): Promise<readonly DroppedCall[]> {
    const sessionFile = await this.#file(conversation);
    return await this.#engine.call('callsAfter', { conversation, sessionFile, entry });
  }

  #resting(conversation: string): Live {
    const live = this.#stage.of(conversation);
    if (isBusy(live)) throw agentErrors['agent/turn-running']({ conversation });
    return live;
  }

  async #file(conversation: string): Promise<string> {
    const file = await this.#files.of(conversation);
    if (file === undefined) throw agentErrors['agent/no-messages']({ conversation });
    return file;
  }

  #moved(live: Live, cut: boolean): void {
    this.#stage.change(live.conversation, { cut });
    live.problem = undefined;
    // An open runtime has told how full its context is now; without one nobody knows.
    if (!live.isOpen) live.context = {};
    this.#stage.status(live, live.isOpen ? 'idle' : 'absent');
    this.#stage.tell(live, { kind: 'rewound' });
  }
}
