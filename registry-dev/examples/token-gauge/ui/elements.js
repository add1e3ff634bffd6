import { TokenGaugeRing } from './ring.js';

/** The elements of this extension, by the names its manifest gives them. */
export const elements = { 'token-gauge-ring': TokenGaugeRing };
