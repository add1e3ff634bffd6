import { defineKit } from '@atelier/kernel/kit';
import { PageLink, webSocket } from '@atelier/kernel/ui';
import { AppShell } from './app-shell.ts';
import { desktopPort } from './desktop-port.ts';
import { DocumentView } from './views/document-view.ts';
import { FailureCard } from './views/failure-card.ts';
import { SideDrawer } from './views/side-drawer.ts';
import { SurfaceOffer } from './views/surface-offer.ts';
import { ViewDialog } from './views/view-dialog.ts';
import { ViewMount } from './views/view-mount.ts';
import { ViewOutlet } from './views/view-outlet.ts';
import { AtelierWindow } from './window/atelier-window.ts';
import { setWindow } from './window/current.ts';

/** Only a window of the desktop program has it. */
const { atelierConnect } = window as { readonly atelierConnect?: () => void };

const link = new PageLink({
  connect: atelierConnect === undefined ? webSocket(`ws://${location.host}/__host/link`, '/__host/alive') : desktopPort(atelierConnect),
  locale: () => (document.documentElement.lang === 'en' ? 'en' : 'fr'),
  wait: milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds)),
  report: reportError,
});
setWindow(new AtelierWindow(link));

void defineKit();
const own = {
  'view-outlet': ViewOutlet,
  'view-mount': ViewMount,
  'document-view': DocumentView,
  'failure-card': FailureCard,
  'surface-offer': SurfaceOffer,
  'view-dialog': ViewDialog,
  'side-drawer': SideDrawer,
  'app-shell': AppShell,
};
for (const [name, element] of Object.entries(own)) customElements.define(name, element);
