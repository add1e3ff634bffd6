import type { PackagesService } from '../contract/index.ts';
import { errors } from './errors.ts';
import { fetchPackage } from './install/build.ts';
import type { Registries } from './registry/registries.ts';
import { agentPackages, searchEverywhere } from './registry/search.ts';
import type { Supply } from './supply/supply.ts';

/** Packages of the agent, for plugins that take instructions from them. They are verified as extensions are, and nothing is unpacked. */
export function packagesService(registries: Registries, supply: Supply, signal: AbortSignal): PackagesService {
  return {
    async find(query) {
      const { entries, failures } = await searchEverywhere(registries, agentPackages, query.trim(), signal);
      const packages = entries.map(({ id, version, description, publisher }) => ({
        ...{ name: id, version },
        ...(description !== undefined && { description }),
        ...(publisher !== undefined && { publisher }),
      }));
      return { packages, failures };
    },
    async read({ name, known }) {
      if (!agentPackages.name.test(name)) throw errors['extensions/not-found']({ id: name.slice(0, 214), registry: '-' });
      const { packument, registry } = await registries.locate(name, undefined, signal);
      await supply.readPolicy();
      const wanted = supply.choose(packument) ?? packument.latest;
      if (wanted !== undefined && wanted === known) return { version: wanted };
      const facts = wanted === undefined ? undefined : packument.facts(wanted);
      if (facts === undefined) throw errors['extensions/version-gone']({ id: name, version: 'latest', registry: registry.name });
      supply.refuseBlocked(name, facts.version);
      supply.refuseWeakProvenance(registry, facts, await supply.verify(registry, facts, signal), undefined);
      const { files } = await fetchPackage(facts, { registry, signal });
      return { version: facts.version, files };
    },
  };
}
