/** Reads what `git cat-file --batch` prints, and keeps the blobs that are small enough; larger ones are not held in memory. */
export class ObjectStream {
  readonly objects = new Map<string, Buffer>();
  readonly #largest: number;
  #room: number;
  #line: Buffer = Buffer.alloc(0);
  #id: string | undefined;
  #parts: Buffer[] | undefined;
  /** The bytes of the object that have not come yet, with the line end behind it. */
  #left = 0;

  constructor(largest: number, all: number) {
    this.#largest = largest;
    this.#room = all;
  }

  take(piece: Buffer): void {
    let at = 0;
    while (at < piece.length) {
      if (this.#left > 0) at = this.#body(piece, at);
      else {
        const end = piece.indexOf(10, at);
        this.#line = Buffer.concat([this.#line, piece.subarray(at, end < 0 ? piece.length : end)]);
        if (end < 0) return;
        this.#header(this.#line.toString('latin1'));
        this.#line = Buffer.alloc(0);
        at = end + 1;
      }
    }
  }

  #header(line: string): void {
    const [id = '', type, size] = line.split(' ');
    if (size === undefined || type === 'missing') return;
    const bytes = Number(size);
    this.#id = id;
    this.#left = bytes + 1;
    this.#parts = type === 'blob' && bytes <= Math.min(this.#largest, this.#room) ? [] : undefined;
    if (this.#parts !== undefined) this.#room -= bytes;
  }

  #body(piece: Buffer, at: number): number {
    const end = Math.min(piece.length, at + this.#left);
    this.#parts?.push(piece.subarray(at, end));
    this.#left -= end - at;
    if (this.#left === 0 && this.#parts !== undefined && this.#id !== undefined) {
      this.objects.set(this.#id, Buffer.concat(this.#parts).subarray(0, -1));
    }
    return end;
  }
}
