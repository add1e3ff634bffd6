export { type Kernel, type KernelOptions, startKernel } from './kernel.ts';
export { sqliteLock } from './storage/instance-lock.ts';
