/** The rights of a file that is the person's alone. */
export declare const privateFile = 384;
/** The same for a folder. */
export declare const privateFolder = 448;
/**
 * Replaces the file, or leaves it as it was: never half of it, also after a power cut. Durable when the promise
 * resolves, and at no instant readable with more rights than `mode`, whatever the umask. A link is replaced, not followed.
 */
export declare function atomicWrite(path: string, bytes: Uint8Array, mode: number): Promise<void>;
/** Writes to the end: near a full disk a write may take a part of the bytes and report no error. */
export declare function writeAll(bytes: Uint8Array, write: (rest: Uint8Array) => Promise<{
    bytesWritten: number;
}>): Promise<void>;
/** Makes a rename or a new file in this folder durable. */
export declare function syncFolder(folder: string): void;
/** Makes the folder if it is missing; others may not look into it afterwards, even if they could before. */
export declare function makePrivateFolder(folder: string): void;
/** Removes what killed writers of these paths left; call it only while nobody else may be writing them. */
export declare function removeLeftovers(...paths: readonly string[]): Promise<void>;
