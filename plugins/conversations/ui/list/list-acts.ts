import { type AppError, isAppError } from '@atelier/kernel';
import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { ConversationsChannel, type Project, type Row } from '../../contract/index.ts';
import type { ListTexts } from './list-rows.ts';

type Shape = NonNullable<(typeof ConversationsChannel)['shape']>;
type Calls = Shape['calls'];

/** The person's actions on the list; a failure is shown as a toast. */
export class ListActs {
  readonly #view: () => ViewHost;
  readonly #text: ListTexts;

  constructor(view: () => ViewHost, text: ListTexts) {
    this.#view = view;
    this.#text = text;
  }

  open(conversation: string, entry?: string): void {
    this.#show({ conversation, ...(entry !== undefined && { entry }) });
  }

  begin(project?: string): void {
    this.#show(project === undefined ? {} : { project });
  }

  /** Runs a command of this plugin or of an extension. */
  run(command: string, args: Record<string, unknown>): void {
    void this.#orToast(this.#view().run(command, args));
  }

  call<K extends keyof Calls & string>(name: K, params: Calls[K]['params']): Promise<Calls[K]['result'] | undefined> {
    return this.#orToast(this.#view().connect(ConversationsChannel).call(name, params));
  }

  pin(rows: readonly Row[], pinned: boolean): void {
    for (const { id } of rows) void this.call('pin', { conversation: id, pinned });
  }

  read(rows: readonly Row[], read: boolean): void {
    for (const { id } of rows) void this.call('markRead', { conversation: id, read });
  }

  move(rows: readonly Row[], project: string): void {
    const moved = rows.filter(row => (row.project ?? '') !== project);
    if (moved.length > 0) void this.call('move', { conversations: moved.map(row => row.id), project });
  }

  async archive(rows: readonly Row[], archived: boolean): Promise<void> {
    const conversations = rows.map(row => row.id);
    if ((await this.call('archive', { conversations, archived })) === undefined) return;
    const said = this.#said(archived ? 'listArchived' : 'listRestored', rows);
    this.#say(said, { title: this.#text.of('listUndo'), command: 'conversations.archive', args: { conversations, archived: !archived } });
  }

  async remove(rows: readonly Row[]): Promise<void> {
    const answer = await this.call('remove', { conversations: rows.map(row => row.id) });
    if (answer === undefined) return;
    const open = this.#view().slices.get('conversation')?.id;
    if (rows.some(row => row.id === open)) this.begin(rows.find(row => row.id === open)?.project);
    this.#sayRemoved(this.#said('listRemoved', rows), answer.undo);
  }

  async removeProject({ id, name }: Project): Promise<void> {
    const answer = await this.call('removeProject', { project: id });
    if (answer === undefined) return;
    if (this.#view().slices.get('project')?.id === id) this.begin();
    this.#sayRemoved(this.#text.of('listProjectRemoved', { name: short(name) }), answer.undo);
  }

  async copy(text: string): Promise<void> {
    await this.#orToast(navigator.clipboard.writeText(text));
    this.#say(this.#text.of('listCopied'));
  }

  #said(key: 'listArchived' | 'listRestored' | 'listRemoved', rows: readonly Row[]): string {
    const [first, ...others] = rows;
    if (first !== undefined && others.length === 0) return this.#text.of(key, { title: short(first.title) });
    if (key === 'listArchived') return this.#text.count('listManyArchived', rows.length);
    return key === 'listRestored' ? this.#text.count('listManyRestored', rows.length) : this.#text.count('listManyRemoved', rows.length);
  }

  #sayRemoved(text: string, undo: string): void {
    this.#say(text, { title: this.#text.of('listUndo'), command: 'conversations.undoRemove', args: { undo } });
  }

  #say(text: string, action?: { title: string; command: string; args: Record<string, unknown> }): void {
    void this.#view()
      .connect(WindowChannel)
      .call('toast', { text, ...(action && { action }) });
  }

  #show(params: Record<string, unknown>): void {
    void this.#orToast(this.#view().connect(WindowChannel).call('open', { view: 'conversations.thread', params }));
  }

  /** Resolves to the result; to undefined after a failure, which is shown as a toast. */
  async #orToast<T>(work: Promise<T>): Promise<T | undefined> {
    try {
      return await work;
    } catch (error) {
      const text = isAppError(error) ? (error as AppError).in(this.#text.locale) : String(error);
      await this.#view()
        .connect(WindowChannel)
        .call('toast', { text: text.slice(0, 500), kind: 'failed' });
      return undefined;
    }
  }
}

/** Shortens a name for a toast. */
function short(name: string): string {
  const letters = [...name];
  return letters.length > 60 ? `${letters.slice(0, 59).join('')}…` : name;
}
