export { sqliteLock } from './instance-lock.ts';
export { type Kernel, type KernelOptions, startKernel } from './kernel.ts';
