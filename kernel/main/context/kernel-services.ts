import {
  Commands,
  type CommandsService,
  Costs,
  type CostsService,
  Desktop,
  type DesktopService,
  Extensions,
  type ExtensionsService,
  Inspection,
  Person,
  Secrets,
  type SecretsService,
} from '@atelier/kernel';
import type { Host } from '@atelier/kernel/host';
import type { CostWatch } from '../costs/cost-watch.ts';
import type { Meter } from '../costs/meter.ts';
import { extensionErrors } from '../errors/extension.ts';
import type { AppLog } from '../log/log.ts';
import type { Newcomers } from '../newcomers.ts';
import type { Resident } from '../resident.ts';
import type { Switchboard } from '../switchboard.ts';
import { type PersonParts, personService } from './person-service.ts';
import { refuseRight } from './rights.ts';
import type { SecretStore } from './secret-store.ts';

/** What the kernel's own services are made of. */
export interface ServiceSources {
  readonly meter: Meter;
  readonly costs: CostWatch;
  readonly switchboard: Switchboard;
  readonly newcomers: Newcomers;
  readonly secrets: SecretStore;
  readonly log: AppLog;
  readonly host: Pick<Host, 'pickFolder' | 'openFolder' | 'paths' | 'node' | 'program' | 'restart' | 'manners'>;
  readonly person: PersonParts;
  run(command: string, args: unknown): Promise<unknown>;
}

/** The keys of the kernel's own services. */
export const kernelTokens: readonly string[] = [
  Commands.key,
  Costs.key,
  Desktop.key,
  Extensions.key,
  Inspection.key,
  Person.key,
  Secrets.key,
];

/** The kernel's own services. Everybody may look; only what came with the program may change anything. */
export function kernelService(
  key: string,
  user: Resident,
  { meter, costs, switchboard, newcomers, secrets, log, host, person, run }: ServiceSources,
): object | undefined {
  const mayChange = (verb: string): void => {
    if (!user.found.bundled) throw extensionErrors['extension/not-allowed']({ id: user.found.id, verb });
  };
  if (key === Costs.key) {
    const service: CostsService = {
      list: async () => costs.all(),
      history: async id => costs.history(id),
      charge: async charge => {
        mayChange('charge costs');
        meter.charged(charge);
      },
    };
    return service;
  }
  if (key === Commands.key) {
    const commands: CommandsService = {
      run: async (command, args) => {
        mayChange('run commands of others');
        return (await run(command, args)) ?? null;
      },
    };
    return commands;
  }
  if (key === Desktop.key) {
    const desktop: DesktopService = {
      pickFolder: async () => {
        mayChange('ask the person for a folder');
        return await host.pickFolder();
      },
      openFolder: async folder => {
        mayChange('show a folder');
        await host.openFolder(folder);
      },
      program: async () => host.program,
      restart: async () => {
        mayChange('start the program again');
        return await host.restart();
      },
      manners: async () => await host.manners({}),
      setManners: async change => {
        mayChange('change how the program behaves');
        return await host.manners(change);
      },
    };
    return desktop;
  }
  if (key === Extensions.key) {
    const extensions: ExtensionsService = {
      list: async () => switchboard.statuses('en'),
      enable: async id => {
        mayChange('switch extensions on');
        await switchboard.enable(id);
      },
      disable: async id => {
        mayChange('switch extensions off');
        await switchboard.disable(id);
      },
      retry: async id => {
        mayChange('start extensions again');
        await switchboard.retry(id);
      },
      grant: async (id, rights) => {
        mayChange('grant rights');
        await switchboard.grant(id, rights);
      },
      keepSecret: async (id, name, text) => {
        mayChange('keep the secrets of others');
        await secrets.write(id, name, text);
      },
      hasSecret: async (id, name) => {
        mayChange('ask for the secrets of others');
        return (await secrets.read(id, name)) !== undefined;
      },
      effects: async id => switchboard.effects(id),
      places: async () => ({ installed: host.paths.installed, node: host.node }),
      examine: async manifest => await newcomers.examine(manifest),
      adopt: async (folder, granted) => {
        mayChange('take extensions in');
        await newcomers.adopt(folder, granted);
      },
      forget: async (id, data) => {
        mayChange('remove extensions');
        await newcomers.forget(id, data);
      },
      block: async (id, version, why) => {
        mayChange('block extensions');
        await switchboard.block(id, version, why);
      },
      log: async id => {
        mayChange('read the logs of others');
        return log.lines.filter(({ source }) => source === id).map(({ time, level, text }) => ({ time, level, text }));
      },
    };
    return extensions;
  }
  if (key === Person.key) return personService(user, person);
  if (key === Secrets.key) {
    const store: SecretsService = {
      keep: async (name, text) => {
        mayChange('keep secrets');
        if (!user.found.atelier.rights?.secrets?.includes(name))
          refuseRight(user, `Secrets.keep("${name}")`, `"secrets": ["${name}"]`, false);
        await secrets.write(user.found.id, name, text);
      },
    };
    return store;
  }
  return undefined;
}
