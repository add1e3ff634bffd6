import { defineChannel } from '@atelier/kernel';
import type { ExtensionsShape } from './generated.ts';

export type {
  Bilingual,
  Check,
  Details,
  Difference,
  ExtensionsShape,
  Failure,
  Installed,
  Listing,
  Offer,
  Package,
  Packed,
  Registry,
  Rights,
  Update,
} from './generated.ts';

/** Finding, installing, updating and removing extensions. */
export const ExtensionsChannel = defineChannel<ExtensionsShape>('extensions');
