import { defineKit } from '@atelier/kernel/kit';
import { type Connect, PageLink, webSocket } from '@atelier/kernel/ui';
import { AppShell } from './app-shell.ts';
import { desktopPort } from './desktop-port.ts';
import { answerHostRequests } from './host-requests.ts';
import { words } from './text.ts';
import { DocumentView } from './views/document-view.ts';
import { ViewMount } from './views/view-mount.ts';
import { ViewOutlet } from './views/view-outlet.ts';
import { AtelierWindow } from './window/atelier-window.ts';
import type { ConnectionCare } from './window/connection-care.ts';
import { setWindow } from './window/current.ts';
import { firstPaint } from './window/first-paint.ts';

/** Set only in a window of the desktop program. */
const { atelierConnect } = window as { readonly atelierConnect?: () => void };

const maxDelayMs = 500;
const delay = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds));

/** Connects after the first paint, so that the connection does not delay it. */
async function connectSocket(): ReturnType<Connect> {
  if (document.getElementById('first') !== null) await Promise.race([firstPaint, delay(maxDelayMs)]);
  return webSocket(`ws://${location.host}/__host/link`, '/__host/alive', async () => (await care?.prove()) ?? true)();
}

let care: ConnectionCare | undefined;

/** The same connections, listened to. */
function heeded(connect: Connect): Connect {
  return async () => {
    const transport = await connect();
    return {
      ...transport,
      send(frame) {
        care?.silence.spoke();
        return transport.send(frame);
      },
      onMessage: listener =>
        transport.onMessage(message => {
          care?.silence.heard();
          listener(message);
        }),
      onClose: listener =>
        transport.onClose(() => {
          care?.silence.stop();
          listener();
        }),
    };
  };
}

const locale = () => (document.documentElement.lang === 'en' ? 'en' : 'fr');
const link = new PageLink({
  connect: heeded(atelierConnect === undefined ? connectSocket : desktopPort(atelierConnect)),
  locale,
  wait: delay,
  report: reportError,
});
const atelierWindow = new AtelierWindow(link, async (url, from) => (await import('./views/address-dialog.ts')).askAddress(url, from));
setWindow(atelierWindow);
answerHostRequests(link, {
  notified: ({ title, body, command, args }) => {
    const text = body === undefined ? title : `${title}${locale() === 'fr' ? '\u00a0' : ''}: ${body}`;
    const action =
      command === undefined ? undefined : { title: words(atelierWindow.slices.get('locale')).show, command, ...(args && { args }) };
    atelierWindow.toasts.add({ text, kind: 'plain', ...(action && { action }) }, '@atelier/kernel');
  },
  pickFolder: async () => (await import('./views/folder-dialog.ts')).askFolder(),
  run: (command, args) => void atelierWindow.commands.run(command, args, undefined).catch(atelierWindow.report),
});

void defineKit(firstPaint);
const firstElements = {
  'view-outlet': ViewOutlet,
  'view-mount': ViewMount,
  'document-view': DocumentView,
};
define(firstElements);
// Renders the window in a task of its own, so that input is handled before it.
void scheduler.yield().then(() => define({ 'app-shell': AppShell }));
void firstPaint.then(async () => {
  const { laterViews, careFor, keepFocus } = await import('./views/later-views.ts');
  care = careFor(link, atelierWindow, atelierConnect === undefined);
  define(laterViews);
  keepFocus();
});

function define(elements: Readonly<Record<string, CustomElementConstructor>>): void {
  for (const [name, element] of Object.entries(elements)) customElements.define(name, element);
}
