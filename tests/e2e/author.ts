import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildExample } from '../../registry-dev/publish.ts';
import type { TestRegistry } from '../support/registry.ts';

const bin = resolve(import.meta.dirname, '../../shell/cli/atelier.mjs');

/** What one version has that the one before had not. */
export interface Change {
  readonly version: string;
  /** Asked beside what it asked before. */
  readonly rights?: object;
  readonly activation?: 'startup';
  /** The body of `activate(ctx)`, where it is another one; `first` is the main side that was there from the beginning. */
  readonly activate?: string;
}

interface Manifest {
  readonly files: readonly string[];
  readonly scripts?: object;
  readonly atelier: { readonly main?: string; readonly rights?: object };
}

/** Somebody who writes extensions with the tools for authors, in a folder of their own, and has a token for one registry. */
export class Author {
  readonly #place: string;
  readonly #registry: TestRegistry;
  readonly #begun = new Map<string, Manifest>();

  constructor(place: string, registry: TestRegistry) {
    this.#place = place;
    this.#registry = registry;
    mkdirSync(place, { recursive: true });
    writeFileSync(this.#tokenFile, registry.token, { mode: 0o600 });
  }

  /** Begins one of a kind. */
  async create(id: string, kind: string, title: string): Promise<void> {
    const folder = this.#folderOf(id);
    await this.#tool('create', id, `--kind=${kind}`, `--title=${title}`, `--folder=${folder}`);
    // Types are taken away here as `tsc` would; that an author's own compiler does it is shown where that is tested.
    buildExample(folder);
    const { scripts: _, ...manifest } = this.#read(id);
    this.#begun.set(id, manifest);
  }

  /** What the tools say of the newest version before it is published. */
  async validate(id: string): Promise<{ readonly errors: readonly unknown[]; readonly warnings: readonly unknown[] }> {
    return (await this.#tool('validate', this.#folderOf(id))) as { errors: readonly unknown[]; warnings: readonly unknown[] };
  }

  /** Writes a version down. */
  write(id: string, { version, rights, activation, activate }: Change): void {
    const begun = this.#begun.get(id)!;
    const { atelier, files } = begun;
    if (activate !== undefined) {
      const first = atelier.main === undefined ? 'const first = { activate() {} };' : `import first from '${atelier.main}';`;
      writeFileSync(join(this.#folderOf(id), 'again.js'), `${first}\nexport default { async activate(ctx) { ${activate} } };\n`);
    }
    const changed = {
      ...begun,
      version,
      files: [...files, 'again.js'],
      atelier: {
        ...atelier,
        ...(activate !== undefined && { main: './again.js' }),
        ...(activation !== undefined && { activation }),
        ...(rights !== undefined && { rights: { ...atelier.rights, ...rights } }),
      },
    };
    writeFileSync(join(this.#folderOf(id), 'package.json'), JSON.stringify(changed, undefined, 2));
  }

  async publish(id: string, change: Change): Promise<void> {
    this.write(id, change);
    await this.#tool('publish', this.#folderOf(id), `--registry=${this.#registry.url}`, `--token-file=${this.#tokenFile}`);
  }

  get #tokenFile(): string {
    return join(this.#place, 'token');
  }

  #folderOf(id: string): string {
    return join(this.#place, id.replace('/', '--'));
  }

  #read(id: string): Manifest {
    return JSON.parse(readFileSync(join(this.#folderOf(id), 'package.json'), 'utf8')) as Manifest;
  }

  async #tool(...args: readonly string[]): Promise<unknown> {
    const child = spawn(process.execPath, [bin, 'extension', ...args, '--json'], {
      cwd: this.#place,
      env: { PATH: process.env.PATH, HOME: this.#place, LANG: 'en', ATELIER_PREPARED: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const out: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text));
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`extension ${args.join(' ')} ended with ${code}: ${out.join('')}`);
    return JSON.parse(out.join(''));
  }
}
