/** The last bytes of an output; what came before is only counted. */
export class LastBytes {
  readonly #most: number;
  #parts: Buffer[] = [];
  #size = 0;
  #end = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(data: Buffer): void {
    this.#end += data.length;
    // A copy: a short piece would keep the large buffer that it is a part of.
    const last = Buffer.from(data.subarray(-this.#most));
    this.#parts.push(last);
    this.#size += last.length;
    // Joined rarely, so that many short pieces cost little.
    if (this.#size > this.#most * 2 || this.#parts.length > 4_000) this.#join();
  }

  /**
   * What was added since a position, in whole characters. While more may come, a character at its end that has only begun is left for the
   * next time.
   */
  since(position: number, isEnd: boolean): { readonly text: string; readonly cut: number; readonly end: number } {
    this.#join();
    const kept = this.#parts[0] ?? Buffer.alloc(0);
    const keptFrom = this.#end - kept.length;
    const asked = Math.min(Math.max(0, position), this.#end);
    let from = Math.max(asked, keptFrom);
    // A position that this has given out begins a character; the beginning of what is kept may not.
    while (from > asked && from < this.#end && isContinuation(kept[from - keptFrom])) from += 1;
    const to = isEnd ? this.#end : keptFrom + wholeCharacters(kept);
    const text = from >= to ? '' : kept.toString('utf8', from - keptFrom, to - keptFrom);
    return { text, cut: from - asked, end: Math.max(from, to) };
  }

  #join(): void {
    if (this.#parts.length < 2 && this.#size <= this.#most) return;
    const last = Buffer.from(Buffer.concat(this.#parts).subarray(-this.#most));
    this.#parts = [last];
    this.#size = last.length;
  }
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** Where the last character that has all its bytes ends. */
function wholeCharacters(data: Buffer): number {
  for (let at = data.length - 1; at >= 0 && at >= data.length - 4; at -= 1) {
    const byte = data[at] ?? 0;
    if (isContinuation(byte)) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return at + length > data.length ? at : data.length;
  }
  return data.length;
}
