import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { answerLabels } from './window/labels.ts';
import { MemoryPage, MemorySettings, MemoryUsed } from './window/later-views.ts';
import { MemoryPrivacy } from './window/memory-privacy.ts';
import { togglePrivate } from './window/privacy.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = {
  'memory-page': MemoryPage,
  'memory-used': MemoryUsed,
  'memory-privacy': MemoryPrivacy,
  'memory-settings': MemorySettings,
};

const open = (view: ViewHost, what: string, params: Record<string, unknown> = {}) =>
  view.connect(WindowChannel).call('open', { view: what, params });

/** The commands that run in the window. */
export const commands = {
  'memory.open': (view: ViewHost) => open(view, 'memory.page'),
  'memory.add': (view: ViewHost) => open(view, 'memory.page', { add: crypto.randomUUID() }),
  'memory.showUsed': (view: ViewHost, args: unknown) => open(view, 'memory.used', args as Record<string, unknown>),
  'memory.togglePrivate': togglePrivate,
  'memory.labels': answerLabels,
};
