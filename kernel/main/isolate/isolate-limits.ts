/** The limits of one isolated extension. Times in milliseconds, sizes in bytes unless the name says otherwise. */
export interface IsolateLimits {
  /** For `activate`; longer than a database waits for a lock of another program, so that the error names that program. */
  readonly activationMs: number;
  readonly stopMs: number;
  /** How long one call of the kernel may wait for its answer. */
  readonly callMs: number;
  /** How long a tap may take; a later answer is ignored. */
  readonly tapMs: number;
  /** How long the process may be unresponsive before it counts as hung; longer than `storeMs`, because database calls block it. */
  readonly hangMs: number;
  /** JavaScript's own heap. */
  readonly heapMegabytes: number;
  /** All writable memory, Node's own reservation of about 520 included; enforced by the system where it can. */
  readonly totalMegabytes: number;
  readonly lineBytes: number;
  readonly messagesPerSecond: number;
  readonly messageBurst: number;
  /** Reading a message costs the kernel time for each byte of it; above this, the extension waits. */
  readonly bytesPerSecond: number;
  readonly byteBurst: number;
  /** How long it may stay at `messagesPerSecond` without a pause. */
  readonly floodMs: number;
  /** How many lines may be invalid messages. */
  readonly brokenLines: number;
  /** Bytes it may leave unread. */
  readonly unreadBytes: number;
  readonly logLinesPerSecond: number;
  readonly logBytesPerSecond: number;
  /** Registrations and unanswered requests at a time. */
  readonly open: number;
  /** Requests of the broker, to the network and to files, that are performed at a time; others wait for their turn. */
  readonly requestsAtOnce: number;
  /** Bytes of all these requests and of their answers together, as they arrive. */
  readonly requestBytes: number;
  readonly storeMs: number;
  readonly storeAnswerBytes: number;
  readonly storeHeapBytes: number;
  /** Like `totalMegabytes`, for a store, which runs two threads with a reservation each. */
  readonly storeMegabytes: number;
}

const megabyte = 1_048_576;

/** The limits of an ordinary extension. */
export const defaultLimits: IsolateLimits = {
  activationMs: 5000,
  stopMs: 2000,
  callMs: 30_000,
  tapMs: 5000,
  hangMs: 12_000,
  heapMegabytes: 96,
  totalMegabytes: 800,
  lineBytes: megabyte,
  messagesPerSecond: 5000,
  messageBurst: 10_000,
  bytesPerSecond: 8 * megabyte,
  byteBurst: 32 * megabyte,
  floodMs: 3000,
  brokenLines: 20,
  unreadBytes: 16 * megabyte,
  logLinesPerSecond: 100,
  logBytesPerSecond: 262_144,
  open: 1000,
  requestsAtOnce: 8,
  requestBytes: 32 * megabyte,
  storeMs: 10_000,
  storeAnswerBytes: 16 * megabyte,
  storeHeapBytes: 256 * megabyte,
  storeMegabytes: 1800,
};
