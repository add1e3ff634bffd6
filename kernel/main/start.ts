export { type ClosedProfile, exportArchive, importArchive } from './archive/without-kernel.ts';
export type { KernelOptions } from './assemble.ts';
export { type Restored, restoreProfile } from './first-start/restore.ts';
export { type Kernel, startKernel } from './kernel.ts';
export { sqliteLock } from './storage/instance-lock.ts';
