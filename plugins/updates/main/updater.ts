import { existsSync, rmSync } from 'node:fs';
import { type DesktopService, isAppError, type Program } from '@atelier/kernel';
import type { ReleaseFile, Status } from '../contract/index.ts';
import { updateErrors } from './errors.ts';
import type { Facts } from './facts.ts';
import { fileFor, newestRelease } from './feed/choose.ts';
import { readFeed } from './feed/read-feed.ts';
import { isNewer } from './feed/versions.ts';
import { download, installerIn, receivedOf } from './files/download.ts';
import { sha512Of } from './files/hash.ts';
import { swapProgram } from './files/swap.ts';

/** What the person set. */
export interface UpdateOptions {
  readonly automatic: boolean;
  readonly channel: 'stable' | 'beta';
  readonly feed: string;
  readonly key: string;
}

export interface UpdaterParts {
  readonly program: Program;
  readonly facts: Facts;
  readonly folder: string;
  readonly machine: { readonly platform: string; readonly arch: string };
  readonly options: () => Promise<UpdateOptions>;
  readonly desktop: Pick<DesktopService, 'openFolder' | 'restart'>;
  readonly now: () => number;
  readonly changed: (status: Status) => void;
  readonly signal: AbortSignal;
}

const day = 24 * 60 * 60 * 1000;

/** From asking the feed to the new version in its place; one thing at a time. */
export class Updater {
  readonly #parts: UpdaterParts;
  #state: Status['state'] = 'idle';
  #problem: Status['problem'];
  #received = 0;
  #fetching: AbortController | undefined;
  #checking: Promise<void> | undefined;

  constructor(parts: UpdaterParts) {
    this.#parts = parts;
    const { facts, program, folder } = parts;
    const { offer } = facts;
    // What was on offer may be what runs by now.
    if (offer !== undefined && !isNewer(offer.version, program.version)) {
      facts.offer = undefined;
      rmSync(folder, { recursive: true, force: true });
    }
    this.#state = this.#rest();
  }

  get status(): Status {
    const { program, facts } = this.#parts;
    const { offer, checkedAt } = facts;
    const file = this.#file;
    return {
      version: program.version,
      installed: program.installed,
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
    const { options, facts, now } = this.#parts;
    const { automatic, feed } = await options();
    // A clock that was set back must not put it off for ever.
    const since = now() - facts.checkedAt;
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
    const { facts, options, program, now, signal } = this.#parts;
    const before = this.#state;
    this.#go('checking');
    try {
      const { feed: address, key, channel } = await options();
      if (address === '' || key === '') throw updateErrors['updates/no-feed']({});
      const feed = await readFeed({ address, key, seen: facts.seen(address), signal });
      facts.saw(address, feed.issued);
      facts.checkedAt = now();
      facts.offer = newestRelease(feed, channel, program.version);
      this.#go(this.#rest());
    } catch (error) {
      this.#fail(error, before === 'swapped' ? 'swapped' : this.#rest());
    }
  }

  /** Begins or goes on with the download, and resolves when it has ended, however that was. */
  async download(): Promise<void> {
    if (this.#fetching !== undefined) return;
    const { facts, folder, program, machine, options, signal } = this.#parts;
    const { offer } = facts;
    if (offer === undefined) throw updateErrors['updates/nothing-ready']({});
    if (program.installed === 'source') throw updateErrors['updates/from-source']({});
    const file = this.#file;
    if (file === undefined) {
      throw updateErrors['updates/no-file']({
        version: offer.version,
        machine: `${machine.platform}-${machine.arch}, ${program.installed}`,
      });
    }
    const fetching = new AbortController();
    this.#fetching = fetching;
    this.#received = receivedOf(folder, file);
    this.#go('downloading');
    const progress = (received: number): void => {
      this.#received = received;
      this.#go('downloading');
    };
    try {
      const { feed } = await options();
      await download({ folder, version: offer.version, file, feed, progress, signal: AbortSignal.any([signal, fetching.signal]) });
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
    const { program, desktop, folder, facts } = this.#parts;
    if (this.#state === 'swapped') return (await desktop.restart()) ? 'restarts' : 'swapped';
    const file = this.#file;
    if (file === undefined || this.#state !== 'ready') throw updateErrors['updates/nothing-ready']({});
    const installer = installerIn(folder, file);
    await this.#demandWhole(installer, file);
    if (program.installed !== 'appimage' || program.file === undefined) {
      // Only the person, whom the system asks for a password, may run it.
      await desktop.openFolder(folder);
      return 'shown';
    }
    try {
      await swapProgram(program.file, installer, file.sha512);
    } catch (error) {
      this.#fail(error, this.#rest());
      throw error;
    }
    facts.offer = undefined;
    rmSync(folder, { recursive: true, force: true });
    this.#go('swapped');
    return (await desktop.restart()) ? 'restarts' : 'swapped';
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
    const { facts, program, machine } = this.#parts;
    const { offer } = facts;
    return offer && fileFor(offer, program, machine.platform, machine.arch);
  }

  /** Where things stand while nothing goes on. */
  #rest(): Status['state'] {
    const { facts, folder } = this.#parts;
    const file = this.#file;
    this.#received = 0;
    if (facts.offer === undefined) return facts.checkedAt > 0 ? 'current' : 'idle';
    if (file === undefined) return 'available';
    if (existsSync(installerIn(folder, file))) {
      this.#received = file.size;
      return 'ready';
    }
    this.#received = receivedOf(folder, file);
    return this.#received > 0 ? 'paused' : 'available';
  }

  #go(state: Status['state']): void {
    this.#state = state;
    this.#problem = undefined;
    this.#parts.changed(this.status);
  }

  #fail(error: unknown, state: Status['state']): void {
    const known = isAppError(error) ? error : updateErrors['updates/unreachable']({ host: '-', reason: String(error) }, error);
    this.#state = known.code === 'updates/no-feed' ? 'unset' : state;
    this.#problem = { code: known.code, words: { fr: known.in('fr'), en: known.in('en') } };
    this.#parts.changed(this.status);
  }
}
