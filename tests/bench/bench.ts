/** One figure. A limit is on the ratio where there is one, because times of two machines cannot be compared. */
export interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** Against the baseline that was measured in the same run. */
  readonly ratio?: number;
  /** What the ratio, or else the value, must not exceed. */
  readonly limit?: number;
  /** Set where "not above the limit" is not the question. */
  readonly ok?: boolean;
}

/** The default export of every `*.bench.ts`. */
export interface Bench {
  readonly name: string;
  run(): Promise<readonly Row[]>;
}
