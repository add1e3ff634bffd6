import { AsyncLocalStorage } from 'node:async_hooks';

/** How a conversation's last request ended on the network, which the provider's client does not report. */
export interface Cause {
  /** The system's message of a failed connection. */
  failure: string | undefined;
  /** The content type of the answer. */
  contentType: string | undefined;
  /** For how many seconds the server refuses further requests, as it has said itself. */
  retryAfter?: number | undefined;
  /** Why Google has blocked what was asked, in its own word: such a stream has no answer. */
  blocked?: string | undefined;
}

const pieceBytes = 512;
const blocking = /"promptFeedback"\s*:\s*\{[^{}]*"blockReason"\s*:\s*"(\w{1,60})"/;
const current = new AsyncLocalStorage<Cause>();
let isWatching = false;

/** Runs a turn and records the network result of its requests in `cause`. */
export function withCause<T>(cause: Cause, work: () => Promise<T>): Promise<T> {
  watch();
  return current.run(cause, work);
}

/** The message of a failure, with the cause that the network reported, if any. */
export function withReason(message: string, { failure, contentType, retryAfter, blocked }: Cause): string {
  if (blocked !== undefined) return `Provider stopped with: ${blocked}`;
  const isMalformed = contentType !== undefined && !/event-stream|json|ndjson|octet-stream/.test(contentType);
  const wait = retryAfter === undefined ? undefined : `retry after ${retryAfter} s`;
  const more = [failure, isMalformed ? `the answer was ${contentType}` : undefined, wait].filter(
    part => part !== undefined && !message.includes(part),
  );
  return more.length === 0 ? message : `${message.replace(/(?<![.\s])[.\s]+$/, '')}: ${more.join('; ')}`;
}

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  const originalFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const cause = current.getStore();
    try {
      const response = await originalFetch(input, init);
      if (cause) {
        cause.failure = undefined;
        cause.blocked = undefined;
        cause.contentType = response.headers.get('content-type')?.split(';', 1)[0];
        cause.retryAfter = response.status === 429 || response.status === 503 ? secondsIn(response.headers.get('retry-after')) : undefined;
      }
      return cause?.contentType === 'text/event-stream' ? inPieces(response, cause) : response;
    } catch (error) {
      if (cause && !(error instanceof Error && error.name === 'AbortError')) {
        cause.failure = innermostMessage(error);
        cause.blocked = undefined;
        cause.contentType = undefined;
        cause.retryAfter = undefined;
      }
      throw error;
    }
  };
}

/** The seconds of a `Retry-After`, which says a number or a date. */
function secondsIn(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

/** Some clients copy the whole unread rest for each event of a stream; small pieces keep that rest small. */
function inPieces(response: Response, cause: Cause): Response {
  const reader = response.body?.getReader();
  if (reader === undefined) return response;
  let rest = new Uint8Array();
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    while (rest.length === 0) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      rest = value;
      // Words of a model have a stroke before each of these marks.
      if (Buffer.from(rest.buffer, rest.byteOffset, rest.length).includes('"blockReason"'))
        cause.blocked = blocking.exec(new TextDecoder().decode(rest))?.[1];
    }
    controller.enqueue(rest.subarray(0, pieceBytes));
    rest = rest.subarray(pieceBytes);
  };
  const { status, statusText, headers } = response;
  const body = new ReadableStream<Uint8Array>({ pull, cancel: reason => reader.cancel(reason) }, { highWaterMark: 0 });
  return new Response(body, { status, statusText, headers });
}

/** The message of the innermost error, because `fetch failed` itself says nothing. */
function innermostMessage(error: unknown): string {
  let at = error;
  for (let depth = 0; depth < 8 && at instanceof Error && at.cause instanceof Error; depth += 1) at = at.cause;
  if (at instanceof AggregateError && at.errors[0] instanceof Error) at = at.errors[0];
  if (!(at instanceof Error)) return String(at);
  const { code } = at as { code?: unknown };
  if (typeof code !== 'string' || at.message.includes(code)) return at.message;
  // After its code the TLS library prints only line numbers of its source.
  return code.startsWith('ERR_SSL_') ? code : `${code} ${at.message}`;
}
