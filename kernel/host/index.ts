export * from './host.ts';
