import {
  AppError,
  Backups,
  BlackBox,
  Commands,
  type CommandsService,
  ContributedCommands,
  type ContributedCommandsService,
  Costs,
  type CostsService,
  Desktop,
  type DesktopService,
  Extensions,
  type ExtensionsService,
  Inspection,
  type OwnToken,
  Person,
  PersonNotices,
  Secrets,
  type SecretsService,
} from '@atelier/kernel';
import type { Host } from '@atelier/kernel/host';
import { isGivenTo } from '../access/contributed-commands.ts';
import type { BlackBox as KeptBlackBox } from '../black-box/black-box.ts';
import type { CostWatch } from '../costs/cost-watch.ts';
import type { Meter } from '../costs/meter.ts';
import { extensionErrors } from '../errors/extension.ts';
import type { KnownExtensions } from '../lifecycle/extension-records.ts';
import type { RuntimeReplacement } from '../lifecycle/runtime-replacement.ts';
import type { AppLog } from '../log/log.ts';
import type { ExtensionManager } from '../management/extension-manager.ts';
import { kernelId } from '../manifest/declared.ts';
import type { Notices } from '../notices.ts';
import type { Starts } from '../starts/starts.ts';
import { backUpDue } from '../storage/due-backup.ts';
import type { Commands as CommandTable } from '../tables/commands.ts';
import type { Points } from '../tables/points.ts';
import type { Services } from '../tables/services.ts';
import type { InspectionParts } from './context-parts.ts';
import { inspectionService } from './inspection-service.ts';
import { type PersonParts, personService } from './person-service.ts';
import { refuseRight } from './rights.ts';
import type { SecretStore } from './secret-store.ts';

/** The parts that the kernel's own services are built from. */
export interface KernelServiceParts extends InspectionParts {
  readonly host: Host;
  readonly log: AppLog;
  readonly services: Services;
  readonly commands: CommandTable;
  readonly points: Points;
  readonly costs: CostWatch;
  readonly meter: Meter;
  readonly secrets: SecretStore;
  readonly extensions: KnownExtensions;
  readonly manager: ExtensionManager;
  readonly replacement: RuntimeReplacement;
  readonly closing: AbortSignal;
  readonly starts: Pick<Starts, 'safe'>;
  readonly notices: Notices;
  readonly blackBox: Pick<KeptBlackBox, 'note' | 'read'>;
}

/** Provides the kernel's own services as an extension provides its own; their tokens say who may call what. */
export function provideKernelServices(parts: KernelServiceParts, person: PersonParts): void {
  const provide = <T extends object>({ key, access }: OwnToken<T>, service: T | ((asker: { readonly id: string }) => T)): void =>
    void parts.services.provide(key, kernelId, service, access);
  const { databases, log, notices, blackBox } = parts;
  provide(Backups, {
    make: async owners =>
      await backUpDue(
        [...databases].filter(({ owner }) => owners.includes(owner)),
        'change',
        Date.now(),
        log.for(kernelId),
      ),
  });
  provide(BlackBox, asker => ({
    note: async happening => blackBox.note(happening, asker.id),
    read: async () => blackBox.read(),
  }));
  provide(Commands, commandsService(parts));
  provide(ContributedCommands, asker => contributedCommands(parts, asker.id));
  provide(Costs, costsService(parts));
  provide(Desktop, desktopService(parts));
  provide(Extensions, extensionsService(parts));
  provide(Inspection, inspectionService(parts, parts.closing));
  provide(Person, personService(person));
  provide(PersonNotices, asker => ({
    raise: async ({ code, en, fr, command }) => notices.raise(new AppError(code, { en, fr }), asker.id, command),
  }));
  provide(Secrets, asker => secretsService(parts, asker.id));
}

function commandsService({ commands, closing }: KernelServiceParts): CommandsService {
  return { run: async (command, args) => (await commands.run(command, args, closing)) ?? null };
}

function contributedCommands(parts: KernelServiceParts, asker: string): ContributedCommandsService {
  return {
    run: async (command, args) => {
      if (!isGivenTo(parts, asker, command)) throw extensionErrors['extension/not-given']({ id: asker, command });
      return (await parts.commands.run(command, args, parts.closing)) ?? null;
    },
  };
}

function costsService({ costs, meter }: KernelServiceParts): CostsService {
  return {
    list: async () => costs.all(),
    history: async id => costs.history(id),
    charge: async charge => meter.charged(charge),
  };
}

function desktopService({ host, starts, manager, closing }: KernelServiceParts): DesktopService {
  return {
    pickFolder: async () => await host.pickFolder(),
    openFolder: async folder => await host.openFolder(folder),
    program: async () => host.program,
    restart: async () => await host.restart(),
    isEnding: async () => closing.aborted,
    commandLine: async command => await host.commandLine(command),
    safeStart: async () => starts.safe,
    leaveSafeStart: async () => await manager.leaveSafeStart(),
    startupBehaviour: async () => await host.startupBehaviour({}),
    setStartupBehaviour: async change => await host.startupBehaviour(change),
  };
}

function extensionsService({ host, log, secrets, manager, replacement }: KernelServiceParts): ExtensionsService {
  return {
    list: async () => manager.statuses('en'),
    enable: async id => await manager.enable(id),
    disable: async id => await manager.disable(id),
    retry: async id => await manager.retry(id),
    grant: async (id, rights) => await manager.grant(id, rights),
    keepSecret: async (id, name, text) => await secrets.write(id, name, text),
    hasSecret: async (id, name) => (await secrets.read(id, name)) !== undefined,
    effects: async id => manager.effects(id),
    places: async () => ({ installed: host.paths.installed, node: host.node }),
    examine: async manifest => await manager.examine(manifest),
    adopt: async (folder, granted) => await replacement.adopt(folder, granted),
    forget: async (id, data) => await replacement.forget(id, data),
    block: async (id, version, why) => await manager.block(id, version, why),
    log: async id => log.lines.filter(({ source }) => source === id).map(({ time, level, text }) => ({ time, level, text })),
  };
}

function secretsService({ secrets, extensions }: KernelServiceParts, asker: string): SecretsService {
  return {
    async keep(name, text) {
      const record = extensions.get(asker);
      // For bundled plugins too: a secret is kept under a name that the caller's own manifest asks for.
      if (record && !record.found.atelier.rights?.secrets?.includes(name))
        refuseRight(record, `Secrets.keep("${name}")`, `"secrets": ["${name}"]`, false);
      await secrets.write(asker, name, text);
    },
  };
}
