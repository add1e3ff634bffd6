/** A run of row numbers that one page of a table holds, both ends included. */
export interface RowRange {
    readonly from: bigint;
    readonly to: bigint;
}
/**
 * Which rows lie on which page of a table, read off the pages that lead to them, so that what one destroyed page held can be
 * left out and nothing else. A page that makes no sense stands for the whole range it was responsible for.
 */
export declare function tableRanges(file: string, pageSize: number, root: number): RowRange[];
