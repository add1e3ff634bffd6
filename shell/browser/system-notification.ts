import type { Notification } from '@atelier/kernel';
import { runProgram } from '@atelier/kernel/children';

const limitMs = 10_000;
const maxBytes = 4096;

/** Shows a desktop notification, while no window is open; false where there is no `notify-send`. */
export async function notifyThroughSystem({ title, body = '' }: Notification): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const words = [title, body].map(text => text.slice(0, 500));
  return (await runProgram('notify-send', ['--app-name=Atelier', '--', ...words], { limitMs, maxBytes })).code === 0;
}
