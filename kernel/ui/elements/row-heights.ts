/** Heights of any number of rows, most of them estimated: the top of a row, and the row at a distance. */
export class RowHeights {
  readonly count: number;
  readonly #estimate: number;
  /** The measured differences from the estimate, as a Fenwick tree: reading and writing both take logarithmic time. */
  readonly #sums: Float64Array | undefined;
  readonly #known: Float64Array | undefined;

  constructor(count: number, estimate: number, isMeasured: boolean) {
    this.count = count;
    this.#estimate = estimate;
    if (!isMeasured) return;
    this.#sums = new Float64Array(count + 1);
    this.#known = new Float64Array(count);
  }

  get total(): number {
    return this.top(this.count);
  }

  top(index: number): number {
    let sum = index * this.#estimate;
    const sums = this.#sums;
    if (sums !== undefined) for (let at = index; at > 0; at -= at & -at) sum += sums[at]!;
    return sum;
  }

  height(index: number): number {
    return this.#estimate + (this.#known?.[index] ?? 0);
  }

  /** The row that covers a distance from the top. */
  at(distance: number): number {
    let low = 0;
    let high = Math.max(0, this.count - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.top(middle) <= distance) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Records the measured height of a row, and returns the difference from the height known before. */
  measure(index: number, height: number): number {
    const [sums, known] = [this.#sums, this.#known];
    if (sums === undefined || known === undefined || index >= this.count) return 0;
    const change = height - this.height(index);
    if (change === 0) return 0;
    known[index] = (known[index] ?? 0) + change;
    for (let at = index + 1; at <= this.count; at += at & -at) sums[at] = sums[at]! + change;
    return change;
  }
}
