import { mkdirSync } from 'node:fs';
import type { Program, StartupBehaviour } from '@atelier/kernel';
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
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { frameOriginOf } from './origins.ts';
import type { RequestChannel } from './request-channel.ts';
import type { SealedWith } from './secrets.ts';

export interface ElectronHostOptions {
  readonly paths: HostPaths;
  readonly node: string;
  readonly program: Program | undefined;
  readonly links: Links;
  /** The other end is Electron's main process, the only one that can show windows and use the system's services. */
  readonly requests: RequestChannel;
  readonly sealedWith: SealedWith;
  readonly log: HostLog;
}

/** Atelier as a desktop program, seen from the kernel's process. */
export interface ElectronHost extends Host {
  readonly kind: 'electron';
  /** The origin of an extension's frames. */
  frameOrigin(slug: string): string;
  /** Handles the arguments of another start. */
  handOver(argv: readonly string[]): void;
}

/** Makes the host of one profile, in the process that the main process has forked. */
export function openElectronHost({ paths, node, program, links, requests, sealedWith, log }: ElectronHostOptions): ElectronHost {
  for (const folder of [paths.userData, paths.installed, paths.temp]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const keyFile = pathIn(paths.userData, 'key');
  const own = fileSecrets(readKey(keyFile), keyFile);
  const deepLinks = new DeepLinks(error => log('warn', error.message, { code: error.code }));
  return {
    kind: 'electron',
    paths,
    node,
    program,
    links,
    secrets: sealedWith.kind === 'os' ? osSecrets(sealedWith.key, pathIn(paths.userData, 'keyOfSystem'), own) : own,
    frameOrigin: frameOriginOf,
    fork: (entry, options) => forkPeer(node, entry, options, log),
    async openExternal(url) {
      await requests.ask('openExternal', externalAddress(url));
    },
    async openFolder(folder) {
      await requests.ask('openFolder', checkedFolder(folder));
    },
    async notify(notification) {
      if ((await requests.ask('notify', notification)) !== true) log('info', `Notification: ${notification.title}`, notification);
    },
    async pickFolder() {
      const folder = await requests.ask('pickFolder', undefined);
      return typeof folder === 'string' ? folder : undefined;
    },
    async startupBehaviour(change) {
      return (await requests.ask('startupBehaviour', change)) as StartupBehaviour;
    },
    async commandLine(command) {
      return ((await requests.ask('commandLine', command)) ?? undefined) as readonly string[] | undefined;
    },
    onWake(listener) {
      requests.answer('woke', listener);
      return { dispose: () => requests.answer('woke', () => undefined) };
    },
    async restart() {
      return (await requests.ask('restart', undefined)) === true;
    },
    onDeepLink: listener => deepLinks.onLink(listener),
    handOver: argv => deepLinks.takeFrom(argv),
  };
}
