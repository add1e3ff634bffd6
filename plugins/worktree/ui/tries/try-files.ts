import { FileChangesChannel, type FileDiff, type Summary } from '@atelier/file-changes/contract';
import type { ViewHost } from '@atelier/kernel/ui';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ShownTask } from '../../contract/index.ts';

/** What each try has changed, as the plugin that follows changes tells it; nothing without that plugin. */
export class TryFiles implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #view: () => ViewHost;
  readonly #summaries = new Map<string, Summary>();
  #followed: ShownTask | undefined;

  constructor(host: ReactiveControllerHost, view: () => ViewHost) {
    this.#host = host;
    this.#view = view;
    host.addController(this);
  }

  hostConnected(): void {
    this.#followed = undefined;
  }

  of(conversation: string): Summary | undefined {
    return this.#summaries.get(conversation);
  }

  /** Reads again what a task that was read again has changed. */
  follow(task: ShownTask): void {
    if (task === this.#followed) return;
    this.#followed = task;
    for (const { conversation, away } of task.tries) if (!away) void this.#read(conversation);
  }

  /** The changes of one file, by its name in the project, in each try that has changed it. */
  async diffs(name: string): Promise<ReadonlyMap<string, FileDiff>> {
    const client = this.#view().connect(FileChangesChannel);
    const found = [...this.#summaries].flatMap(([conversation, { files }]) =>
      files.filter(file => file.name === name).map(({ path }) => ({ conversation, path })),
    );
    const read = async ({ conversation, path }: (typeof found)[number]) =>
      [conversation, await client.call('diff', { conversation, path }).catch(() => undefined)] as const;
    const diffs = await Promise.all(found.map(read));
    return new Map(diffs.flatMap(([conversation, diff]) => (diff === undefined ? [] : [[conversation, diff] as const])));
  }

  async #read(conversation: string): Promise<void> {
    try {
      this.#summaries.set(conversation, await this.#view().connect(FileChangesChannel).call('summary', { conversation }));
    } catch {
      // Rather nothing than a figure that may not be so.
      this.#summaries.delete(conversation);
    }
    this.#host.requestUpdate();
  }
}
