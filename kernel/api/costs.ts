import { defineToken } from './token.ts';

/** What one extension has cost since the kernel started. Sizes in bytes, times in milliseconds. */
export interface ExtensionCosts {
  readonly id: string;
  /** From the wake event to the end of `activate`; 0 while it has never been awake. */
  readonly startMs: number;
  /** Processor time; measured for an isolated extension, undefined for one that shares the kernel's process. */
  readonly cpuMs: number | undefined;
  readonly memoryBytes: number | undefined;
  /** Calls that reached it, and those among them that failed. */
  readonly calls: number;
  readonly failedCalls: number;
  /** Bytes over its boundary (frames, storage, fetch), both ways. */
  readonly bytes: number;
  readonly events: number;
  readonly fetches: number;
  /** Tokens and money that somebody charged to it with `charge`. */
  readonly tokens: number;
  readonly money: number;
  readonly crashes: number;
}

/** What is charged to an extension by whoever spent it on its behalf. */
export interface Charge {
  readonly extension: string;
  readonly tokens?: number;
  readonly money?: number;
}

export interface CostsService {
  list(): Promise<readonly ExtensionCosts[]>;
  /** Only bundled plugins may charge. */
  charge(charge: Charge): Promise<void>;
}

/** The kernel's own count of what each extension costs. */
export const Costs = defineToken<CostsService>('@atelier/kernel:Costs@1');
