import { PageLink, pageView, SliceStore, webSocket } from '@atelier/kernel/ui';
import { AppShell } from './app-shell.ts';
import { desktopPort } from './desktop-port.ts';
import { ExtensionRow } from './extension-row.ts';
import { followSystem } from './system.ts';

const slices = new SliceStore({
  locale: navigator.language.toLowerCase().startsWith('en') ? 'en' : 'fr',
  theme: 'light',
  contrast: 'normal',
  mode: 'workspace',
  conversation: null,
  project: null,
  thread: 'none',
  widget: { width: innerWidth, height: innerHeight },
  visible: true,
});
followSystem(slices);

/** Only a window of the desktop program has it. */
const { atelierConnect } = window as { readonly atelierConnect?: () => void };

const link = new PageLink({
  connect: atelierConnect === undefined ? webSocket(`ws://${location.host}/__host/link`) : desktopPort(atelierConnect),
  locale: () => slices.get('locale'),
  wait: milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds)),
  report: reportError,
});

customElements.define('extension-row', ExtensionRow);
customElements.define('app-shell', AppShell);

const shell = document.querySelector<AppShell>('app-shell');
if (shell !== null) {
  shell.link = link;
  shell.view = pageView(link, slices);
}
