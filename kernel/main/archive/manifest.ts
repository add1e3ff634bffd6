import type { ArchiveManifest } from '@atelier/schemas/files/archive.ts';

/** The version of the format. One that a reader would misunderstand gets a new number. */
export const archiveFormat = 1;

/** The names of an archive's own files. */
export const archiveFiles = {
  readme: 'README.txt',
  manifest: 'manifest.json',
  manifestHash: 'manifest.sha256',
  keys: 'keys.json',
} as const;

/** More files than any profile should have; an archive with more is neither made nor read. */
export const maxFiles = 500_000;

/** Where the rows of small databases are. */
export const tablesFolder = 'tables/';

export type LeftOut = ArchiveManifest['leftOut'][number];
export type ArchivedFile = ArchiveManifest['files'][number];
