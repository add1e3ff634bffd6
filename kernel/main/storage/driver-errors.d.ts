import { type AppError } from '@atelier/kernel';
/** Whose file an error is about. */
export interface StoragePlace {
    readonly owner: string;
    readonly file: string;
}
/** True for an error that means the bytes of the file are wrong, not that an operation on it failed. */
export declare function isDamage(error: unknown): boolean;
/** Puts what SQLite or the file system says into words of ours; an error of another kind comes back as it was. */
export declare function driverError(error: unknown, { owner, file }: StoragePlace): unknown;
/** The same for the file system alone; undefined when the error is not the file system's. */
export declare function fileError(error: unknown, { owner, file }: StoragePlace): AppError | undefined;
/** The code of an error of the driver or of Node, or nothing. */
export declare function codeOf(error: unknown): string;
