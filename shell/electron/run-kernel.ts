import { mkdirSync, rmSync } from 'node:fs';
import { type AppError, isAppError, type Program } from '@atelier/kernel';
import { type AcquireLock, assetsOf, becomeOnly, type HostLog, makeRunFolder, openPortLinks, PageRequests } from '@atelier/kernel/host';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { type ElectronHost, openElectronHost } from './electron-host.ts';
import { framePort } from './frame-port.ts';
import type { RequestChannel } from './request-channel.ts';
import type { SealedWith } from './secrets.ts';
import type { Language } from './texts.ts';

/** The first message from the main process to the kernel's process. */
export interface StartMessage {
  readonly userData: string;
  readonly bundled: string;
  readonly node: string;
  readonly argv: readonly string[];
  readonly automation: boolean;
  /** Start with the bundled plugins only. */
  readonly safe: boolean;
  /** End a running Atelier that does not answer, without asking. */
  readonly replace: boolean;
  readonly language: Language;
  readonly sealedWith: SealedWith;
  /** Undefined: without a version, as in most tests. */
  readonly release?: Program | undefined;
}

export interface RunningKernel {
  folderOf(slug: string): string | undefined;
  run(command: string, args?: unknown): Promise<unknown>;
  close(): Promise<void>;
}

export interface RunKernelOptions {
  readonly requests: RequestChannel;
  readonly startKernel: (host: ElectronHost, options: Pick<StartMessage, 'language' | 'safe'>) => Promise<RunningKernel>;
  readonly acquireLock: AcquireLock;
  /** Puts the data back as they were before the newest update. */
  readonly restore?: (userData: string) => Promise<{ readonly version: string }>;
  readonly log: HostLog;
}

/** Runs the kernel until the main process requests its end; resolves when it has closed. */
export async function runKernel({ requests, startKernel, acquireLock, restore, log }: RunKernelOptions): Promise<void> {
  const closing = Promise.withResolvers<void>();
  // Main waits for the end of this process, not for an answer.
  requests.answer('close', () => closing.resolve());
  const { userData, bundled, node, argv, automation, safe, replace, language, sealedWith, release } = (await requests.ask(
    'begin',
    undefined,
  )) as StartMessage;
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  const onHandOver = ({ argv: theirs }: { readonly argv: readonly string[] }) => void requests.ask('handedOver', theirs);
  // Electron's own lock keeps other windows away; this one also the browser host, which may have the same profile.
  const confirm = async (frozen: AppError) => (await requests.ask('frozen', frozen.toRecord(language))) === true;
  const instance = automation
    ? { release: async () => undefined }
    : await becomeOnly({ userData, argv, acquireLock, onHandOver, replace, confirm }).catch(leftAlone);
  if (instance === undefined) {
    await requests.ask('occupied', undefined);
    return;
  }
  const temp = makeRunFolder();
  const ports = openPortLinks(log);
  const pages = new PageRequests(ports);
  const paths = { userData, bundled, installed: pathIn(userData, 'extensions'), temp };
  const host = openElectronHost({ paths, node, program: release, links: pages.links, requests, sealedWith, log });
  let kernel: RunningKernel | undefined;
  try {
    const running = await orWayBack(startKernel(host, { language, safe }));
    if (running === undefined) return;
    kernel = running;
    const assets = assetsOf(slug => running.folderOf(slug));
    requests.answer('asset', params => {
      const { slug, path } = params as { slug: string; path: string };
      return assets(slug, path);
    });
    requests.answer('shows', params => running.folderOf((params as { slug: string }).slug) !== undefined);
    requests.answer('argv', words => host.handOver(words as readonly string[]));
    requests.answer('port', (_params, [port]) => port && ports.take(framePort(port)));
    requests.answer('clicked', clicked => {
      const { command, args } = clicked as { command: string; args?: unknown };
      return running.run(String(command), args);
    });
    requests.answer('newConversation', () => pages.tell('newConversationChosen', {}));
    pages.links.onConnection(link => link.onMessage(message => tellLanguage(requests, message)));
    host.handOver(argv);
    await requests.ask('ready', undefined);
    await closing.promise;
  } finally {
    await kernel?.close();
    ports.close();
    rmSync(temp, { recursive: true, force: true });
    await instance.release();
  }

  /** A new version that cannot start is not restarted: the person decides what to do. */
  async function orWayBack(starting: Promise<RunningKernel>): Promise<RunningKernel | undefined> {
    try {
      return await starting;
    } catch (error) {
      if (!isAppError(error) || !error.code.startsWith('update/')) throw error;
      const chosen = await Promise.race([requests.ask('wayBack', error.toRecord(language)), closing.promise]);
      if (chosen !== 'restore' || restore === undefined) return undefined;
      const { version } = await restore(userData);
      await Promise.race([requests.ask('takenBack', version), closing.promise]);
      return undefined;
    }
  }
}

/** The person has decided not to end the one that does not answer: the profile is left to it. */
function leftAlone(error: unknown): undefined {
  if (!isAppError(error) || error.code !== 'host/instance-frozen') throw error;
}

/** A page sends its language first, and again when the person changes it; the tray uses the same language. */
function tellLanguage(requests: RequestChannel, message: unknown): void {
  const { to, body } = (message ?? {}) as { to?: unknown; body?: { locale?: unknown } };
  if (to === 'kernel:hello' && (body?.locale === 'fr' || body?.locale === 'en')) void requests.ask('language', body.locale);
}
