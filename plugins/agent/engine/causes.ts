import { AsyncLocalStorage } from 'node:async_hooks';

/** What the network said of one conversation's last request, which the provider's client keeps to itself. */
export interface Cause {
  /** Of a connection that failed: the system's own words. */
  failure: string | undefined;
  /** What kind of answer came. */
  contentType: string | undefined;
}

const pieceBytes = 512;
const current = new AsyncLocalStorage<Cause>();
let isWatching = false;

/** Runs a turn so that what its requests meet is found in `cause`. */
export function withCause<T>(cause: Cause, work: () => Promise<T>): Promise<T> {
  watch();
  return current.run(cause, work);
}

/** A message of a failure together with why, as far as the network said it. */
export function explained(message: string, { failure, contentType }: Cause): string {
  const isOdd = contentType !== undefined && !/event-stream|json|ndjson|octet-stream/.test(contentType);
  const more = [failure, isOdd ? `the answer was ${contentType}` : undefined].filter(part => part !== undefined && !message.includes(part));
  return more.length === 0 ? message : `${message.replace(/[.\s]+$/, '')}: ${more.join('; ')}`;
}

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  const plain = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const cause = current.getStore();
    try {
      const response = await plain(input, init);
      if (cause) {
        cause.failure = undefined;
        cause.contentType = response.headers.get('content-type')?.split(';', 1)[0];
      }
      return cause?.contentType === 'text/event-stream' ? inPieces(response) : response;
    } catch (error) {
      if (cause && !(error instanceof Error && error.name === 'AbortError')) {
        cause.failure = deepest(error);
        cause.contentType = undefined;
      }
      throw error;
    }
  };
}

/** A client copies all that it has not read yet for each event of a stream; in small pieces that is little. */
function inPieces(response: Response): Response {
  const reader = response.body?.getReader();
  if (reader === undefined) return response;
  let rest = new Uint8Array();
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    while (rest.length === 0) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      rest = value;
    }
    controller.enqueue(rest.subarray(0, pieceBytes));
    rest = rest.subarray(pieceBytes);
  };
  const { status, statusText, headers } = response;
  const body = new ReadableStream<Uint8Array>({ pull, cancel: reason => reader.cancel(reason) }, { highWaterMark: 0 });
  return new Response(body, { status, statusText, headers });
}

/** The innermost error: `fetch failed` says nothing, what it was caused by does. */
function deepest(error: unknown): string {
  let at = error;
  for (let depth = 0; depth < 8 && at instanceof Error && at.cause instanceof Error; depth += 1) at = at.cause;
  if (at instanceof AggregateError && at.errors[0] instanceof Error) at = at.errors[0];
  if (!(at instanceof Error)) return String(at);
  const { code } = at as { code?: unknown };
  if (typeof code !== 'string' || at.message.includes(code)) return at.message;
  // What the TLS library says after its code is its source's line numbers.
  return code.startsWith('ERR_SSL_') ? code : `${code} ${at.message}`;
}
