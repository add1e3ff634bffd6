import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Manners, Program } from '@atelier/kernel';
import {
  checkedFolder,
  DeepLinks,
  externalAddress,
  fileSecrets,
  forkPeer,
  type Host,
  type HostLog,
  type HostPaths,
  type Links,
  osSecrets,
  readKey,
} from '@atelier/kernel/host';
import type { Asks } from './asks.ts';
import { frameOriginOf } from './origins.ts';
import type { SealedWith } from './secrets.ts';

export interface ElectronHostOptions {
  readonly paths: HostPaths;
  readonly node: string;
  readonly program: Program | undefined;
  readonly links: Links;
  /** The other end is Electron's main process, which alone can show windows and ask the system. */
  readonly asks: Asks;
  readonly sealedWith: SealedWith;
  readonly log: HostLog;
}

/** Atelier as a desktop program, seen from the kernel's process. */
export interface ElectronHost extends Host {
  readonly kind: 'electron';
  /** Where the frames of an extension come from. */
  frameOrigin(slug: string): string;
  /** Takes what another start was called with. */
  handOver(argv: readonly string[]): void;
}

/** Makes the host of one profile, on a process that main has forked. */
export function openElectronHost({ paths, node, program, links, asks, sealedWith, log }: ElectronHostOptions): ElectronHost {
  for (const folder of [paths.userData, paths.installed, paths.temp]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const keyFile = join(paths.userData, 'key');
  const own = fileSecrets(readKey(keyFile), keyFile);
  const deepLinks = new DeepLinks(error => log('warn', error.message, { code: error.code }));
  return {
    kind: 'electron',
    paths,
    node,
    program,
    links,
    secrets: sealedWith.kind === 'os' ? osSecrets(sealedWith.key, join(paths.userData, 'key.os'), own) : own,
    frameOrigin: frameOriginOf,
    fork: (entry, options) => forkPeer(node, entry, options, log),
    async openExternal(url) {
      await asks.ask('openExternal', externalAddress(url));
    },
    async openFolder(folder) {
      await asks.ask('openFolder', checkedFolder(folder));
    },
    async notify(notification) {
      if ((await asks.ask('notify', notification)) !== true) log('info', `Notification: ${notification.title}`, notification);
    },
    async pickFolder() {
      const folder = await asks.ask('pickFolder', undefined);
      return typeof folder === 'string' ? folder : undefined;
    },
    async manners(change) {
      return (await asks.ask('manners', change)) as Manners;
    },
    async restart() {
      return (await asks.ask('restart', undefined)) === true;
    },
    onDeepLink: listener => deepLinks.onLink(listener),
    handOver: argv => deepLinks.takeFrom(argv),
  };
}
