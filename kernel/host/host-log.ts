/** The log of a host; the kernel's log has the same shape. */
export type HostLog = (level: 'info' | 'warn' | 'error', text: string, fields?: object) => void;
