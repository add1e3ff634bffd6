import { defineChannel } from '@atelier/kernel';
import type { ExtensionsBlameShape, ExtensionsShape } from './generated.ts';

export type {
  Bilingual,
  Blame,
  Check,
  Details,
  Difference,
  ExtensionsShape,
  Failure,
  Installed,
  Listing,
  NamedTool,
  Offer,
  Package,
  Packed,
  Registry,
  Rights,
  Suspicion,
  Update,
} from './generated.ts';

/** Finding, installing, updating and removing extensions. */
export const ExtensionsChannel = defineChannel<ExtensionsShape>('extensions');

export type { ExtensionsBlameShape } from './generated.ts';

/** Finding the extension that broke something. */
export const BlameChannel = defineChannel<ExtensionsBlameShape>('extensions-blame');
