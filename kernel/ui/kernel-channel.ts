import { defineChannel, type ExtensionCosts, type ExtensionStatus } from '@atelier/kernel';

/** One contribution to a point, and whose it is. */
export interface ContributionEntry {
  readonly from: string;
  readonly value: unknown;
}

/** The types of `kernel.channel.json`, which is the truth; the page may not import from the kernel's own folder. */
export type KernelShape = {
  calls: {
    subscribe: { params: { channel: string }; result: null };
    unsubscribe: { params: { channel: string }; result: null };
    listExtensions: { params: Record<string, never>; result: readonly ExtensionStatus[] };
    listContributions: { params: { point: string }; result: readonly ContributionEntry[] };
    runCommand: { params: { command: string; args?: unknown }; result: unknown };
    enableExtension: { params: { id: string }; result: null };
    disableExtension: { params: { id: string }; result: null };
    retryExtension: { params: { id: string }; result: null };
    costs: { params: Record<string, never>; result: readonly ExtensionCosts[] };
    effects: { params: { id: string }; result: readonly string[] };
  };
  events: {
    extensionsChanged: { ids: readonly string[] };
    contributionsChanged: { point: string };
  };
};

/** The kernel's own channel. */
export const KernelChannel = defineChannel<KernelShape>('kernel');
