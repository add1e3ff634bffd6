import {
  Commands,
  type CommandsService,
  Costs,
  type CostsService,
  Desktop,
  type DesktopService,
  Extensions,
  type ExtensionsService,
} from '@atelier/kernel';
import type { Host } from '@atelier/kernel/host';
import type { Meter } from '../costs/meter.ts';
import { extensionErrors } from '../errors/extension.ts';
import type { Resident } from '../resident.ts';
import type { Switchboard } from '../switchboard.ts';
import type { SecretStore } from './secret-store.ts';

/** The kernel's own services. Everybody may look; only what came with the program may change anything. */
export function kernelService(
  key: string,
  user: Resident,
  meter: Meter,
  switchboard: Switchboard,
  run: (command: string, args: unknown) => Promise<unknown>,
  host: Pick<Host, 'pickFolder' | 'openFolder'>,
  secrets: SecretStore,
): object | undefined {
  const mayChange = (verb: string): void => {
    if (!user.found.bundled) throw extensionErrors['extension/not-allowed']({ id: user.found.id, verb });
  };
  if (key === Costs.key) {
    const costs: CostsService = {
      list: async () => meter.all(),
      charge: async charge => {
        mayChange('charge costs');
        meter.charged(charge);
      },
    };
    return costs;
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
    };
    return extensions;
  }
  return undefined;
}
