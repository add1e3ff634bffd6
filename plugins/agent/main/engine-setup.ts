import type { ExtensionContext } from '@atelier/kernel';
import { plainNode } from '@atelier/kernel/children';
import { Providers, type ProvidersService } from '@atelier/providers/contract';
import { detectSandbox } from '../engine/detect-sandbox.ts';
import type { GitMachine } from '../engine/git/run-git.ts';
import type { EngineSettings } from '../engine/protocol.ts';
import { type Bootstrap, openBootstrap } from './bootstrap.ts';
import { type Places, placesOf } from './places.ts';

/** What the engine works with on this machine: its program and folders, the sandbox that was found, the person's language. */
export class EngineSetup {
  /** A plain Node 24. */
  readonly node = plainNode();
  readonly places: Places;
  readonly bootstrap: Bootstrap;
  readonly #ctx: ExtensionContext;
  readonly #providers: ProvidersService;
  readonly #detected: Promise<void>;
  #sandbox: string | undefined;
  #language: 'fr' | 'en' = 'fr';

  constructor(ctx: ExtensionContext) {
    this.#ctx = ctx;
    this.#providers = ctx.get(Providers);
    this.places = placesOf(ctx.paths);
    this.bootstrap = openBootstrap({
      directory: this.places.directory,
      prepare: () => this.#providers.prepare(),
      log: ctx.log,
    });
    this.#detected = detectSandbox().then(found => {
      this.#sandbox = found;
    });
  }

  /** Also false until the detection of the sandbox has finished. */
  get isSandboxed(): boolean {
    return this.#sandbox !== undefined;
  }

  /** What reading git is confined with. */
  get machine(): GitMachine {
    const { forbidden, opened } = this.places;
    return { forbidden, opened, sandbox: async () => await this.#detected.then(() => this.#sandbox) };
  }

  /** Whether there is a sandbox, once that is known. */
  async detected(): Promise<boolean> {
    await this.#detected;
    return this.isSandboxed;
  }

  /** The person's language as of the last `refresh`; French before the first one. */
  get language(): 'fr' | 'en' {
    return this.#language;
  }

  /** Resolves when it is known whether there is a sandbox, and which language the person has chosen now. */
  async refresh(): Promise<void> {
    await Promise.all([this.#detected, this.#refreshLanguage()]);
  }

  /** The settings that the engine's process gets at its start, and again when one of them changes. */
  async settings(): Promise<Omit<EngineSettings, 'firstMark'>> {
    await Promise.all([this.bootstrap.ensureAgentBootstrapped(), this.refresh()]);
    const keyless = await this.#providers.keyless();
    const { directory, forbidden, opened, readable } = this.places;
    return { directory, forbidden, opened, readable, sandbox: this.#sandbox, keyless, language: this.#language };
  }

  async #refreshLanguage(): Promise<void> {
    try {
      // The workbench is optional, so it cannot be imported statically.
      const { Workbench } = await import('@atelier/workbench/contract');
      this.#language = (await this.#ctx.find(Workbench)?.locale()) ?? this.#language;
    } catch {
      // Without a workbench the language stays as it was.
    }
  }
}
