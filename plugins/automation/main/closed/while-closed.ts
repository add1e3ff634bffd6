import type { AppError, Log } from '@atelier/kernel';
import { isAppError } from '@atelier/kernel';
import { errors } from '../errors.ts';
import type { ScheduledStart } from './scheduled-files.ts';
import type { SystemScheduler } from './system-scheduler.ts';

export interface WhileClosedParts {
  readonly setting: { get(): boolean; set(isOn: boolean): void };
  readonly system: SystemScheduler | undefined;
  readonly log: Pick<Log, 'warn'>;
  /** What the system starts; undefined where it should not start this program. */
  command(): Promise<readonly string[] | undefined>;
  /** When something is due next, in order. */
  times(): readonly number[];
  now(): number;
  /** The time zone of the machine, in which some systems keep their times. */
  zone(): string;
  notice(error: AppError): void;
}

/** The system is told of so many times, and anew when half of them are over: a machine that is killed keeps them. */
export const mostTimes = 20;

const tryMs = 86_400_000;

/** Keeps what the system's scheduler knows in step with the rules, while the person lets it start Atelier. */
export class WhileClosed {
  readonly #parts: WhileClosedParts;
  #told: (ScheduledStart & { readonly zone: string }) | undefined;
  #isSaid = false;
  #work: Promise<unknown> = Promise.resolve();

  constructor(parts: WhileClosedParts) {
    this.#parts = parts;
  }

  get isOn(): boolean {
    return this.#parts.setting.get();
  }

  /** Whether the person can choose it here. */
  async isPossible(): Promise<boolean> {
    return this.#parts.system !== undefined && (await this.#parts.command()) !== undefined;
  }

  /** Throws what the system says where it cannot; nothing is kept then. */
  async turn(isOn: boolean): Promise<void> {
    const { setting, system } = this.#parts;
    if (isOn && !(await this.isPossible())) throw errors['automation/not-started-so']({});
    setting.set(isOn);
    try {
      if (isOn) await this.#queue(() => this.#try());
      await this.#queue(() => (isOn ? this.#tell() : this.#remove()));
    } catch (error) {
      setting.set(false);
      await this.#queue(async () => system?.remove()).catch(() => undefined);
      throw error;
    }
  }

  /** The rules have changed, one was due, or the machine may be in another zone. */
  update(): void {
    if (!this.isOn) return;
    this.#queue(() => this.#tell()).catch(error => {
      this.#parts.log.warn(`The system's scheduler was not told: ${String((error as Error).message)}`);
      // It is tried again at each change, and said once.
      if (isAppError(error) && !this.#isSaid) this.#parts.notice(error);
      this.#isSaid = true;
    });
  }

  /** Nothing runs for this person any more: the plugin was switched off. */
  async forget(): Promise<void> {
    if (this.isOn) await this.#queue(() => this.#remove());
  }

  settled(): Promise<unknown> {
    return this.#work;
  }

  /** Whether the system takes a time at all is known before a rule needs it. */
  async #try(): Promise<void> {
    const { system, command, times, now } = this.#parts;
    const words = await command();
    if (words === undefined || times().length > 0) return;
    await system?.set({ command: words, times: [now() + tryMs] });
  }

  async #tell(): Promise<void> {
    const { system, times, command, now, zone } = this.#parts;
    if (!this.isOn || system === undefined) return;
    const words = await command();
    const next = times();
    if (words === undefined || next.length === 0) return await this.#remove();
    const told = { command: words, times: next, zone: zone() };
    if (this.#isTold(told, now())) return;
    this.#told = undefined;
    await system.set({ command: words, times: next });
    this.#told = told;
    this.#isSaid = false;
  }

  /** What it knows is right, and enough for a while. */
  #isTold({ command, times, zone }: ScheduledStart & { readonly zone: string }, now: number): boolean {
    if (this.#told?.command.join('\0') !== command.join('\0') || this.#told.zone !== zone) return false;
    const left = this.#told.times.filter(at => at > now);
    return left.length >= Math.min(times.length, mostTimes / 2) && left.every((at, index) => at === times[index]);
  }

  async #remove(): Promise<void> {
    this.#told = undefined;
    await this.#parts.system?.remove();
  }

  #queue(work: () => Promise<unknown>): Promise<unknown> {
    const done = this.#work.then(work);
    this.#work = done.catch(() => undefined);
    return done;
  }
}
