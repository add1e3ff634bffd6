import { AppError, type Handle } from '@atelier/kernel';
import { reopened, type ViewHost } from '@atelier/kernel/ui';
import { type Preferences, WorkbenchChannel } from '@atelier/workbench/contract';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { SettingsChannel, type SettingValue, type StoredSetting, validValue } from '../../contract/index.ts';
import type { Setting, SettingStore } from './setting.ts';

/** The values of one store, by name. */
type StoreValues = object;

/** A change of the person that is not stored yet. */
interface Draft {
  value: SettingValue | undefined;
  /** The value before the change. */
  was: SettingValue;
  isSending: boolean;
  problem: AppError | 'invalid' | undefined;
}

/** The values of all settings, each from its store. Changes are stored immediately; changes by others are followed. */
export class Values implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #view: () => ViewHost;
  #stored: readonly StoredSetting[] = [];
  #stores: Readonly<Record<Exclude<SettingStore, 'settings'>, StoreValues>> = { workbench: {}, conversations: {}, list: {} };
  readonly #drafts = new Map<string, Draft>();
  readonly #subscribers = new Set<Pick<ReactiveControllerHost, 'requestUpdate'>>();
  #handles: Handle[] = [];
  #hasConversations = false;
  #disconnected = new AbortController();
  /** Whether all values are loaded; until then no control is shown, because it would show a wrong value. */
  isLoaded = false;
  problem: AppError | undefined;

  constructor(host: ReactiveControllerHost, view: () => ViewHost) {
    this.#host = host;
    this.#view = view;
    host.addController(this);
  }

  hostConnected(): void {
    this.#disconnected = new AbortController();
    void this.#start();
  }

  hostDisconnected(): void {
    this.#disconnected.abort();
    for (const handle of this.#handles.splice(0)) void handle.dispose();
  }

  /** The value in the control: an unsaved change, otherwise the current value. */
  displayed(setting: Setting): SettingValue {
    const draft = this.#drafts.get(setting.key);
    return draft?.value ?? this.current(setting);
  }

  /** The value in effect. */
  current(setting: Setting): SettingValue {
    if (setting.id === 'locale' && setting.section === 'language') return this.#view().slices.get('locale');
    if (setting.store === 'settings') return this.#storedSetting(setting)?.value ?? setting.defaultValue;
    const value = (this.#stores[setting.store] as Readonly<Record<string, unknown>>)[setting.id];
    const text = setting.isNumber && typeof value === 'number' ? String(value) : value;
    return validValue(setting.field, text) ?? setting.defaultValue;
  }

  /** A stored value that is invalid. */
  invalidValue(setting: Setting): string | undefined {
    return setting.store === 'settings' ? this.#storedSetting(setting)?.unfit : undefined;
  }

  hasSecret(setting: Setting): boolean {
    return this.#storedSetting(setting)?.isSecret === true;
  }

  problemOf(setting: Setting): Draft['problem'] {
    return this.#drafts.get(setting.key)?.problem;
  }

  /** Stores a value; undefined resets the setting. An invalid value is not sent, and stays in its control with the reason beside it. */
  change(setting: Setting, value: SettingValue | undefined): void {
    const before = this.#drafts.get(setting.key);
    const isValid = value === undefined || validValue(setting.field, value) !== undefined;
    const isConflict = before?.problem instanceof AppError && before.problem.code === 'settings/changed-meanwhile';
    const draft: Draft = {
      value: value ?? setting.defaultValue,
      was: before?.was ?? this.current(setting),
      isSending: before?.isSending ?? false,
      problem: isValid ? (isConflict ? before.problem : undefined) : 'invalid',
    };
    this.#drafts.set(setting.key, draft);
    this.#notify();
    if (isValid && !isConflict) void this.#send(setting, draft, value === undefined);
  }

  /** Resolves a conflict with the person's value. */
  overwrite(setting: Setting): void {
    const draft = this.#drafts.get(setting.key);
    if (draft === undefined) return;
    draft.was = this.current(setting);
    draft.problem = undefined;
    void this.#send(setting, draft, false);
  }

  /** Resolves a conflict with the stored value. */
  discard(setting: Setting): void {
    this.#drafts.delete(setting.key);
    this.#notify();
  }

  /** Updates an element whenever a value has changed. */
  subscribe(host: Pick<ReactiveControllerHost, 'requestUpdate'>): Handle {
    this.#subscribers.add(host);
    return { dispose: () => void this.#subscribers.delete(host) };
  }

  async saveSecret({ from, section, id }: Setting, text: string | undefined): Promise<void> {
    await this.#settings.call('saveSecret', { from, section, id, ...(text !== undefined && { text }) });
  }

  #notify(): void {
    this.#host.requestUpdate();
    for (const subscriber of this.#subscribers) subscriber.requestUpdate();
  }

  get #settings() {
    return this.#view().connect(SettingsChannel);
  }

  #storedSetting({ from, section, id }: Setting): StoredSetting | undefined {
    return this.#stored.find(one => one.id === id && one.section === section && one.from === from);
  }

  /** Writes run one at a time, so that the last one is stored last. */
  async #send(setting: Setting, draft: Draft, isReset: boolean): Promise<void> {
    if (draft.isSending) return;
    draft.isSending = true;
    const { value } = draft;
    try {
      await this.#write(setting, isReset ? undefined : value, draft.was);
      this.#setLocally(setting, isReset ? undefined : value);
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
    if (draft.problem !== undefined) await this.#readStored();
    this.#notify();
  }

  async #write(setting: Setting, value: SettingValue | undefined, was: SettingValue): Promise<void> {
    const { from, section, id, store, defaultValue, isNumber, kind } = setting;
    if (store === 'settings') {
      // Two windows may edit the same text, so a conflict is detected; of other settings the last write is stored.
      const guard = kind === 'text' || kind === 'string' ? { was } : {};
      await this.#settings.call('saveSetting', { from, section, id, ...(value !== undefined && { value }), ...guard });
      return;
    }
    const chosen = value ?? defaultValue;
    const change = { [id]: isNumber ? Number(chosen) : chosen };
    if (store === 'workbench') {
      await this.#view()
        .connect(WorkbenchChannel)
        .call('savePreferences', change as Preferences);
      return;
    }
    const { ConversationsChannel } = await import('@atelier/conversations/contract');
    const conversations = this.#view().connect(ConversationsChannel);
    await (store === 'list' ? conversations.call('saveView', change) : conversations.call('savePreferences', change));
  }

  /** Applies a stored value before the event of its store arrives. */
  #setLocally({ from, section, id, store, isNumber }: Setting, value: SettingValue | undefined): void {
    if (store === 'settings') {
      const others = this.#stored.filter(one => one.id !== id || one.section !== section || one.from !== from);
      this.#stored = value === undefined ? others : [...others, { from, section, id, value }];
      return;
    }
    this.#stores = { ...this.#stores, [store]: { ...this.#stores[store], [id]: isNumber ? Number(value) : value } };
  }

  async #start(): Promise<void> {
    const { signal } = this.#disconnected;
    const view = this.#view();
    const keep = (handle: Handle) => (signal.aborted ? void handle.dispose() : void this.#handles.push(handle));
    keep(this.#settings.on('settingsChanged', () => void this.#readStored()));
    keep(this.#settings.on(reopened as 'settingsChanged', () => void this.#load()));
    keep(view.connect(WorkbenchChannel).on('preferencesChanged', now => this.#replace('workbench', now)));
    await this.#load();
    if (!this.#hasConversations) return;
    const { ConversationsChannel } = await import('@atelier/conversations/contract');
    const conversations = view.connect(ConversationsChannel);
    keep(conversations.on('preferencesChanged', now => this.#replace('conversations', now)));
    keep(conversations.on('viewChanged', now => this.#replace('list', now)));
  }

  async #load(): Promise<void> {
    const view = this.#view();
    try {
      const [workbench, conversations, stored] = await Promise.all([
        view.connect(WorkbenchChannel).call('readPreferences', {}),
        this.#readConversations(),
        this.#settings.call('readSettings', {}),
      ]);
      this.#hasConversations = conversations !== undefined;
      this.#stores = { workbench, conversations: {}, list: {}, ...conversations };
      this.#stored = stored;
      this.isLoaded = true;
      this.problem = undefined;
    } catch (error) {
      this.problem = asAppError(error);
    }
    this.#notify();
  }

  /** Undefined if the conversations plugin is off; its settings are then hidden. */
  async #readConversations(): Promise<{ readonly conversations: StoreValues; readonly list: StoreValues } | undefined> {
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

  async #readStored(): Promise<void> {
    this.#stored = await this.#settings.call('readSettings', {}).catch(() => this.#stored);
    this.#notify();
  }

  #replace(store: Exclude<SettingStore, 'settings'>, now: StoreValues): void {
    this.#stores = { ...this.#stores, [store]: now };
    this.#notify();
  }
}

function asAppError(error: unknown): AppError {
  return error instanceof AppError ? error : AppError.fromRecord({ code: 'settings/failed', message: String(error) });
}
