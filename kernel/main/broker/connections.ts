import type { BrokeredConnection } from './brokered-connect.ts';

/** The open connections of extensions to other machines. */
export class Connections {
  readonly #open = new Map<string, Set<BrokeredConnection | symbol>>();

  /** How many an extension has, those that are being made included. */
  count(id: string): number {
    return this.#open.get(id)?.size ?? 0;
  }

  /** Keeps a connection until it is closed. */
  async hold(id: string, make: () => Promise<BrokeredConnection>): Promise<BrokeredConnection> {
    const all = this.#open.get(id) ?? new Set();
    this.#open.set(id, all);
    const making = Symbol(id);
    all.add(making);
    try {
      const connection = await make();
      all.add(connection);
      void connection.closed.then(() => all.delete(connection));
      return connection;
    } finally {
      all.delete(making);
    }
  }

  /** The rights of an extension have changed. */
  review(id: string): void {
    for (const connection of this.#open.get(id) ?? []) if (typeof connection !== 'symbol') connection.review();
  }
}
