/** The page's end of a connection: whole messages, in order. */
export interface Transport {
  /** Drops the frame when the connection is closed. One that can never be sent is told with the reason. */
  send(frame: object): Promise<Error> | undefined;
  onMessage(listener: (message: unknown) => void): void;
  onClose(listener: () => void): void;
  close(): void;
}

/** Opens a new connection at each call. Rejects where there is no answer. */
export type Connect = () => Promise<Transport>;
