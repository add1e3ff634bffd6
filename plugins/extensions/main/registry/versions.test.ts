import { expect, test } from 'vitest';
import { isNewer, latestOf } from './versions.ts';

test('versions are ordered as semver orders them', () => {
  const ordered = [
    '10.0.0',
    '2.10.0',
    '2.9.1',
    '2.9.0',
    '2.0.0',
    '2.0.0-rc.2',
    '2.0.0-rc.1',
    '2.0.0-beta.11',
    '2.0.0-beta.2',
    '2.0.0-beta',
    '2.0.0-1',
    '1.0.0',
  ];
  expect({ order: latestOf(ordered.toReversed()), build: isNewer('1.0.0+b', '1.0.0+a'), same: isNewer('1.0.0', '1.0.0') }).toEqual({
    order: ordered,
    build: false,
    same: false,
  });
});
