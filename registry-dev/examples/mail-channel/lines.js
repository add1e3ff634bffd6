/** Reads a connection by lines and by counted bytes. One that says nothing for `silentMs` is closed, which is an error. */
export class Reader {
  #connection;
  #silentMs;
  #rest = Buffer.alloc(0);

  constructor(connection, silentMs) {
    this.#connection = connection;
    this.#silentMs = silentMs;
  }

  /** The next line without its end, as latin1; undefined at the end. */
  async line(most = 65_536) {
    for (let from = 0; ; ) {
      const at = this.#rest.indexOf(10, from);
      if (at >= 0) {
        const line = this.#rest.subarray(0, at).toString('latin1').replace(/\r$/, '');
        this.#rest = this.#rest.subarray(at + 1);
        return line;
      }
      if (this.#rest.length > most) throw new Error('The server sent a line without an end.');
      from = this.#rest.length;
      if (!(await this.#more())) return undefined;
    }
  }

  async bytes(count) {
    const parts = [this.#rest];
    let size = this.#rest.length;
    while (size < count) {
      this.#rest = Buffer.alloc(0);
      if (!(await this.#more())) throw new Error('The server ended the connection.');
      parts.push(this.#rest);
      size += this.#rest.length;
    }
    const all = Buffer.concat(parts);
    this.#rest = all.subarray(count);
    return all.subarray(0, count);
  }

  /** Nothing is left that was read and not used. */
  get isEmpty() {
    return this.#rest.length === 0;
  }

  async #more() {
    const silent = Promise.withResolvers();
    const timer = setTimeout(() => {
      silent.reject(new Error('The server did not answer in time.'));
      this.#connection.close().catch(() => undefined);
    }, this.#silentMs);
    const bytes = await Promise.race([this.#connection.read(), silent.promise]).finally(() => clearTimeout(timer));
    if (bytes === undefined) return false;
    this.#rest = Buffer.concat([this.#rest, bytes]);
    return true;
  }
}

/** Opens a connection as the settings say; `greet` brings one in the clear to where TLS begins. */
export async function openConnection(connect, { host, port, security, ca, silentMs }, greet) {
  const isLocal = host === 'localhost';
  if (security === 'none' && !isLocal) throw new Error('Without encryption only this machine is connected to.');
  const connection = await connect({ host, port, tls: security === 'tls', ...(ca !== '' && { ca }) });
  let reader = new Reader(connection, silentMs);
  try {
    await greet(reader, connection, security === 'starttls');
    if (security === 'starttls') {
      if (!reader.isEmpty) throw new Error('The server said something in the clear after it was to be silent.');
      await connection.startTls();
      reader = new Reader(connection, silentMs);
    }
  } catch (error) {
    await connection.close().catch(() => undefined);
    throw error;
  }
  return { connection, reader };
}
