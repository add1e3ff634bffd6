import type { CostSample, ExtensionCosts } from './contract/generated.ts';
import { defineToken } from './token.ts';

export type { CostSample, ExtensionBudget, ExtensionCosts } from './contract/generated.ts';

/** What is charged to an extension by whoever spent it on its behalf. */
export interface Charge {
  readonly extension: string;
  readonly tokens?: number;
  readonly money?: number;
}

export interface CostsService {
  list(): Promise<readonly ExtensionCosts[]>;
  /** What one extension used from look to look in the last minutes, oldest first. */
  history(id: string): Promise<readonly CostSample[]>;
  /** Only bundled plugins may charge. */
  charge(charge: Charge): Promise<void>;
}

/** The kernel's own count of what each extension costs. */
export const Costs = defineToken<CostsService>('@atelier/kernel:Costs@1');
