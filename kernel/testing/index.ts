export * from './extension-suite.ts';
export * from './fixture.ts';
export * from './leak-guard.ts';
export * from './migrate-to.ts';
export * from './test-extension.ts';
export * from './test-kernel.ts';
