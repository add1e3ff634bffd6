import type { Handle, Notification } from '@atelier/kernel';
import type { PageLink, SliceMap } from '@atelier/kernel/ui';

/** The requests of a host without native windows. */
export interface HostRequests {
  /** Shows a notification inside the page, where the system's own is not allowed. */
  notified(notification: Notification): void;
  /** Asks the person for a folder; undefined if they cancel. */
  pickFolder(): Promise<string | undefined>;
  /** Runs the command of a notification that the person clicked. */
  run(command: string, args: unknown): void;
}

/** The folders in a folder of the host. */
export interface ListedFolders {
  readonly path: string;
  readonly parent?: string;
  readonly folders: readonly { readonly name: string; readonly hidden: boolean; readonly readable: boolean }[];
  readonly more: boolean;
}

/** Handles the host's calls to the page, until the handle is disposed of. */
export function answerHostRequests(link: PageLink, requests: HostRequests): Handle {
  const handles = [
    link.on('host:notified', event => notify(event as Notification, requests)),
    link.on('host:newConversationChosen', () => requests.run('conversations.new', undefined)),
    // The protocol has null instead of undefined.
    link.answer('host:pickFolder', async () => (await requests.pickFolder()) ?? null),
  ];
  return {
    dispose() {
      for (const handle of handles) void handle.dispose();
    },
  };
}

/** The folders in a folder, or in the home folder without a path; throws the host's own error. */
export async function listFolders(link: PageLink, path: string | undefined, locale: SliceMap['locale']): Promise<ListedFolders> {
  return (await link.call('host:listFolders', { ...(path !== undefined && { path }), locale })) as ListedFolders;
}

/** Quits Atelier with all windows and background work, for a host without a tray. */
export async function quit(link: PageLink): Promise<void> {
  await link.call('host:quit', {});
}

function notify(notification: Notification, requests: HostRequests): void {
  if (!('Notification' in globalThis) || globalThis.Notification.permission !== 'granted') {
    requests.notified(notification);
    return;
  }
  const { title, body, command, args } = notification;
  const shown = new globalThis.Notification(title, body === undefined ? {} : { body });
  shown.addEventListener('error', () => requests.notified(notification));
  shown.addEventListener('click', () => {
    focus();
    shown.close();
    if (command !== undefined) requests.run(command, args);
  });
}
