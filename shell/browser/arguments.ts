import { parseArgs } from 'node:util';
import { hostErrors } from '@atelier/kernel/host';

/** The parsed arguments of a start. */
export interface StartArguments {
  readonly headless: boolean;
  readonly json: boolean;
  /** Undefined: the port of the last start. */
  readonly port: number | undefined;
  /** Ends the running Atelier. */
  readonly quit: boolean;
  /** Restores the data from before the newest update, and ends. */
  readonly restore: boolean;
  /** Starts with the bundled plugins only. */
  readonly safe: boolean;
  /** Ends a running Atelier that does not answer, and starts in its place. */
  readonly replace: boolean;
  /** Runs one command without a window, and ends unless the person opens one meanwhile. */
  readonly run: string | undefined;
  /** The archive to write everything of the profile into, or to check for the next start; ends afterwards. */
  readonly archive: { readonly export: string } | { readonly import: string } | undefined;
  /** The keys too. */
  readonly keys: boolean;
}

export const usage = `atelier start [--headless] [--port <number>] [--json] [--safe] [--quit] [--restore] [--replace]
              [--run <command>]
              [--export <file> | --import <file>] [--keys] [atelier://…]
  --headless  open no window; print the address
  --port      listen on this port of 127.0.0.1
  --json      the first line on standard output is {"url","pid","userData"}
  --safe      start without the extensions that you installed; what is switched on stays so
  --quit      end the Atelier that runs
  --restore   put the data back as they were before the newest update
  --replace   end an Atelier that does not answer, and start in its place
  --run       run one command without a window, and end; an Atelier that is open already runs it by itself
  --export    write everything of the profile into one archive, and end
  --import    check such an archive, and end; the next start takes it over and keeps what was there
  --keys      with these two: the keys too, under a passphrase that is asked for`;

/** Parses the command line. Links of our scheme are handled by the host. */
export function readArguments(argv: readonly string[]): StartArguments {
  try {
    const { values } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        headless: { type: 'boolean' },
        json: { type: 'boolean' },
        port: { type: 'string' },
        host: { type: 'string' },
        quit: { type: 'boolean' },
        restore: { type: 'boolean' },
        safe: { type: 'boolean' },
        replace: { type: 'boolean' },
        run: { type: 'string' },
        export: { type: 'string' },
        import: { type: 'string' },
        keys: { type: 'boolean' },
      },
    });
    const port = values.port === undefined ? undefined : Number(values.port);
    if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port < 65536)) throw new Error(`--port ${values.port}`);
    if (values.export !== undefined && values.import !== undefined) throw new Error('--export --import');
    return {
      headless: values.headless === true,
      json: values.json === true,
      port,
      quit: values.quit === true,
      restore: values.restore === true,
      safe: values.safe === true,
      replace: values.replace === true,
      run: values.run,
      archive: archiveOf(values),
      keys: values.keys === true,
    };
  } catch (cause) {
    throw hostErrors['host/arguments']({ why: (cause as Error).message }, cause);
  }
}

/** The same for arguments handed over by another start, which are not trusted: unknown ones and the port are ignored. */
export function handedArguments(argv: readonly string[]): StartArguments {
  return {
    headless: argv.includes('--headless'),
    json: false,
    port: undefined,
    quit: argv.includes('--quit'),
    restore: false,
    safe: false,
    replace: false,
    run: argv.find(word => word.startsWith('--run')),
    archive: undefined,
    keys: false,
  };
}

function archiveOf(values: { readonly export?: string | undefined; readonly import?: string | undefined }): StartArguments['archive'] {
  if (values.export !== undefined) return { export: values.export };
  return values.import === undefined ? undefined : { import: values.import };
}
