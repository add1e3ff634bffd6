/** Writes to the app's log under the extension's name. Secrets are redacted on the way, but do not count on it. */
export interface Log {
  debug(text: string, fields?: object): void;
  info(text: string, fields?: object): void;
  warn(text: string, fields?: object): void;
  error(text: string, fields?: object): void;
}
