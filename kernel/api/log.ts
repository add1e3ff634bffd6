/** Writes to the app's log under the extension's name. Known secrets are redacted, but do not rely on it. */
export interface Log {
  debug(text: string, fields?: object): void;
  info(text: string, fields?: object): void;
  warn(text: string, fields?: object): void;
  error(text: string, fields?: object): void;
}
