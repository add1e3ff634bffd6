import type { Host } from '@atelier/kernel/host';
import type { Channels } from './channels.ts';
import type { Choices } from './choices.ts';
import type { Commands } from './commands.ts';
import type { Hooks } from './hooks.ts';
import type { AppLog } from './log.ts';
import type { Meter } from './meter.ts';
import type { PointSchemas } from './point-schemas.ts';
import type { Points } from './points.ts';
import type { Resident } from './resident.ts';
import type { SecretStore } from './secret-store.ts';
import type { Services } from './services.ts';
import type { ChannelValidators } from './violations.ts';
import type { Views } from './wake.ts';

/** The tables that the kernel's parts share; each part is handed the whole and touches its own. */
export interface Core {
  readonly host: Host;
  readonly log: AppLog;
  readonly choices: Choices;
  readonly secrets: SecretStore;
  readonly residents: ReadonlyMap<string, Resident>;
  readonly points: Points;
  readonly views: Views;
  readonly pointSchemas: PointSchemas;
  readonly services: Services;
  readonly hooks: Hooks;
  readonly commands: Commands;
  readonly channels: Channels;
  readonly meter: Meter;
  compileChannel(owner: string, file: unknown): Promise<ChannelValidators>;
  /** What crosses from one extension to another; a clone in tests, so that nobody leans on a shared object. */
  across<T>(value: T): T;
  /** Wakes an extension and whatever it requires; throws why it cannot. `what` names who needs it. */
  wake(id: string, what: string): Promise<void>;
  /** Wakes everybody who taps a hook. */
  wakeTappers(hook: string): Promise<void>;
  /** The keys of the kernel's own services. */
  readonly kernelTokens: readonly string[];
  /** A service of the kernel itself, made for one user of it. */
  kernelService(key: string, user: Resident): object | undefined;
}
