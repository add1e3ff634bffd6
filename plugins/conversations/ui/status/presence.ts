import type { Handle } from '@atelier/kernel';
import { reopened, type ViewHost } from '@atelier/kernel/ui';
import { ConversationsChannel } from '../../contract/index.ts';
import { windowId } from '../window-id.ts';

/** Reports which conversation this window shows, and whether the window has the focus, whatever is on screen. */
export function reportPresence(view: ViewHost): Handle {
  const channel = view.connect(ConversationsChannel);
  const ended = new AbortController();
  const options = { signal: ended.signal };
  let reported = '';
  const report = (): void => {
    const conversation = view.slices.get('conversation')?.id;
    const focused = document.visibilityState === 'visible' && document.hasFocus();
    const now = `${focused} ${conversation}`;
    if (now === reported) return;
    reported = now;
    channel.call('presence', { window: windowId, focused, ...(conversation !== undefined && { conversation }) }).catch(() => {
      // It is reported again at the next change.
      reported = '';
    });
  };
  const attend = (): void => {
    // Ends with the connection.
    channel.call('attend', { window: windowId }, ended.signal).catch(() => undefined);
    reported = '';
    report();
  };
  for (const name of ['focus', 'blur']) addEventListener(name, report, options);
  document.addEventListener('visibilitychange', report, options);
  const handles = [channel.on(reopened as 'rowsChanged', attend), view.slices.watch('conversation', report)];
  attend();
  return {
    dispose() {
      ended.abort();
      for (const handle of handles) void handle.dispose();
    },
  };
}
