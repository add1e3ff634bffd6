/** A new folder for one test; `using` removes it with its content. */
export interface TempFolder extends Disposable {
  readonly path: string;
  file(name: string): string;
}
/** `using folder = tempFolder();` */
export declare function tempFolder(): TempFolder;
