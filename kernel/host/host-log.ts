/** Where a host writes what happened; the kernel's log takes this shape. */
export type HostLog = (level: 'info' | 'warn' | 'error', text: string, fields?: object) => void;
