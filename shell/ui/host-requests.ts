import type { Handle, Notification } from '@atelier/kernel';
import type { PageLink, SliceMap } from '@atelier/kernel/ui';

/** What the page does for a host that has no window of its own. */
export interface HostRequests {
  /** Shows a notification inside the page; the system's own was not allowed. */
  notified(notification: Notification): void;
  /** Asks the person for a folder; undefined where they chose none. */
  pickFolder(): Promise<string | undefined>;
  /** Runs the command of a notification that the person clicked. */
  run(command: string, args: unknown): void;
}

/** The folders in a folder, as the host sees them. */
export interface ListedFolders {
  readonly path: string;
  readonly parent?: string;
  readonly folders: readonly { readonly name: string; readonly hidden: boolean; readonly readable: boolean }[];
  readonly more: boolean;
}

/** Answers what the host asks of the page, until the handle is disposed of. */
export function answerHostRequests(link: PageLink, requests: HostRequests): Handle {
  const handles = [
    link.on('host:notified', event => notify(event as Notification, requests)),
    link.on('host:newConversationChosen', () => requests.run('conversations.new', undefined)),
    // Nothing chosen is null on the wire.
    link.answer('host:pickFolder', async () => (await requests.pickFolder()) ?? null),
  ];
  return {
    dispose() {
      for (const handle of handles) void handle.dispose();
    },
  };
}

/** The folders in a folder, the home folder where no path is given; fails with the host's own sentence. */
export async function listFolders(link: PageLink, path: string | undefined, locale: SliceMap['locale']): Promise<ListedFolders> {
  return (await link.call('host:listFolders', { ...(path !== undefined && { path }), locale })) as ListedFolders;
}

/** Ends Atelier, all windows and all that runs in the background; for the host without a tray, where nothing else could. */
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
