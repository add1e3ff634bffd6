/** A file that a page or a frame may load. */
export interface Asset {
  readonly bytes: Uint8Array;
  readonly type: string;
  /** The hash of the one inline script of a generated page, as a content security policy names it. */
  readonly inline?: string;
}
