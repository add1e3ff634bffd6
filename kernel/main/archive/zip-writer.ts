import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { builtinCrypto } from '../builtin-crypto.ts';

/** The size of a file of an archive, and its hash. */
export interface Written {
  readonly size: number;
  readonly sha256: string;
}

/** A zip file that is written one file after the other; no file is in memory as a whole. */
export interface ZipWriter {
  add(name: string, content: Readable, how: { readonly changed: Date; readonly program?: boolean }): Promise<Written>;
  /** Resolves when the file is complete and durable. */
  end(): Promise<void>;
  /** Removes what was written. */
  abandon(): Promise<void>;
}

const regularFile = 0o100600;
const program = 0o100700;

/** Creates a zip file, which must not exist. */
export function openZipWriter(file: string): ZipWriter {
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
  const failed = new Promise<never>((_, reject) => {
    zip.on('error', reject);
    written.catch(reject);
  });
  // Whoever adds or ends hears of it.
  failed.catch(() => undefined);
  return {
    async add(name, content, how) {
      const hashing = new Hashing();
      withoutPool(() =>
        zip.addReadStreamLazy(name, { mtime: how.changed, mode: how.program === true ? program : regularFile }, take =>
          take(undefined, hashing),
        ),
      );
      try {
        await Promise.race([pipeline(content, hashing), failed]);
      } catch (error) {
        content.destroy();
        hashing.destroy();
        throw error;
      }
      return hashing.result();
    },
    async end() {
      zip.end();
      await Promise.race([written, failed]);
    },
    async abandon() {
      (zip.outputStream as Readable).destroy();
      await written.catch(() => undefined);
      await rm(file, { force: true });
    },
  };
}

/** The writer keeps the bytes of each name until the end; those from Node's pool would each keep up to 64 kB of it. */
function withoutPool(work: () => void): void {
  const { poolSize } = Buffer;
  Buffer.poolSize = 0;
  try {
    work();
  } finally {
    Buffer.poolSize = poolSize;
  }
}

class Hashing extends Transform {
  readonly #hash = builtinCrypto().createHash('sha256');
  #size = 0;

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk);
    this.#size += chunk.length;
    done(null, chunk);
  }

  result(): Written {
    return { size: this.#size, sha256: this.#hash.digest('hex') };
  }
}
