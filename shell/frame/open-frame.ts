import { messagePort, noState, PageLink, pageView, SliceStore, type ViewHost } from '@atelier/kernel/ui';
import { followLook } from './look.ts';
import { type FrameStart, startKind } from './protocol.ts';
import { letFormsSubmit, reportFocus, reportKeys, reportLinks, reportSize, reportViolations } from './reports.ts';

/** A frame that has its port. */
export interface OpenFrame {
  readonly start: FrameStart;
  readonly host: ViewHost;
  /** Sends a report about the view to its window. */
  readonly send: (member: string, params: object) => void;
}

// Listens as soon as this module runs, which is before the frame has loaded: the port comes once, right after that.
const started = new Promise<{ start: FrameStart; port: MessagePort }>(resolve => {
  addEventListener('message', function take(event: MessageEvent<FrameStart | undefined>) {
    const [port] = event.ports;
    if (event.source !== parent || event.data?.kind !== startKind || port === undefined) return;
    removeEventListener('message', take);
    resolve({ start: event.data, port });
  });
});

/** Waits for the port and creates the `ViewHost` from it. */
export async function openFrame(): Promise<OpenFrame> {
  const { start, port } = await started;
  const link = new PageLink({ connect: messagePort(port), wait: () => new Promise(() => undefined), report: error => reportError(error) });
  const slices = new SliceStore(start.slices);
  const chords = new Set(start.chords);
  link.tap((to, body) => {
    if (to === 'view:slice') takeSlice(slices, body as { name: 'locale'; value: never });
    else if (to === 'view:chords') replaceAll(chords, body as readonly string[]);
  });
  link.answer('view:ping', async () => null);
  const send: OpenFrame['send'] = (member, params) => void link.call(`view:${member}`, params).catch(() => undefined);
  document.documentElement.dataset.slot = start.view.slot;
  followLook(slices);
  reportFocus(send);
  reportKeys(chords, send);
  reportLinks(url => link.call('window:openExternal', { url }));
  reportSize(send);
  letFormsSubmit();
  reportViolations(send);
  return { start, host: pageView({ link, slices, state: storedState(start.state, send) }), send };
}

function takeSlice(slices: SliceStore, { name, value }: { readonly name: 'locale'; readonly value: never }): void {
  slices.set(name, value);
}

function replaceAll(chords: Set<string>, bound: readonly string[]): void {
  chords.clear();
  for (const chord of bound) chords.add(chord);
}

/** The state, read here synchronously and stored by the window. */
function storedState(first: unknown, send: OpenFrame['send']): ViewHost['state'] {
  const state = noState();
  state.set(first);
  return {
    get: () => state.get(),
    set: value => {
      state.set(value);
      send('state', { value });
    },
  };
}
