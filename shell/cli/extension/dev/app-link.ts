import { AppError } from '@atelier/kernel';
import { Guard } from '@atelier/kernel/host';

interface Answer {
  readonly id: number;
  readonly kind: string;
  readonly body: { readonly ok: boolean; readonly value?: unknown; readonly error?: { readonly code: string; readonly message: string } };
}

/** A connection to the running app, like that of one of its windows. */
export class AppLink {
  readonly #socket: WebSocket;
  readonly #calls = new Map<number, (answer: Answer['body']) => void>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const { id, kind, body } = JSON.parse(String(data)) as Answer;
      if (kind !== 'answer') return;
      this.#calls.get(id)?.(body);
      this.#calls.delete(id);
    });
    const ended = { ok: false, error: { code: 'author/app-gone', message: 'The app has ended.' } };
    socket.addEventListener('close', () => {
      for (const answer of this.#calls.values()) answer(ended);
      this.#calls.clear();
    });
  }

  /** Opens a connection with the secret that the app was started with, which leaves the person's one-time tickets unused. */
  static open(url: string, secret: Uint8Array): Promise<AppLink> {
    const { port, origin, host } = new URL(url);
    const { name, value } = new Guard(Number(port), secret, secret).cookie;
    const socket = new WebSocket(`ws://${host}/__host/link`, { headers: { origin, cookie: `${name}=${value}` } });
    return new Promise((resolve, reject) => {
      socket.addEventListener('open', () => resolve(new AppLink(socket)), { once: true });
      socket.addEventListener('error', () => reject(new Error(`The app at ${origin} takes no connection.`)), { once: true });
    });
  }

  call(to: string, body: object): Promise<unknown> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, ({ ok, value, error }) =>
        ok ? resolve(value) : reject(AppError.fromRecord(error ?? { code: 'author/app', message: '' })),
      );
      this.#socket.send(JSON.stringify({ v: 1, id, kind: 'call', to, body }));
    });
  }

  close(): void {
    this.#socket.close();
  }
}
