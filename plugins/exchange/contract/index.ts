import { defineChannel } from '@atelier/kernel';
import type { ExchangeShape } from './generated.ts';

export type { FoundRow, Loss, Order, Place, Preview, Report, Source } from './generated.ts';

/** Brings conversations in from other programs, and writes them out as files. */
export const ExchangeChannel = defineChannel<ExchangeShape>('exchange');
