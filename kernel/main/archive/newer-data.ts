import { basename } from 'node:path';
import { archiveErrors } from '../errors/archive.ts';

/** Throws where a database went through a migration that is not known here. */
export function refuseNewerData(path: string, found: number, known: number | undefined): void {
  if (known !== undefined && found > known) throw archiveErrors['import/newer']({ what: basename(path), found, known });
}
