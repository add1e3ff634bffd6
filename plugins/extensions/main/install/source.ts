import type { NpmPlaces } from '../npm.ts';
import type { Asked } from '../registry/request.ts';

/** Where one install takes from. */
export interface Source {
  /** The id among the person's registries. */
  readonly registryId: string;
  readonly registry: Asked;
  /** Registries that are asked for one scope alone. */
  readonly scopes: ReadonlyMap<string, Asked>;
  readonly npm: NpmPlaces;
  readonly signal: AbortSignal;
}
