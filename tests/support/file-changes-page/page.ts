import { AppError } from '@atelier/kernel';
import { defineKit } from '@atelier/kernel/kit';
import { type SliceMap, SliceStore, type ViewHost } from '@atelier/kernel/ui';
import { elements } from '../../../plugins/file-changes/ui/index.ts';

// A window with one view of file-changes, whose calls go to a real main side.
const parameters = new URLSearchParams(location.search);
const locale = (parameters.get('lang') ?? 'en') as SliceMap['locale'];
const theme = (parameters.get('theme') ?? 'light') as SliceMap['theme'];
document.documentElement.lang = locale;
document.documentElement.dataset.theme = theme;
const id = parameters.get('conversation');
const entry = parameters.get('entry');
const listeners = new Map<string, Set<(event: unknown) => void>>();
const asked: unknown[] = [];
let kept: unknown;

const slices = new SliceStore({
  locale,
  theme,
  contrast: 'normal',
  mode: 'workspace',
  conversation: id === null ? null : { id },
  project: null,
  thread: 'project',
  widget: { width: 0, height: 0 },
  visible: true,
  params: entry === null ? null : { conversation: id, entry },
});

async function call(channel: string, name: string, params: unknown): Promise<unknown> {
  if (channel === 'window') {
    asked.push({ [name]: params });
    return null;
  }
  const answer = await fetch('/call', { method: 'POST', body: JSON.stringify({ name, params, locale }) });
  const { ok, result, error } = (await answer.json()) as { ok: boolean; result: unknown; error: { code: string; message: string } };
  if (!ok) throw AppError.fromRecord(error);
  return result;
}

const view = {
  connect: (channel: { id: string }) => ({
    call: (name: string, params: unknown) => call(channel.id, name, params),
    on(name: string, listener: (event: unknown) => void) {
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(listener));
      return { dispose: () => void all.delete(listener) };
    },
  }),
  run: async () => null,
  slices,
  state: {
    get: () => kept,
    set: (value: unknown) => {
      kept = value;
    },
  },
} as unknown as ViewHost;

Object.assign(globalThis, {
  asked,
  changed: () => {
    for (const listener of listeners.get('changed') ?? []) listener({});
  },
});
await defineKit();
const isElement = (shown: unknown): shown is CustomElementConstructor =>
  (shown as CustomElementConstructor).prototype instanceof HTMLElement;
for (const [tag, shown] of Object.entries(elements)) customElements.define(tag, isElement(shown) ? shown : await shown());
const tag = entry === null ? 'file-changes-panel' : 'file-changes-rewind';
const main = document.querySelector('main') as HTMLElement;
main.className = entry === null ? '' : 'dialog';
const shown = document.createElement(tag) as HTMLElement & { view: ViewHost };
shown.view = view;
// The window renders the heading of a dialog.
if (entry !== null) main.append(Object.assign(document.createElement('h2'), { textContent: tag, className: 'heading' }));
main.append(shown);
document.documentElement.dataset.ready = '';
