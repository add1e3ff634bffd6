import type { Locale } from '@atelier/kernel';
import type { Host } from '@atelier/kernel/host';
import type { Choices } from './choices.ts';
import type { SecretStore } from './context/secret-store.ts';
import type { CostWatch } from './costs/cost-watch.ts';
import type { Meter } from './costs/meter.ts';
import type { AppLog } from './log/log.ts';
import type { Notices } from './notices.ts';
import type { Resident } from './resident.ts';
import type { ChannelValidators } from './schema/violations.ts';
import type { Servers } from './servers/servers.ts';
import type { OpenDatabase } from './storage/storage.ts';
import type { Channels } from './tables/channels.ts';
import type { Commands } from './tables/commands.ts';
import type { Hooks } from './tables/hooks.ts';
import type { PointSchemas } from './tables/point-schemas.ts';
import type { Points } from './tables/points.ts';
import type { Services } from './tables/services.ts';
import type { Views } from './tables/views.ts';

/** The tables that the kernel's parts share; each part is handed the whole and touches its own. */
export interface Core {
  readonly host: Host;
  readonly log: AppLog;
  readonly choices: Choices;
  /** What sentences are in where nobody said another language. */
  readonly language: () => Locale;
  readonly secrets: SecretStore;
  readonly notices: Notices;
  /** The databases that are open in this process. */
  readonly databases: Set<OpenDatabase>;
  readonly residents: ReadonlyMap<string, Resident>;
  readonly points: Points;
  readonly views: Views;
  readonly pointSchemas: PointSchemas;
  readonly services: Services;
  readonly hooks: Hooks;
  readonly commands: Commands;
  readonly channels: Channels;
  readonly meter: Meter;
  readonly costs: CostWatch;
  readonly servers: Servers;
  compileChannel(owner: string, file: unknown): Promise<ChannelValidators>;
  /** True in tests: what crosses is carried as between processes, and what goes out is checked. */
  readonly strict: boolean;
  /** What crosses from one extension to another; a clone in tests, so that nobody leans on a shared object. */
  across<T>(value: T): T;
  /** Wakes an extension and whatever it requires; throws why it cannot. `what` names who needs it. */
  wake(id: string, what: string): Promise<void>;
  /** Resolves once no version of it is being put in the place of another. */
  settled(id: string): Promise<void>;
  /** Wakes everybody who taps a hook. */
  wakeTappers(hook: string): Promise<void>;
  /** The keys of the kernel's own services. */
  readonly kernelTokens: readonly string[];
  /** A service of the kernel itself, made for one user of it. */
  kernelService(key: string, user: Resident): object | undefined;
}
