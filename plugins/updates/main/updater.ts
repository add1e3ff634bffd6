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

/** What the person set. */
interface UpdateOptions {
  readonly automatic: boolean;
  readonly channel: 'stable' | 'beta';
  readonly feed: string;
  readonly key: string;
}

/**
 * Where releases are announced, and the key that signs them: none yet, because whoever publishes the first release makes the
 * key. A feed that the person sets stands in its place.
 */
const builtInFeed = { feed: '', key: '' } as const;

const day = 24 * 60 * 60 * 1000;

/** From asking the feed to the new version in its place; one thing at a time. */
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
  #fetching: AbortController | undefined;
  #checking: Promise<void> | undefined;

  constructor(ctx: ExtensionContext, facts: Facts, program: Program, settings: SettingsService | undefined) {
    this.#ctx = ctx;
    this.#facts = facts;
    this.#program = program;
    this.#settings = settings;
    this.#folder = join(ctx.paths.data, 'download');
    const { offer } = facts;
    // What was on offer may be what runs by now.
    if (offer !== undefined && !isNewer(offer.version, program.version)) {
      facts.offer = undefined;
      rmSync(this.#folder, { recursive: true, force: true });
    }
    this.#state = this.#rest();
  }

  /** Tells of each change of the status there, from then on. */
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

  /** Asks once a day, if the person wants that; call it every hour. */
  async checkDaily(): Promise<void> {
    const { automatic, feed } = await this.#options();
    // A clock that was set back must not put it off for ever.
    const since = Date.now() - this.#facts.checkedAt;
    if (automatic && feed !== '' && (since >= day || since < 0)) await this.check();
  }

  /** Two who ask at once share one question. */
  async check(): Promise<void> {
    if (this.#fetching !== undefined) return;
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    await this.#checking;
  }

  async #check(): Promise<void> {
    const before = this.#state;
    this.#go('checking');
    try {
      const { feed: address, key, channel } = await this.#options();
      if (address === '' || key === '') throw updateErrors['updates/no-feed']({});
      const feed = await readFeed({ address, key, seen: this.#facts.seen(address), signal: this.#ctx.signal });
      this.#facts.saw(address, feed.issued);
      this.#facts.checkedAt = Date.now();
      this.#facts.offer = newestRelease(feed, channel, this.#program.version);
      this.#go(this.#rest());
    } catch (error) {
      this.#fail(error, before === 'swapped' ? 'swapped' : this.#rest());
    }
  }

  /** Begins or goes on with the download, and resolves when it has ended, however that was. */
  async download(): Promise<void> {
    if (this.#fetching !== undefined) return;
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
    const fetching = new AbortController();
    this.#fetching = fetching;
    this.#received = receivedOf(this.#folder, file);
    this.#go('downloading');
    const progress = (received: number): void => {
      this.#received = received;
      this.#go('downloading');
    };
    try {
      const { feed } = await this.#options();
      await download({
        folder: this.#folder,
        version: offer.version,
        file,
        feed,
        progress,
        signal: AbortSignal.any([this.#ctx.signal, fetching.signal]),
      });
      this.#go(this.#rest());
    } catch (error) {
      if (fetching.signal.aborted) this.#go(this.#rest());
      else this.#fail(error, this.#rest());
    } finally {
      this.#fetching = undefined;
    }
  }

  pause(): void {
    this.#fetching?.abort();
  }

  /** Puts the version in place that was downloaded and verified; verified again, because days may lie between. */
  async apply(): Promise<'restarts' | 'swapped' | 'shown'> {
    if (this.#state === 'swapped') return (await this.#ctx.get(Desktop).restart()) ? 'restarts' : 'swapped';
    const file = this.#file;
    if (file === undefined || this.#state !== 'ready') throw updateErrors['updates/nothing-ready']({});
    const installer = installerIn(this.#folder, file);
    await this.#demandWhole(installer, file);
    if (this.#program.installed !== 'appimage' || this.#program.file === undefined) {
      // Only the person, whom the system asks for a password, may run it.
      await this.#ctx.get(Desktop).openFolder(this.#folder);
      return 'shown';
    }
    try {
      await swapProgram(this.#program.file, installer, file.sha512);
    } catch (error) {
      this.#fail(error, this.#rest());
      throw error;
    }
    this.#facts.offer = undefined;
    rmSync(this.#folder, { recursive: true, force: true });
    this.#go('swapped');
    return (await this.#ctx.get(Desktop).restart()) ? 'restarts' : 'swapped';
  }

  async #demandWhole(installer: string, file: ReleaseFile): Promise<void> {
    if (!existsSync(installer)) {
      const gone = updateErrors['updates/installer-gone']({ name: file.name });
      this.#fail(gone, this.#rest());
      throw gone;
    }
    if ((await sha512Of(installer)) === file.sha512) return;
    rmSync(installer, { force: true });
    const tampered = updateErrors['updates/tampered']({ name: file.name });
    this.#fail(tampered, this.#rest());
    throw tampered;
  }

  get #file(): ReleaseFile | undefined {
    const { offer } = this.#facts;
    return offer && fileFor(offer, this.#program, process.platform, process.arch);
  }

  async #options(): Promise<UpdateOptions> {
    const set = (await this.#settings?.read(this.#ctx.id, 'updates-options')) ?? {};
    const own =
      typeof set.feed === 'string' && set.feed.trim() !== '' ? { feed: set.feed.trim(), key: String(set.key ?? '') } : builtInFeed;
    return { automatic: set.automatic !== false, channel: set.channel === 'beta' ? 'beta' : 'stable', ...own };
  }

  /** Where things stand while nothing goes on. */
  #rest(): Status['state'] {
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

  #go(state: Status['state']): void {
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

/** The newest version for whoever wants this channel; undefined where none is newer. An older one is never offered. */
function newestRelease(feed: ReleaseFeed, channel: 'stable' | 'beta', version: string): Release | undefined {
  return feed.releases
    .filter(release => (channel === 'beta' || release.channel === 'stable') && isNewer(release.version, version))
    .reduce<Release | undefined>((best, one) => (best === undefined || isNewer(one.version, best.version) ? one : best), undefined);
}

/** The installer for this machine, of the kind that this program was installed with. */
function fileFor(release: Release, { installed }: Program, platform: string, arch: string): ReleaseFile | undefined {
  return release.files.find(file => file.platform === platform && file.arch === arch && file.kind === installed);
}
