import { startThread } from '../../children/threads.ts';

/**
 * Reads a whole database that is not open and returns the first fault, or 'ok'. In a thread of its own, because it takes a
 * second per hundred megabytes.
 */
export function checkPages(file: string, driver: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const thread = startThread(`(${String(checkingThread)})()`, { workerData: { file, driver } });
  thread.onMessage(found => resolve(String(found)));
  void thread.ended.then(error => reject(error ?? new Error('the check ended without an answer')));
  return promise;
}

// Runs as text in a thread of its own, so it names everything it needs.
function checkingThread(): void {
  const { workerData, parentPort } = process.getBuiltinModule('node:worker_threads');
  const { createRequire } = process.getBuiltinModule('node:module');
  const Driver = createRequire(workerData.driver)(workerData.driver);
  const database = new Driver(workerData.file, { readonly: true, fileMustExist: true });
  const found: unknown = database.pragma('integrity_check(1)', { simple: true });
  database.close();
  parentPort?.postMessage(String(found));
}
