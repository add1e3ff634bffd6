/** The page's end of a wire: whole messages, in order. */
export interface Transport {
  /** Drops what it is given when the wire is gone. */
  send(frame: object): void;
  onMessage(listener: (message: unknown) => void): void;
  onClose(listener: () => void): void;
  close(): void;
}

/** Opens a wire, again at each call. Rejects where nobody answers. */
export type Connect = () => Promise<Transport>;
