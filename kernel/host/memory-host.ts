import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Handle, Notification, Program, StartupBehaviour } from '@atelier/kernel';
import { DeepLinks } from './deep-links.ts';
import { checkedFolder, externalAddress } from './external.ts';
import { fileSecrets } from './file-secrets.ts';
import { forkPeer } from './fork.ts';
import type { Host, Link } from './host.ts';
import { linkPair } from './memory-links.ts';

/** A host that uses only a temporary folder, and records the calls to it. */
export interface MemoryHost extends Host {
  readonly kind: 'memory';
  readonly notified: readonly Notification[];
  readonly opened: readonly string[];
  readonly logged: readonly string[];
  /** The next result of `pickFolder`. */
  folder: string | undefined;
  /** How often `restart` was called. */
  restarts: number;
  /** Connects a page and returns the page's end of the link. */
  connect(): Link;
  handOver(argv: readonly string[]): void;
  /** The machine wakes. */
  wake(): void;
  close(): Promise<void>;
}

export interface MemoryHostOptions {
  /** Folders of extensions for this test; undefined for an empty one. */
  readonly bundled: string | undefined;
  readonly node: string;
  /** The folder to use, which is not removed at the end; undefined for a temporary one. */
  readonly root: string | undefined;
  /** Left out: the program has no version. */
  readonly program?: Program;
}

/** Makes a host in memory. `close` removes its folder. */
export function openMemoryHost(options: MemoryHostOptions): MemoryHost {
  const root = options.root ?? mkdtempSync(join(tmpdir(), 'atelier-host-'));
  const folder = (name: string) => join(root, name);
  const paths = {
    userData: folder('user-data'),
    bundled: options.bundled ?? folder('bundled'),
    installed: folder('user-data/extensions'),
    temp: folder('temp'),
  };
  for (const path of Object.values(paths)) mkdirSync(path, { recursive: true });
  const listeners = new Set<(link: Link) => void>();
  const pages = new Set<Link>();
  const notified: Notification[] = [];
  const opened: string[] = [];
  const logged: string[] = [];
  const wakes = new Set<() => void>();
  const deepLinks = new DeepLinks(error => logged.push(error.message));
  let count = 0;
  let kept: StartupBehaviour = { startAtLogin: false, startMinimised: false, closeToBackground: true };

  return {
    kind: 'memory',
    paths,
    node: options.node,
    program: options.program,
    frameOrigin: slug => `test-frame://${slug}`,
    notified,
    opened,
    logged,
    folder: undefined,
    restarts: 0,
    secrets: fileSecrets(randomBytes(32), 'memory'),
    links: {
      onConnection(listener): Handle {
        listeners.add(listener);
        return { dispose: () => void listeners.delete(listener) };
      },
    },
    connect() {
      count += 1;
      const [kernelEnd, pageEnd] = linkPair(`page-${count}`);
      pages.add(pageEnd);
      for (const listener of listeners) listener(kernelEnd);
      return pageEnd;
    },
    fork: (entry, forkOptions) => forkPeer(options.node, entry, forkOptions, (_level, text) => void logged.push(text)),
    async openExternal(url) {
      opened.push(externalAddress(url));
    },
    async openFolder(folder) {
      opened.push(checkedFolder(folder));
    },
    async notify(notification) {
      notified.push(notification);
    },
    async pickFolder() {
      return this.folder;
    },
    async startupBehaviour(change) {
      kept = { ...kept, ...change };
      return kept;
    },
    commandLine: async command => [options.node, 'atelier', `--run=${command}`],
    onWake(listener): Handle {
      wakes.add(listener);
      return { dispose: () => void wakes.delete(listener) };
    },
    wake() {
      for (const listener of wakes) listener();
    },
    async restart() {
      this.restarts += 1;
      return true;
    },
    onDeepLink: listener => deepLinks.onLink(listener),
    handOver: argv => deepLinks.takeFrom(argv),
    async close() {
      for (const page of pages) page.close('Atelier has stopped.');
      if (options.root === undefined) rmSync(root, { recursive: true, force: true });
    },
  };
}
