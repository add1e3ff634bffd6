import { KernelChannel } from '@atelier/kernel';
import { noState, PageLink, pageView, SliceStore, ViewSlices, type ViewState, webSocket } from '@atelier/kernel/ui';
import type { LitElement } from 'lit';
import { systemTimers } from '../../../shell/ui/frames/heartbeat.ts';
import { ViewFrame } from '../../../shell/ui/frames/view-frame.ts';

/** The test's interface to the page. */
export interface Stage {
  show(id: string): Promise<void>;
  /** Shows a view in the page itself, like one of a bundled plugin. */
  showInDocument(id: string): Promise<void>;
  /** Resolves once the view has reported that it is shown. */
  shown(): Promise<void>;
  /** From now on the window's timeouts are thirty times shorter. */
  hurry(): void;
  /** Reads the views from the kernel again, as the shell does after a change; removed views are taken off the page. */
  refresh(): Promise<void>;
  remove(): void;
  choose(view: string, by: string): Promise<unknown>;
  readonly frame: ViewFrame | undefined;
  readonly windowSlices: SliceStore;
  readonly state: ViewState;
  /** All events of the frame, abbreviated. */
  readonly seen: [string, unknown][];
  /** The calls to the window. */
  readonly asked: unknown[];
}

const windowSlices = new SliceStore({
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
});
const link = new PageLink({
  connect: webSocket(`ws://${location.host}/__host/link`),
  locale: () => windowSlices.get('locale'),
  wait: milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds)),
  report: console.error,
});
const kernel = link.client(KernelChannel);
const shown: { frame?: ViewFrame; element?: HTMLElement; pace: number } = { pace: 1 };
const news = new EventTarget();
const place = { width: '400px', height: '300px' };

const stage: Stage = {
  seen: [],
  asked: [],
  windowSlices,
  state: noState(),
  get frame() {
    return shown.frame;
  },
  async show(id) {
    stage.remove();
    shown.pace = 1;
    const frame = new ViewFrame();
    frame.shown = await viewOf(id);
    frame.link = link;
    frame.slices = slicesOfView();
    frame.state = stage.state;
    frame.chords = ['Ctrl+K'];
    frame.run = (command, args, from) => link.client(KernelChannel, from).call('runCommand', { command, args });
    frame.local = (channel, from) =>
      channel === 'window'
        ? { call: async (name, params) => void stage.asked.push([name, params, from]), on: () => ({ dispose: () => undefined }) }
        : undefined;
    frame.timers = { now: systemTimers.now, after: (time, call) => systemTimers.after(time / shown.pace, call) };
    for (const name of ['view-shown', 'view-failed', 'view-size', 'view-key', 'view-focus']) {
      frame.addEventListener(name, event => {
        const { error: _error, ...detail } = ((event as CustomEvent).detail ?? {}) as Record<string, unknown>;
        see(name, detail);
      });
    }
    Object.assign(frame.style, place);
    shown.frame = frame;
    document.body.append(frame);
  },
  async showInDocument(id) {
    stage.remove();
    const { element: tag = '', from } = await viewOf(id);
    const element = document.createElement(tag);
    const view = pageView({ link, slices: slicesOfView(), state: stage.state, from });
    Object.assign(element, { view });
    Object.assign(element.style, place);
    shown.element = element;
    document.body.append(element);
    await (element as Partial<LitElement>).updateComplete;
    see('view-shown', {});
  },
  async shown() {
    if (!stage.seen.some(([name]) => name === 'view-shown'))
      await new Promise(resolve => news.addEventListener('view-shown', resolve, { once: true }));
  },
  async refresh() {
    if (shown.frame === undefined) return;
    const view = await viewOf(shown.frame.shown.id).catch(() => undefined);
    if (view === undefined) stage.remove();
    else shown.frame.shown = view;
  },
  hurry() {
    shown.pace = 30;
    // A view that becomes visible again gets a heartbeat at once.
    for (const visible of [false, true]) shown.frame?.slices.set('visible', visible);
  },
  remove() {
    shown.frame?.remove();
    shown.element?.remove();
    delete shown.frame;
    delete shown.element;
    stage.seen.length = 0;
    stage.asked.length = 0;
  },
  choose: (view, by) => kernel.call('chooseReplacement', { view, by }),
};

const slicesOfView = () => new ViewSlices(windowSlices, { widget: { width: 400, height: 300 }, visible: true, params: null });

function see(name: string, detail: unknown): void {
  stage.seen.push([name, detail]);
  news.dispatchEvent(new Event(name));
}

async function viewOf(id: string) {
  const view = (await kernel.call('listViews', {})).find(one => one.id === id);
  if (view === undefined) throw new Error(`There is no view ${id}.`);
  return view;
}

customElements.define('view-frame', ViewFrame);
Object.assign(globalThis, { stage });
