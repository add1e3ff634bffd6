import { Worker, type WorkerOptions } from 'node:worker_threads';

/** A thread that was started. Every error of it is heard here, and its end is told once, also when it could not be started. */
export interface Thread {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Resolves when it has ended, with the error that ended it. */
  readonly ended: Promise<Error | undefined>;
  /** Whether this process waits for it. */
  keepsAlive(isKept: boolean): void;
  end(): Promise<void>;
}

/** Runs a text as a thread, which does not keep this process alive. Never throws: `ended` tells what keeps it from starting. */
export function startThread(code: string, options: Omit<WorkerOptions, 'eval'> = {}): Thread {
  const ended = Promise.withResolvers<Error | undefined>();
  let worker: Worker | undefined;
  try {
    worker = new Worker(code, { ...options, eval: true });
    worker.unref();
    worker.on('error', error => ended.resolve(error as Error));
    worker.on('exit', () => ended.resolve(undefined));
  } catch (error) {
    ended.resolve(error as Error);
  }
  return {
    post: message => worker?.postMessage(message),
    onMessage: listener => void worker?.on('message', listener),
    ended: ended.promise,
    keepsAlive: isKept => void (isKept ? worker?.ref() : worker?.unref()),
    end: async () => void (await worker?.terminate()),
  };
}
