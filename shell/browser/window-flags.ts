import { join } from 'node:path';

/** What a window's browser is started with, besides the address. */
export function windowFlags(userData: string, isRoot: boolean): readonly string[] {
  return [
    `--user-data-dir=${join(userData, 'window')}`,
    // Also the desktop entry's StartupWMClass: the two together make it one icon in a task bar.
    '--class=Atelier',
    '--no-first-run',
    '--no-default-browser-check',
    '--hide-crash-restore-bubble',
    '--disable-search-engine-choice-screen',
    '--disable-sync',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-domain-reliability',
    '--disable-breakpad',
    '--no-pings',
    '--disable-features=Translate,MediaRouter,OptimizationHints',
    // A frame may take the focus by itself otherwise, and with it the keys that one types.
    '--enable-features=BlockingFocusWithoutUserActivation',
    // It keeps no passwords, so it needs no key ring, which would ask for one of its own.
    '--password-store=basic',
    '--use-mock-keychain',
    // The window has no network: everything but our own addresses goes to a port where nobody listens. Without `<-loopback>`
    // Chromium would also let link-local addresses through, such as a cloud's metadata service.
    '--proxy-server=http://127.0.0.1:9',
    '--proxy-bypass-list=<-loopback>;127.0.0.1;*.localhost',
    // For browsers that do not know `Connection-Allowlist` yet: without it, a frame can reach others by a call between two browsers.
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    // Chromium has no sandbox for root; --test-type takes the bar about it away.
    ...(isRoot ? ['--no-sandbox', '--test-type'] : []),
  ];
}
