import type { Hook, ProjectFolder } from '@atelier/kernel';
import type { Host } from '@atelier/kernel/host';
import type { AccessParts } from '../access/check-access.ts';
import type { BlackBox } from '../black-box/black-box.ts';
import type { Connections } from '../broker/connections.ts';
import type { CostWatch } from '../costs/cost-watch.ts';
import type { Meter } from '../costs/meter.ts';
import type { StorageQuotas } from '../costs/storage-quotas.ts';
import type { Decisions } from '../decisions.ts';
import type { AppLog } from '../log/log.ts';
import type { Notices } from '../notices.ts';
import type { Servers } from '../servers/servers.ts';
import type { OpenDatabase } from '../storage/storage.ts';
import type { Channels } from '../tables/channels.ts';
import type { Commands } from '../tables/commands.ts';
import type { Hooks } from '../tables/hooks.ts';
import type { PointSchemas } from '../tables/point-schemas.ts';
import type { Points } from '../tables/points.ts';
import type { Services } from '../tables/services.ts';
import type { SecretStore } from './secret-store.ts';

/** Applied to each value that one extension passes to another; a clone in tests, so that no code relies on a shared object. */
export type Transfer = <T>(value: T) => T;

/** The parts behind the service of another extension. */
export interface ServiceParts extends AccessParts {
  readonly services: Services;
  readonly meter: Meter;
  readonly transfer: Transfer;
  wake(id: string, what: string): Promise<void>;
}

/** The parts behind a channel's events. */
export interface PublisherParts {
  readonly channels: Channels;
  readonly meter: Meter;
  readonly log: AppLog;
  readonly transfer: Transfer;
}

/** The parts behind the verbs that need a right. */
export interface BrokerParts {
  readonly host: Pick<Host, 'paths' | 'node' | 'notify'>;
  readonly decisions: Decisions;
  readonly extensions: AccessParts['extensions'];
  readonly secrets: SecretStore;
  readonly servers: Servers;
  readonly connections: Connections;
  readonly commands: Pick<Commands, 'ownerOf'>;
  readonly notices: Pick<Notices, 'keep'>;
  readonly costs: CostWatch;
  readonly storage: StorageQuotas;
  readonly meter: Meter;
  readonly transfer: Transfer;
  /** Asks the plugins that keep projects, and starts them for it. */
  projectFolders(): Promise<readonly ProjectFolder[]>;
}

/** The parts behind the kernel's `Inspection` service. */
export interface InspectionParts {
  readonly host: Host;
  readonly log: AppLog;
  /** The databases that are open in this process. */
  readonly databases: ReadonlySet<OpenDatabase>;
}

/** All parts that an extension's `ctx` is built from. */
export interface ContextParts extends ServiceParts, PublisherParts, BrokerParts {
  readonly notices: Notices;
  readonly blackBox: Pick<BlackBox, 'ended' | 'diskFull'>;
  readonly databases: Set<OpenDatabase>;
  readonly points: Points;
  readonly pointSchemas: PointSchemas;
  readonly hooks: Hooks;
  readonly commands: Commands;
  /** True in tests: values between extensions are encoded as between processes. */
  readonly strict: boolean;
  /** Wakes every extension that taps a hook; for a hook that protects something, returns those that guard it and do not run. */
  wakeTappers(hook: Hook): Promise<readonly string[]>;
}
