import { type Contribution, type Key, ownerOf } from '@atelier/kernel';
import type { ServiceParts } from '../context/context-parts.ts';
import { serviceFor } from '../context/service-view.ts';
import type { ExtensionRecord } from '../lifecycle/extension-records.ts';
import { kernelPoints } from '../manifest/contributes.ts';
import { kernelId, mayUse } from '../manifest/declared.ts';
import type { Points } from '../tables/points.ts';
import type { Provided } from './child/wire.ts';
import type { AccessibleChange, AccessibleState } from './isolate-context.ts';

export interface AccessibleParts extends ServiceParts {
  readonly points: Points;
}

/** What is pushed to an isolated extension: the services and points of the extensions that it declared. */
export function accessibleTo(parts: AccessibleParts, record: ExtensionRecord): AccessibleState {
  const { points, services, extensions } = parts;
  const { found } = record;
  const may = (key: string): boolean => mayUse(found.id, found.atelier, ownerOf(key));
  const pointsOf = (owner: string): readonly string[] =>
    owner === kernelId
      ? Object.values(kernelPoints)
      : Object.keys(extensions.get(owner)?.found.atelier.points ?? {}).map(name => `${owner}:${name}`);
  const owners = [found.id, kernelId, ...Object.keys(found.requires), ...Object.keys(found.optional)];
  const keys = owners.flatMap(pointsOf) as Key[];
  const items = (key: string) => points.read(key).items as readonly Contribution<unknown>[];
  const tokens = (): Provided =>
    Object.fromEntries(
      services
        .keys()
        .filter(may)
        .map(key => [key, Object.keys(serviceFor(parts, record, key) ?? {})]),
    );
  return {
    tokens: tokens(),
    points: Object.fromEntries(keys.map(key => [key, items(key)])),
    watch(listener) {
      const tell = (change: AccessibleChange): void => listener(change);
      const handles = [
        services.watch(() => tell({ tokens: tokens() })),
        ...keys.map(key => points.read(key).watch(change => tell({ point: key, items: items(key), ...change }))),
      ];
      return {
        dispose: () => {
          for (const handle of handles) void handle.dispose();
        },
      };
    },
  };
}
