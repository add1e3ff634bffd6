import { type Handle, KernelChannel } from '@atelier/kernel';
import {
  type PageLink,
  pageView,
  reopened,
  type SliceMap,
  SliceStore,
  type ViewHost,
  ViewSlices,
  type WindowShape,
} from '@atelier/kernel/ui';
import { AppearanceSetting } from './appearance.ts';
import { type CommandHost, CommandList } from './commands.ts';
import { errorOf, windowErrors } from './errors.ts';
import { chordsOf, isChord, type KeyFacts, normalizedChord } from './keymap.ts';
import { type Arrangement, LayoutSetting } from './layout.ts';
import { type Route, readRoute, writeRoute } from './route.ts';
import { Toasts } from './toasts.ts';
import { viewState } from './view-state.ts';
import { type ShownView, ViewList } from './views.ts';
import { Watched } from './watched.ts';
import { type ChannelWindow, windowClient } from './window-client.ts';

const modeKey = 'atelier.mode';
/** The sender of the window's own toasts. */
const windowSender = '@atelier/kernel';
const defaultContext: SliceMap = {
  locale: 'fr',
  theme: 'light',
  contrast: 'normal',
  mode: 'workspace',
  conversation: null,
  project: null,
  thread: 'none',
  widget: { width: 0, height: 0 },
  visible: true,
  params: null,
};

/** One window: its views, layout and context, and what views can call in it. */
export class AtelierWindow implements ChannelWindow, CommandHost {
  readonly link: PageLink;
  readonly slices = new SliceStore({
    ...defaultContext,
    mode: localStorage.getItem(modeKey) === 'assistant' ? 'assistant' : 'workspace',
  });
  readonly appearance = new AppearanceSetting(this.slices);
  readonly route: Watched<Route>;
  readonly layout: LayoutSetting;
  readonly views: ViewList;
  readonly commands: CommandList;
  readonly toasts = new Toasts();
  readonly tight = matchMedia('(max-width: 999px)');
  /** The connection stands, but the kernel does not answer. */
  readonly silent = new Watched(false);
  /** The former route of the main region. */
  #previousRoute: Route | undefined;
  /** What the mode that is not shown has shown last. */
  #otherRoute: Route | undefined;
  /** The params that a dialog or a panel was opened with, by view. */
  readonly params = new Watched<Readonly<Record<string, Route['params']>>>({});
  /** Asks the person whether an extension may open an address. */
  readonly #confirmAddress: (url: string, from: string) => Promise<boolean>;

  constructor(link: PageLink, confirmAddress: (url: string, from: string) => Promise<boolean>) {
    this.link = link;
    this.#confirmAddress = confirmAddress;
    this.route = new Watched(readRoute(location.hash));
    this.layout = new LayoutSetting(this.route.value.main ?? '');
    this.views = new ViewList(link, error => this.report(error));
    this.commands = new CommandList(this, link);
    addEventListener('popstate', () => this.#setRoute(readRoute(location.hash)));
    addEventListener('keydown', event => !takesKeys(event) && this.press(event) && event.preventDefault(), { capture: true });
    document.addEventListener('visibilitychange', () => this.slices.set('visible', document.visibilityState === 'visible'));
    this.views.watch(() => this.#publishMainView());
    this.#publishMainView();
    const showConnection = () =>
      this.layout.show({ connection: this.silent.value && link.status === 'open' ? 'reconnecting' : link.status });
    link.onStatus(showConnection);
    this.silent.watch(showConnection);
    link.on('kernel:languageChanged', event => this.appearance.choose({ locale: (event as { locale: SliceMap['locale'] }).locale }));
    link.on(`kernel:${reopened}`, () => void this.#sendHello());
    this.slices.watch('locale', () => void this.#sendHello().then(() => this.views.refresh()));
    void this.#sendHello();
  }

  /** The main view that the route names, or the first bundled one: a third-party view is shown only when the person opens it. */
  get mainView(): ShownView | undefined {
    const named = this.views.byId(this.route.value.main);
    return named?.slot === 'main' ? named : this.firstMain;
  }

  /** The main view that one works in. */
  get firstMain(): ShownView | undefined {
    return this.views.in('main', this.context).find(view => this.isBundled(view.from));
  }

  /**
   * The views beside the main view that one works in. Beside any other, such as the settings, our own would have nothing to show; one of
   * an extension that the person has opened stays.
   */
  get panels(): readonly ShownView[] {
    const { views, context, mainView, firstMain, layout } = this;
    const { panelView } = layout.value;
    return views.in('panel', context).filter(({ id, place }) => mainView === firstMain || (id === panelView && place !== 'document'));
  }

  /** Whether the sidebar gives way to the panel: there is no room for both. */
  get isCrowded(): boolean {
    const { panel, narrow } = this.layout.value;
    return this.tight.matches && !narrow && panel && this.panels.length > 0;
  }

  get context(): Pick<SliceMap, 'mode' | 'thread'> {
    return { mode: this.slices.get('mode'), thread: this.slices.get('thread') };
  }

  /** The views that can be opened in the current mode, in order. */
  get openable(): WindowShape['calls']['views']['result'] {
    const views = ['main', 'panel'].flatMap(slot => this.views.in(slot, this.context));
    return views.map(({ id, from, title, slot, icon, listed }) => ({
      id,
      from,
      title,
      slot,
      listed: slot === 'main' && listed !== false,
      ...(icon !== undefined && { icon }),
    }));
  }

  onOpenable(listener: () => void): Handle {
    const handles = [this.views.watch(listener), this.slices.watch('mode', listener), this.slices.watch('thread', listener)];
    return { dispose: () => handles.forEach(handle => void handle.dispose()) };
  }

  isBundled(id: string): boolean {
    return this.views.value.some(view => view.from === id && view.place === 'document');
  }

  /** The `ViewHost` of an extension's view; `slices` is the context of the view, if it has its own. */
  hostOf(from: string, view?: string, slices = new ViewSlices(this.slices, { ...defaultContext, params: null })): ViewHost {
    return pageView({
      link: this.link,
      slices,
      state: viewState(view ?? from),
      from,
      local: channel => (channel === 'window' ? windowClient(this, from) : undefined),
      run: (command, args) => this.commands.run(command, args, from),
    });
  }

  /** Whoever asks for a sidebar that has given way to the panel has it instead of the panel. */
  arrange(change: Partial<Arrangement>): void {
    this.layout.arrange(change.sidebar !== undefined && this.isCrowded ? { ...change, sidebar: true, panel: false } : change);
  }

  open(id: string, params: Route['params']): void {
    const view = this.views.byId(id);
    if (view === undefined) throw windowErrors['window/unknown-view']({ view: id });
    if (view.slot === 'main') return this.#navigate(id, params);
    if (view.slot === 'sidebar') return this.arrange({ sidebar: true });
    this.params.value = { ...this.params.value, [id]: params };
    if (view.slot === 'panel') this.layout.arrange({ panel: true, panelView: id });
    else if (view.slot === 'dialog' || view.slot === 'palette') this.layout.show({ dialog: id });
    else throw windowErrors['window/not-openable']({ view: id, slot: view.slot });
  }

  /** Closes a view; the main region then shows the former route. */
  close(id: string): void {
    const { main } = this.route.value;
    if (main === id) this.#goBack();
    else if (this.layout.value.dialog === id) this.layout.closeDialog();
    else if (this.layout.value.panelView === id) this.layout.arrange({ panel: false });
  }

  changeContext(change: WindowShape['calls']['context']['params']): void {
    const { locale, appearance, contrast, size, ...slices } = change;
    this.appearance.choose({
      ...(locale !== undefined && { locale }),
      ...(appearance !== undefined && { appearance }),
      ...(contrast !== undefined && { contrast }),
      ...(size !== undefined && { size }),
    });
    const before = this.slices.get('mode');
    for (const name of Object.keys(slices) as (keyof typeof slices)[]) this.slices.set(name, slices[name] as never);
    if (change.mode !== undefined && change.mode !== before) this.#onModeChange(change.mode);
  }

  async openExternal(url: string, from: string): Promise<void> {
    // An address that the kernel would refuse is refused before the person is asked.
    if (!isOpenable(url)) throw windowErrors['window/address-refused']({ from, url: url.slice(0, 200) });
    if (!this.isBundled(from) && !(await this.#confirmAddress(url, from))) throw windowErrors['window/declined']({ from });
    await this.link.client(KernelChannel).call('openExternal', { url });
  }

  /** For frames, whose broker passes the extension. */
  readonly localFor = (channel: string, from: string) => (channel === 'window' ? windowClient(this, from) : undefined);
  readonly runFor = (command: string, args: unknown, from: string) => this.commands.run(command, args, from);

  /** Shows an error as a toast. */
  readonly report = (error: unknown): void => {
    const appError = errorOf(error);
    // The status line shows a lost connection, after which everything is read again.
    if (!appError.code.startsWith('link/'))
      this.toasts.add({ text: appError.in(this.slices.get('locale')).slice(0, 500), kind: 'failed' }, windowSender);
  };

  /** The chords that have a command, for frames. */
  get boundChords(): readonly string[] {
    return this.commands.keys.map(({ value }) => normalizedChord(value.key));
  }

  /** Runs the command that is bound to a key; false if none is. */
  press(pressed: KeyFacts): boolean {
    if (!isChord(pressed)) return false;
    const chords = chordsOf(pressed);
    // Before the first list is read, a key waits for it; those that edit text stay the field's.
    if (!/\+[ACVXYZ]$/.test(chords[0] ?? '') && this.commands.later(() => this.#run(chords))) return true;
    return this.#run(chords);
  }

  #run(chords: readonly string[]): boolean {
    const bound = chords.flatMap(chord => this.commands.keys.filter(({ value }) => normalizedChord(value.key) === chord))[0];
    if (bound === undefined) return false;
    // On behalf of the extension that bound the key, so that a third-party binding can do only what its manifest allows.
    void this.commands.run(bound.value.command, bound.value.args, bound.from).catch(error => this.report(error));
    return true;
  }

  /** Sends the window's language to the kernel, and applies the language that the kernel has stored. */
  async #sendHello(): Promise<void> {
    const locale = this.slices.get('locale');
    const answer = await this.link
      .client(KernelChannel)
      .call('hello', { locale })
      .catch(() => undefined);
    if (answer?.language !== undefined && this.slices.get('locale') === locale) this.appearance.choose({ locale: answer.language });
  }

  #navigate(main: string, params: Route['params']): void {
    const address = writeRoute(main, params);
    if (address !== location.hash) history.pushState(null, '', address);
    this.#setRoute({ main, params });
    if (this.layout.value.narrow) this.layout.arrange({ sidebar: false });
  }

  #goBack(): void {
    const before = this.#previousRoute;
    if (before?.main !== undefined && this.views.byId(before.main) !== undefined) this.#navigate(before.main, before.params);
    else this.#navigateFirst();
  }

  #setRoute(route: Route): void {
    if (route.main !== this.route.value.main) this.#previousRoute = this.route.value;
    this.route.value = route;
    this.#publishMainView();
  }

  #publishMainView(): void {
    const { mainView } = this;
    this.layout.show({ main: mainView?.id ?? '', ...(mainView !== undefined && { title: mainView.title }) });
    document.title = mainView === undefined ? 'Atelier' : `${mainView.title} · Atelier`;
  }

  /** Shows what the mode has shown last, and its first view at the beginning. */
  #onModeChange(mode: SliceMap['mode']): void {
    localStorage.setItem(modeKey, mode);
    const last = this.#otherRoute;
    this.#otherRoute = this.route.value;
    if (last?.main !== undefined && this.views.byId(last.main) !== undefined) this.#navigate(last.main, last.params);
    else this.#navigateFirst();
  }

  #navigateFirst(): void {
    const first = this.firstMain;
    if (first !== undefined) this.#navigate(first.id, null);
  }
}

/** Whether an element around the focus handles this key itself: all keys, such as the one that records a shortcut, or those that it names. */
function takesKeys(event: KeyboardEvent): boolean {
  return event.composedPath().some(one => {
    const own = one instanceof Element ? one.getAttribute('data-takes-keys') : null;
    return own === '' || own?.split(' ').some(key => chordsOf(event).includes(normalizedChord(key)));
  });
}

function isOpenable(address: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  return url.protocol === 'mailto:' || (url.protocol === 'https:' && url.username === '' && url.password === '');
}
