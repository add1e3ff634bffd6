import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Desktop, type ExtensionContext, isAppError, type Program, type Publisher } from '@atelier/kernel';
import type { SettingsService } from '@atelier/settings/contract';
import type { ReleaseFeed, ReleaseFile, Status, UpdatesShape } from '../contract/index.ts';
import { updateErrors } from './errors.ts';
import type { Facts } from './facts.ts';
import { readFeed } from './feed/read-feed.ts';
import { isNewer } from './feed/versions.ts';
import { download, installerIn, receivedOf } from './files/download.ts';
import { sha512Of } from './files/hash.ts';
import { swapProgram } from './files/swap.ts';

interface UpdateOptions {
  readonly automatic: boolean;
  readonly channel: 'stable' | 'beta';
  readonly feed: string;
  readonly key: string;
}

/** The official release feed and its public key: none yet, because the key is made with the first release. A feed that the person sets replaces it. */
const builtInFeed = { feed: '', key: '' } as const;

const dayMs = 24 * 60 * 60 * 1000;

/** Checks the feed, downloads and installs; one operation at a time. */
export class Updater {
  readonly #ctx: ExtensionContext;
  readonly #facts: Facts;
  readonly #program: Program;
  readonly #settings: SettingsService | undefined;
  readonly #folder: string;
  #channel: Publisher<UpdatesShape> | undefined;
  #state: Status['state'] = 'idle';
  #problem: Status['problem'];
  #received = 0;
  #downloading: AbortController | undefined;
  #checking: Promise<void> | undefined;

  constructor(ctx: ExtensionContext, facts: Facts, program: Program, settings: SettingsService | undefined) {
    this.#ctx = ctx;
    this.#facts = facts;
    this.#program = program;
    this.#settings = settings;
    this.#folder = join(ctx.paths.data, 'download');
    const { offer } = facts;
    // The offered version may be the running one now.
    if (offer !== undefined && !isNewer(offer.version, program.version)) {
      facts.offer = undefined;
      rmSync(this.#folder, { recursive: true, force: true });
    }
    this.#state = this.#idleState();
  }

  /** Emits each change of the status on this channel. */
  open(channel: Publisher<UpdatesShape>): void {
    this.#channel = channel;
  }

  get status(): Status {
    const { offer, checkedAt } = this.#facts;
    const file = this.#file;
    return {
      version: this.#program.version,
      installed: this.#program.installed,
      state: this.#state,
      received: this.#received,
      ...(checkedAt > 0 && { checkedAt }),
      ...(offer !== undefined && {
        offer: {
          version: offer.version,
          channel: offer.channel,
          date: offer.date,
          notes: offer.notes,
          ...(file !== undefined && { size: file.size, name: file.name }),
        },
      }),
      ...(this.#problem !== undefined && { problem: this.#problem }),
    };
  }

  /** Checks at most once a day, if automatic checks are on; must be called regularly. */
  async checkDaily(): Promise<void> {
    const { automatic, feed } = await this.#options();
    // If the clock was set back, the last check is in the future.
    const since = Date.now() - this.#facts.checkedAt;
    if (automatic && feed !== '' && (since >= dayMs || since < 0)) await this.check();
  }

  /** Concurrent calls share one request. */
  async check(): Promise<void> {
    if (this.#downloading !== undefined) return;
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    await this.#checking;
  }

  async #check(): Promise<void> {
    const before = this.#state;
    this.#setState('checking');
    try {
      const { feed: address, key, channel } = await this.#options();
      if (address === '' || key === '') throw updateErrors['updates/no-feed']({});
      const feed = await readFeed({ address, key, lastIssued: this.#facts.lastIssued(address), signal: this.#ctx.signal });
      this.#facts.setLastIssued(address, feed.issued);
      this.#facts.checkedAt = Date.now();
      this.#facts.offer = newestRelease(feed, channel, this.#program.version);
      this.#setState(this.#idleState());
    } catch (error) {
      this.#fail(error, before === 'swapped' ? 'swapped' : this.#idleState());
    }
  }

  /** Starts or resumes the download; resolves when it has ended, also if it failed. */
  async download(): Promise<void> {
    if (this.#downloading !== undefined) return;
    const { offer } = this.#facts;
    if (offer === undefined) throw updateErrors['updates/nothing-ready']({});
    if (this.#program.installed === 'source') throw updateErrors['updates/from-source']({});
    const file = this.#file;
    if (file === undefined) {
      throw updateErrors['updates/no-file']({
        version: offer.version,
        machine: `${process.platform}-${process.arch}, ${this.#program.installed}`,
      });
    }
    const downloading = new AbortController();
    this.#downloading = downloading;
    this.#received = receivedOf(this.#folder, file);
    this.#setState('downloading');
    const progress = (received: number): void => {
      this.#received = received;
      this.#setState('downloading');
    };
    try {
      const { feed } = await this.#options();
      await download({
        folder: this.#folder,
        version: offer.version,
        file,
        feed,
        progress,
        signal: AbortSignal.any([this.#ctx.signal, downloading.signal]),
      });
      this.#setState(this.#idleState());
    } catch (error) {
      if (downloading.signal.aborted) this.#setState(this.#idleState());
      else this.#fail(error, this.#idleState());
    } finally {
      this.#downloading = undefined;
    }
  }

  pause(): void {
    this.#downloading?.abort();
  }

  /** Installs the downloaded version; verified again, because the download may be days old. */
  async apply(): Promise<'restarts' | 'swapped' | 'shown'> {
    if (this.#state === 'swapped') return (await this.#ctx.get(Desktop).restart()) ? 'restarts' : 'swapped';
    const file = this.#file;
    if (file === undefined || this.#state !== 'ready') throw updateErrors['updates/nothing-ready']({});
    const installer = installerIn(this.#folder, file);
    await this.#verifyInstaller(installer, file);
    if (this.#program.installed !== 'appimage' || this.#program.file === undefined) {
      // Needs administrator rights, so the person runs it.
      await this.#ctx.get(Desktop).openFolder(this.#folder);
      return 'shown';
    }
    try {
      await swapProgram(this.#program.file, installer, file.sha512);
    } catch (error) {
      this.#fail(error, this.#idleState());
      throw error;
    }
    this.#facts.offer = undefined;
    rmSync(this.#folder, { recursive: true, force: true });
    this.#setState('swapped');
    return (await this.#ctx.get(Desktop).restart()) ? 'restarts' : 'swapped';
  }

  async #verifyInstaller(installer: string, file: ReleaseFile): Promise<void> {
    if (!existsSync(installer)) {
      const gone = updateErrors['updates/installer-gone']({ name: file.name });
      this.#fail(gone, this.#idleState());
      throw gone;
    }
    if ((await sha512Of(installer)) === file.sha512) return;
    rmSync(installer, { force: true });
    const tampered = updateErrors['updates/tampered']({ name: file.name });
    this.#fail(tampered, this.#idleState());
    throw tampered;
  }

  get #file(): ReleaseFile | undefined {
    const { offer } = this.#facts;
    return offer && fileFor(offer, this.#program, process.platform, process.arch);
  }

  async #options(): Promise<UpdateOptions> {
    const values = (await this.#settings?.read(this.#ctx.id, 'updates-options')) ?? {};
    const source =
      typeof values.feed === 'string' && values.feed.trim() !== ''
        ? { feed: values.feed.trim(), key: String(values.key ?? '') }
        : builtInFeed;
    return { automatic: values.automatic !== false, channel: values.channel === 'beta' ? 'beta' : 'stable', ...source };
  }

  /** The state while no operation runs. */
  #idleState(): Status['state'] {
    const file = this.#file;
    this.#received = 0;
    if (this.#facts.offer === undefined) return this.#facts.checkedAt > 0 ? 'current' : 'idle';
    if (file === undefined) return 'available';
    if (existsSync(installerIn(this.#folder, file))) {
      this.#received = file.size;
      return 'ready';
    }
    this.#received = receivedOf(this.#folder, file);
    return this.#received > 0 ? 'paused' : 'available';
  }

  #setState(state: Status['state']): void {
    this.#state = state;
    this.#problem = undefined;
    this.#channel?.emit('statusChanged', this.status);
  }

  #fail(error: unknown, state: Status['state']): void {
    const known = isAppError(error) ? error : updateErrors['updates/unreachable']({ host: '-', reason: String(error) }, error);
    this.#state = known.code === 'updates/no-feed' ? 'unset' : state;
    this.#problem = { code: known.code, words: { fr: known.in('fr'), en: known.in('en') } };
    this.#channel?.emit('statusChanged', this.status);
  }
}

type Release = ReleaseFeed['releases'][number];

/** The newest release of a channel; undefined if none is newer than the running version. */
function newestRelease(feed: ReleaseFeed, channel: 'stable' | 'beta', version: string): Release | undefined {
  return feed.releases
    .filter(release => (channel === 'beta' || release.channel === 'stable') && isNewer(release.version, version))
    .reduce<Release | undefined>((best, one) => (best === undefined || isNewer(one.version, best.version) ? one : best), undefined);
}

/** The installer for this machine, of the kind that the program was installed with. */
function fileFor(release: Release, { installed }: Program, platform: string, arch: string): ReleaseFile | undefined {
  return release.files.find(file => file.platform === platform && file.arch === arch && file.kind === installed);
}
