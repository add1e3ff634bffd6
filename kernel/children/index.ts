export * from './command-processes.ts';
export * from './handles.ts';
export * from './programs.ts';
export * from './regular-file.ts';
export * from './run-program.ts';
export * from './sockets.ts';
export * from './temp-folder.ts';
export * from './threads.ts';
