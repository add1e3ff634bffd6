import type { CostSample, ExtensionCosts } from './contract/generated.ts';
import { defineToken } from './token.ts';

export type { CostSample, ExtensionBudget, ExtensionCosts } from './contract/generated.ts';

/** Tokens and money that a plugin spent on behalf of an extension and charges to it. */
export interface Charge {
  readonly extension: string;
  readonly tokens?: number;
  readonly money?: number;
}

export interface CostsService {
  /** What each extension has used so far. */
  list(): Promise<readonly ExtensionCosts[]>;
  /** What one extension used between measurements in the last minutes, oldest first. */
  history(id: string): Promise<readonly CostSample[]>;
  /** Charges tokens and money to an extension. */
  charge(charge: Charge): Promise<void>;
}

/** What each extension costs, as the kernel measured it. */
export const Costs = defineToken<CostsService>('@atelier/kernel:Costs@1', {
  list: 'bundled',
  history: 'bundled',
  charge: 'bundled-for-others',
});
