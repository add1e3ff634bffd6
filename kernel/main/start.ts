export { type Kernel, type KernelOptions, startKernel } from './kernel.ts';
