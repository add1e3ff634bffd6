import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Notification } from '@atelier/kernel';

/** Shows a desktop notification, while no window is open; false where there is no `notify-send`. */
export async function notifyThroughSystem({ title, body = '' }: Notification): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const words = [title, body].map(text => text.slice(0, 500));
  const child = spawn('notify-send', ['--app-name=Atelier', '--', ...words], { stdio: 'ignore' });
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return code === 0;
  } catch {
    return false;
  }
}
