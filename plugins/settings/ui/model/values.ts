import { AppError, type Handle } from '@atelier/kernel';
import { reopened, type ViewHost } from '@atelier/kernel/ui';
import { type Preferences, WorkbenchChannel } from '@atelier/workbench/contract';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { fittingValue, type Kept, SettingsChannel, type SettingValue } from '../../contract/index.ts';
import type { Keeper, Setting } from './setting.ts';

/** What one plugin keeps, by name. */
type Store = object;

/** What the person has typed or chosen, from then until it is kept. */
interface Draft {
  value: SettingValue | undefined;
  /** What was kept when they began. */
  was: SettingValue;
  isSending: boolean;
  problem: AppError | 'unfit' | undefined;
}

/** Every value there is, each from the plugin that keeps it; changes are kept as they are made, and those of others followed. */
export class Values implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #view: () => ViewHost;
  #kept: readonly Kept[] = [];
  #stores: Readonly<Record<Exclude<Keeper, 'kept'>, Store>> = { workbench: {}, conversations: {}, list: {} };
  readonly #drafts = new Map<string, Draft>();
  readonly #followers = new Set<Pick<ReactiveControllerHost, 'requestUpdate'>>();
  #handles: Handle[] = [];
  #hasConversations = false;
  #left = new AbortController();
  /** Whether all of it was read; until then no control is shown, because it would show what is not so. */
  isRead = false;
  problem: AppError | undefined;

  constructor(host: ReactiveControllerHost, view: () => ViewHost) {
    this.#host = host;
    this.#view = view;
    host.addController(this);
  }

  hostConnected(): void {
    this.#left = new AbortController();
    // The element is given its view before it is put into the page.
    void this.#begin();
  }

  hostDisconnected(): void {
    this.#left.abort();
    for (const handle of this.#handles.splice(0)) void handle.dispose();
  }

  /** What the control shows: what the person is at, else what is kept, else the usual. */
  shown(setting: Setting): SettingValue {
    const draft = this.#drafts.get(setting.key);
    return draft?.value ?? this.now(setting);
  }

  /** What holds. */
  now(setting: Setting): SettingValue {
    if (setting.id === 'locale' && setting.section === 'language') return this.#view().slices.get('locale');
    if (setting.keeper === 'kept') return this.#keptOf(setting)?.value ?? setting.usual;
    const value = (this.#stores[setting.keeper] as Readonly<Record<string, unknown>>)[setting.id];
    const found = setting.isNumber && typeof value === 'number' ? String(value) : value;
    return fittingValue(setting.field, found) ?? setting.usual;
  }

  /** What is kept and cannot be used. */
  unfit(setting: Setting): string | undefined {
    return setting.keeper === 'kept' ? this.#keptOf(setting)?.unfit : undefined;
  }

  hasSecret(setting: Setting): boolean {
    return this.#keptOf(setting)?.isSecret === true;
  }

  problemOf(setting: Setting): Draft['problem'] {
    return this.#drafts.get(setting.key)?.problem;
  }

  /** Keeps what was chosen; what does not fit is not sent, and stays in its control with the reason beside it. */
  change(setting: Setting, value: SettingValue | undefined): void {
    const before = this.#drafts.get(setting.key);
    const fits = value === undefined || fittingValue(setting.field, value) !== undefined;
    const isConflict = before?.problem instanceof AppError && before.problem.code === 'settings/changed-meanwhile';
    const draft: Draft = {
      value: value ?? setting.usual,
      was: before?.was ?? this.now(setting),
      isSending: before?.isSending ?? false,
      problem: fits ? (isConflict ? before.problem : undefined) : 'unfit',
    };
    this.#drafts.set(setting.key, draft);
    this.#tell();
    if (fits && !isConflict) void this.#send(setting, draft, value === undefined);
  }

  /** Mine, whatever is there now. */
  insist(setting: Setting): void {
    const draft = this.#drafts.get(setting.key);
    if (draft === undefined) return;
    draft.was = this.now(setting);
    draft.problem = undefined;
    void this.#send(setting, draft, false);
  }

  /** What is there now, and not mine. */
  yield(setting: Setting): void {
    this.#drafts.delete(setting.key);
    this.#tell();
  }

  /** Renders an element again whenever some value is another one. */
  follow(host: Pick<ReactiveControllerHost, 'requestUpdate'>): Handle {
    this.#followers.add(host);
    return { dispose: () => void this.#followers.delete(host) };
  }

  async keepSecret({ from, section, id }: Setting, text: string | undefined): Promise<void> {
    await this.#settings.call('saveSecret', { from, section, id, ...(text !== undefined && { text }) });
  }

  #tell(): void {
    this.#host.requestUpdate();
    for (const follower of this.#followers) follower.requestUpdate();
  }

  get #settings() {
    return this.#view().connect(SettingsChannel);
  }

  #keptOf({ from, section, id }: Setting): Kept | undefined {
    return this.#kept.find(one => one.id === id && one.section === section && one.from === from);
  }

  /** One after another, so that what was typed last is what stays. */
  async #send(setting: Setting, draft: Draft, isReset: boolean): Promise<void> {
    if (draft.isSending) return;
    draft.isSending = true;
    const { value } = draft;
    try {
      await this.#write(setting, isReset ? undefined : value, draft.was);
      this.#took(setting, isReset ? undefined : value);
    } catch (error) {
      draft.problem = asAppError(error);
    }
    draft.isSending = false;
    const latest = this.#drafts.get(setting.key);
    if (latest !== undefined && latest !== draft) {
      latest.isSending = false;
      if (value !== undefined && draft.problem === undefined) latest.was = value;
      if (latest.problem === undefined) await this.#send(setting, latest, false);
    } else if (draft.problem === undefined) this.#drafts.delete(setting.key);
    if (draft.problem !== undefined) await this.#readKept();
    this.#tell();
  }

  async #write(setting: Setting, value: SettingValue | undefined, was: SettingValue): Promise<void> {
    const { from, section, id, keeper, usual, isNumber, kind } = setting;
    if (keeper === 'kept') {
      // Two windows may write one text; of a switch the last word holds.
      const guard = kind === 'text' || kind === 'string' ? { was } : {};
      await this.#settings.call('saveSetting', { from, section, id, ...(value !== undefined && { value }), ...guard });
      return;
    }
    const chosen = value ?? usual;
    const change = { [id]: isNumber ? Number(chosen) : chosen };
    if (keeper === 'workbench') {
      await this.#view()
        .connect(WorkbenchChannel)
        .call('savePreferences', change as Preferences);
      return;
    }
    const { ConversationsChannel } = await import('@atelier/conversations/contract');
    const conversations = this.#view().connect(ConversationsChannel);
    await (keeper === 'list' ? conversations.call('saveView', change) : conversations.call('savePreferences', change));
  }

  /** Shown at once; the keeper tells of it a moment later. */
  #took({ from, section, id, keeper, isNumber }: Setting, value: SettingValue | undefined): void {
    if (keeper === 'kept') {
      const others = this.#kept.filter(one => one.id !== id || one.section !== section || one.from !== from);
      this.#kept = value === undefined ? others : [...others, { from, section, id, value }];
      return;
    }
    this.#stores = { ...this.#stores, [keeper]: { ...this.#stores[keeper], [id]: isNumber ? Number(value) : value } };
  }

  async #begin(): Promise<void> {
    const { signal } = this.#left;
    const view = this.#view();
    const follow = (handle: Handle) => (signal.aborted ? void handle.dispose() : void this.#handles.push(handle));
    follow(this.#settings.on('settingsChanged', () => void this.#readKept()));
    follow(this.#settings.on(reopened as 'settingsChanged', () => void this.#read()));
    follow(view.connect(WorkbenchChannel).on('preferencesChanged', now => this.#take('workbench', now)));
    await this.#read();
    if (!this.#hasConversations) return;
    const { ConversationsChannel } = await import('@atelier/conversations/contract');
    const conversations = view.connect(ConversationsChannel);
    follow(conversations.on('preferencesChanged', now => this.#take('conversations', now)));
    follow(conversations.on('viewChanged', now => this.#take('list', now)));
  }

  async #read(): Promise<void> {
    const view = this.#view();
    try {
      const [workbench, conversations, kept] = await Promise.all([
        view.connect(WorkbenchChannel).call('readPreferences', {}),
        this.#readConversations(),
        this.#settings.call('readSettings', {}),
      ]);
      this.#hasConversations = conversations !== undefined;
      this.#stores = { workbench, conversations: {}, list: {}, ...conversations };
      this.#kept = kept;
      this.isRead = true;
      this.problem = undefined;
    } catch (error) {
      this.problem = asAppError(error);
    }
    this.#tell();
  }

  /** Undefined where conversations are off: then there is nothing of theirs to set. */
  async #readConversations(): Promise<{ readonly conversations: Store; readonly list: Store } | undefined> {
    const { ConversationsChannel } = await import('@atelier/conversations/contract');
    const channel = this.#view().connect(ConversationsChannel);
    try {
      const [conversations, list] = await Promise.all([channel.call('readPreferences', {}), channel.call('readView', {})]);
      return { conversations, list };
    } catch (error) {
      if (asAppError(error).code.startsWith('link/')) throw error;
      return undefined;
    }
  }

  async #readKept(): Promise<void> {
    this.#kept = await this.#settings.call('readSettings', {}).catch(() => this.#kept);
    this.#tell();
  }

  #take(keeper: Exclude<Keeper, 'kept'>, now: Store): void {
    this.#stores = { ...this.#stores, [keeper]: now };
    this.#tell();
  }
}

function asAppError(error: unknown): AppError {
  return error instanceof AppError ? error : AppError.fromRecord({ code: 'settings/failed', message: String(error) });
}
