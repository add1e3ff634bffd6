import { AppError, type Channel, type ChannelShape, type Client, type Handle } from '@atelier/kernel';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { reopened } from './subscriptions.ts';
import type { ViewHost } from './view.ts';

/** No value yet, the newest value, or the error of the last read. */
export type QueryState<T> =
  | { readonly status: 'pending' }
  | { readonly status: 'ready'; readonly value: T }
  | { readonly status: 'failed'; readonly message: string; readonly error: AppError };

export interface QueryOptions<
  S extends ChannelShape,
  K extends keyof S['calls'] & string,
  E extends keyof S['events'] & string = keyof S['events'] & string,
> {
  /** Evaluated at each update of the element; other params make a new call. */
  readonly params: () => S['calls'][K]['params'];
  /** The event after which the value is read again. */
  readonly refreshOn?: E;
  /** Whether that event is about what is read; every one is without it. */
  concerns?(event: S['events'][E]): boolean;
}

/** One call, repeated at one event and when the person changes the language. It runs while the element is connected, and keeps the last value while it reads again. */
export class Query<
  S extends ChannelShape,
  K extends keyof S['calls'] & string,
  E extends keyof S['events'] & string = keyof S['events'] & string,
> implements ReactiveController
{
  readonly #host: ReactiveControllerHost & Partial<Pick<Node, 'isConnected'>>;
  readonly #view: () => ViewHost | undefined;
  readonly #channel: Channel<S>;
  readonly #call: K;
  readonly #options: QueryOptions<S, K, E>;
  #state: QueryState<S['calls'][K]['result']> = { status: 'pending' };
  #client: Client<S> | undefined;
  #handles: Handle[] = [];
  #params: string | undefined;
  #running: AbortController | undefined;
  #again = false;

  constructor(
    host: ReactiveControllerHost,
    view: () => ViewHost | undefined,
    channel: Channel<S>,
    call: K,
    options: QueryOptions<S, K, E>,
  ) {
    this.#host = host;
    this.#view = view;
    this.#channel = channel;
    this.#call = call;
    this.#options = options;
    host.addController(this);
  }

  get state(): QueryState<S['calls'][K]['result']> {
    return this.#state;
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostUpdate(): void {
    // Lit renders an element once more after it has left the page: nobody would close what it opened then.
    if (this.#host.isConnected === false) return;
    this.#client ??= this.#open();
    if (this.#client === undefined) return;
    const params = JSON.stringify(this.#options.params());
    if (params === this.#params) return;
    this.#params = params;
    // Its answer would be for the former params.
    this.#running?.abort();
    this.#running = undefined;
    void this.#run(this.#client);
  }

  hostDisconnected(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.#params = undefined;
    this.#client = undefined;
    for (const handle of this.#handles.splice(0)) void handle.dispose();
  }

  /** Reads again. Any number of calls in one task, or during a read, cause one more read. */
  refresh(): void {
    if (this.#again) return;
    this.#again = true;
    // The events of one message are told of in one task.
    queueMicrotask(() => this.#again && this.#running === undefined && this.#client !== undefined && void this.#run(this.#client));
  }

  #open(): Client<S> | undefined {
    const view = this.#view();
    if (view === undefined) return undefined;
    const client = view.connect(this.#channel);
    const refresh = () => this.refresh();
    // Titles and reasons are in the person's language.
    this.#handles.push(view.slices.watch('locale', refresh));
    // Subscribed before the first call, so that no change between the two is missed.
    const { refreshOn } = this.#options;
    if (refreshOn !== undefined) this.#handles.push(client.on(refreshOn, event => this.#options.concerns?.(event) !== false && refresh()));
    this.#handles.push(client.on(reopened as keyof S['events'] & string, refresh));
    return client;
  }

  async #run(client: Client<S>): Promise<void> {
    const running = new AbortController();
    this.#running = running;
    this.#again = false;
    let state: QueryState<S['calls'][K]['result']>;
    try {
      state = { status: 'ready', value: await client.call(this.#call, this.#options.params(), running.signal) };
    } catch (error) {
      const failure = error instanceof AppError ? error : AppError.fromRecord({ code: 'view/query-failed', message: String(error) });
      state = { status: 'failed', message: failure.message, error: failure };
    }
    if (this.#running !== running) return;
    this.#running = undefined;
    this.#state = state;
    this.#host.requestUpdate();
    if (this.#again) void this.#run(client);
  }
}
