import { type Connect } from './connection.ts';
/** What could be read out of a damaged database. */
export interface Salvaged {
    readonly rows: number;
}
/**
 * Copies what can still be read of a damaged database into the new file `into`: every row but those on destroyed pages.
 * Undefined where not even its tables can be told. The damaged file is not touched.
 */
export declare function salvage(file: string, into: string, connect: Connect): Salvaged | undefined;
