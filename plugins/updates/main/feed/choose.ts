import type { Program } from '@atelier/kernel';
import type { ReleaseFeed, ReleaseFile } from '../../contract/index.ts';
import { isNewer } from './versions.ts';

export type Release = ReleaseFeed['releases'][number];

/** The newest version for whoever wants this channel; undefined where none is newer. An older one is never offered. */
export function newestRelease(feed: ReleaseFeed, channel: 'stable' | 'beta', version: string): Release | undefined {
  return feed.releases
    .filter(release => (channel === 'beta' || release.channel === 'stable') && isNewer(release.version, version))
    .reduce<Release | undefined>((best, one) => (best === undefined || isNewer(one.version, best.version) ? one : best), undefined);
}

/** The installer for this machine, of the kind that this program was installed with. */
export function fileFor(release: Release, { installed }: Program, platform: string, arch: string): ReleaseFile | undefined {
  return release.files.find(file => file.platform === platform && file.arch === arch && file.kind === installed);
}
