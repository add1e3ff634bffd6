import type { ElectronLike, PortLike, ProcessLike } from './electron-like.ts';
import { RequestChannel, type Wire } from './request-channel.ts';

export interface KernelChildOptions {
  readonly electron: ElectronLike;
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  /** Sets the handlers of the kernel's requests; called at each start. */
  readonly answer: (requests: RequestChannel) => void;
  /** Called when it stopped too often to be started again. */
  readonly gaveUp: (code: number, times: number) => void;
}

const maxStops = 3;
const withinMs = 60_000;
const closingMs = 10_000;

/** The kernel's process, seen from Electron's main one. When it dies it is started again, and the open page reconnects by itself. */
export class KernelChild {
  readonly #options: KernelChildOptions;
  readonly #stops: number[] = [];
  #running: { readonly process: ProcessLike; readonly requests: RequestChannel; readonly exited: Promise<void> };
  #ready = Promise.withResolvers<void>();
  #closing = false;

  constructor(options: KernelChildOptions) {
    this.#options = options;
    this.#running = this.#start();
  }

  /** Makes a request once the kernel is ready. */
  async ask(name: string, params: unknown, ports: readonly PortLike[] = []): Promise<unknown> {
    await this.#ready.promise;
    return this.#running.requests.ask(name, params, ports);
  }

  /** Requests its end, waits for a bounded time, then kills it. */
  async close(): Promise<void> {
    this.#closing = true;
    const { process, requests, exited } = this.#running;
    const limit = Promise.withResolvers<void>();
    const bound = setTimeout(limit.resolve, closingMs);
    void requests.ask('close', undefined).catch(() => undefined);
    await Promise.race([exited, limit.promise]);
    clearTimeout(bound);
    process.kill();
  }

  #start() {
    const { electron, file, env, answer } = this.#options;
    const process = electron.utilityProcess.fork(file, [], { env: { ...env }, serviceName: 'Atelier kernel', stdio: 'inherit' });
    const requests = new RequestChannel(wireOf(process));
    answer(requests);
    requests.answer('ready', () => this.#ready.resolve());
    // The profile is open in another process, which has received our arguments.
    requests.answer('occupied', () => {
      this.#closing = true;
      electron.app.exit(0);
    });
    const exited = Promise.withResolvers<void>();
    process.on('exit', code => {
      requests.end();
      exited.resolve();
      if (!this.#closing) this.#restart(code);
    });
    return { process, requests, exited: exited.promise };
  }

  #restart(code: number): void {
    const now = performance.now();
    this.#stops.push(now);
    const recent = this.#stops.filter(at => now - at < withinMs).length;
    if (recent >= maxStops) return this.#options.gaveUp(code, recent);
    // Callers that wait for the first start now wait for this one.
    const before = this.#ready;
    this.#ready = Promise.withResolvers();
    this.#ready.promise.then(before.resolve, before.reject);
    this.#running = this.#start();
  }
}

function wireOf(process: ProcessLike): Wire {
  return {
    post: (message, ports) => process.postMessage(message, [...ports]),
    onMessage: listener => void process.on('message', message => listener(message, [])),
  };
}
