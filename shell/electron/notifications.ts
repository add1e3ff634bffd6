import type { Notification } from '@atelier/kernel';
import type { ElectronLike, NotificationLike } from './electron-like.ts';

/** Holds the notifications: one that is garbage collected loses its click. */
const shown: NotificationLike[] = [];
const maxHeld = 50;

/** Shows a system notification; `clicked` is called with the one clicked. False where the system has none. */
export function notify(electron: ElectronLike, notification: Notification, clicked: (notification: Notification) => void): boolean {
  if (!electron.Notification.isSupported()) return false;
  const { title, body } = notification;
  const made = new electron.Notification({ title, ...(body === undefined ? {} : { body }) });
  made.on('click', () => clicked(notification));
  made.show();
  shown.push(made);
  if (shown.length > maxHeld) shown.shift();
  return true;
}
