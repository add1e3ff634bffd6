import { type Row } from '@atelier/schemas/profile/layout.mjs';
import type { RowName } from '@atelier/schemas/profile/paths.mjs';
/** A path that a row describes, from the profile's folder. */
export interface ProfilePlace {
  readonly name: RowName;
  readonly path: string;
  readonly isFolder: boolean;
  readonly row: Row;
}
/** One path for each row, its placeholders filled, and what its way of writing puts beside it. */
export declare const profilePlaces: readonly ProfilePlace[];
