import { defineChannel } from '@atelier/kernel';
import type { ExchangeShape } from './generated.ts';

export type { FoundRow, Loss, Order, Place, Preview, Report, Source } from './generated.ts';

/** Imports conversations of other programs, and exports conversations as files. */
export const ExchangeChannel = defineChannel<ExchangeShape>('exchange');
