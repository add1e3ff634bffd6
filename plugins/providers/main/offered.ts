import type { Contribution, Contributions, ExtensionsService } from '@atelier/kernel';
import type { BuiltInProvider } from '../contract/index.ts';

/** The providers that extensions bring. */
export interface OfferedProviders {
  /** Those that count now: one of an installed extension only at an address that the person lets it reach. */
  entries(): Promise<readonly Contribution<BuiltInProvider>[]>;
  /** The installed extension that offers a model; undefined for any other model. */
  offererOf(model: string): Promise<string | undefined>;
}

export function offeredProviders(all: Contributions<BuiltInProvider>, extensions: Pick<ExtensionsService, 'list'>): OfferedProviders {
  return {
    async entries() {
      const known = new Map((await extensions.list()).map(status => [status.id, status]));
      return all.items.filter(({ from, value }) => {
        const status = known.get(from);
        return status?.bundled === true || status?.granted.net?.includes(hostOf(value.baseUrl)) === true;
      });
    },
    async offererOf(model) {
      const brought = all.items.find(({ value }) => model.startsWith(`${value.id}/`));
      if (brought === undefined) return undefined;
      const status = (await extensions.list()).find(({ id }) => id === brought.from);
      return status?.bundled === true ? undefined : brought.from;
    },
  };
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : '';
}
