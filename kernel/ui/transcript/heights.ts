/** The tops of many rows when few heights are known: reading and correcting one takes logarithmic time. */
export class Heights {
  readonly count: number;
  readonly #each: Float64Array;
  readonly #sums: Float64Array;

  constructor(count: number, heightOf: (index: number) => number) {
    this.count = count;
    this.#each = new Float64Array(count);
    this.#sums = new Float64Array(count + 1);
    for (let index = 0; index < count; index += 1) {
      const height = heightOf(index);
      this.#each[index] = height;
      this.#sums[index + 1] = height;
    }
    for (let node = 1; node <= count; node += 1) {
      const parent = node + (node & -node);
      if (parent <= count) this.#sums[parent] = (this.#sums[parent] ?? 0) + (this.#sums[node] ?? 0);
    }
  }

  get total(): number {
    return this.top(this.count);
  }

  of(index: number): number {
    return this.#each[index] ?? 0;
  }

  /** The top of a row. */
  top(index: number): number {
    let sum = 0;
    for (let node = Math.min(index, this.count); node > 0; node -= node & -node) sum += this.#sums[node] ?? 0;
    return sum;
  }

  set(index: number, height: number): void {
    const change = height - this.of(index);
    if (change === 0) return;
    this.#each[index] = height;
    for (let node = index + 1; node <= this.count; node += node & -node) this.#sums[node] = (this.#sums[node] ?? 0) + change;
  }

  /** The row at a distance from the top; the first or the last row outside of the range. */
  indexAt(height: number): number {
    let index = 0;
    let rest = height;
    for (let step = 2 ** Math.floor(Math.log2(Math.max(1, this.count))); step >= 1; step /= 2) {
      const sum = this.#sums[index + step];
      if (index + step <= this.count && sum !== undefined && sum <= rest) {
        index += step;
        rest -= sum;
      }
    }
    return Math.max(0, Math.min(index, this.count - 1));
  }
}
