import { pathIn } from '@atelier/schemas/profile/paths.mjs';

/** The arguments of a window's browser, besides the address. */
export function windowFlags(userData: string, isRoot: boolean): readonly string[] {
  return [
    `--user-data-dir=${pathIn(userData, 'window')}`,
    // Equal to the desktop entry's StartupWMClass, so that a task bar shows one icon.
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
    // Otherwise a frame can take the focus by itself, and with it the typed keys.
    '--enable-features=BlockingFocusWithoutUserActivation',
    // It stores no passwords, and opening a key ring could ask the person for one.
    '--password-store=basic',
    '--use-mock-keychain',
    // The window has no network: everything but our own addresses goes to a closed port. Without `<-loopback>`
    // Chromium would also let link-local addresses through, such as a cloud's metadata service.
    '--proxy-server=http://127.0.0.1:9',
    '--proxy-bypass-list=<-loopback>;127.0.0.1;*.localhost',
    // For browsers that do not know `Connection-Allowlist` yet: without it, a frame can reach others by a call between two browsers.
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    // Chromium has no sandbox for root; --test-type hides the warning about it.
    ...(isRoot ? ['--no-sandbox', '--test-type'] : []),
  ];
}
