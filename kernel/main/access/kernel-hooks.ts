import type { Access } from '@atelier/kernel';

/** The rows of the kernel's own hooks, by which it asks plugins of ours; as `atelier.access` of a plugin. */
export const kernelHooks: Readonly<Record<string, Access>> = {
  'machineWoke@1': 'everybody',
  'projectFolders@1': 'bundled',
};
