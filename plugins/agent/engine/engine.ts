import childProcess from 'node:child_process';
import http from 'node:http';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import type { Locale } from '@atelier/kernel';
import { type CommandMarks, commandMarks, isNoFile } from '@atelier/kernel/children';
import { stayWithinOrigin } from '@atelier/providers/same-origin';
import type * as Pi from '@earendil-works/pi-coding-agent';
import { errors } from './errors.ts';
import { describeModel } from './models.ts';
import { refuseConfigCommands } from './no-config-commands.ts';
import { recordOf } from './problem-records.ts';
import { redirectedAway } from './problems.ts';
import type { EngineModel, EngineSettings } from './protocol.ts';
import { redact, storedSecrets } from './redact.ts';

/** The loaded engine, and the one runtime of models that all conversations share. */
export interface Loaded {
  readonly pi: typeof Pi;
  readonly runtime: Pi.ModelRuntime;
  readonly canResizeImages: boolean;
}

/** Loads the engine at its first use, because loading costs half a second and a hundred megabytes. */
export class Engine {
  #settings: EngineSettings | undefined;
  #marks: CommandMarks | undefined;
  #loaded: Promise<Loaded> | undefined;
  #runtime: Pi.ModelRuntime | undefined;
  #keyless: readonly string[] = [];

  get settings(): EngineSettings {
    if (this.#settings === undefined) throw errors['agent/not-configured']({});
    return this.#settings;
  }

  /** The marks of the commands of all conversations. */
  get marks(): CommandMarks {
    this.#marks ??= commandMarks(this.settings.firstMark);
    return this.#marks;
  }

  get language(): Locale {
    return this.#settings?.language ?? 'fr';
  }

  /** The engine reads these files by itself, in the thread that everything runs in, and would wait for ever for a named pipe. */
  demandFiles(): void {
    const { directory } = this.settings;
    for (const name of ['auth.json', 'models.json', 'settings.json', 'models-store.json'])
      if (isNoFile(join(directory, name))) throw errors['agent/file-replaced']({ name });
  }

  secrets(): readonly string[] {
    return this.#settings === undefined ? [] : storedSecrets(this.#settings.directory);
  }

  /** The name of a provider by its id; the id itself where there is none, and of the demo, whose name is another in each language. */
  readonly nameOf = (provider: string): string => (provider !== 'demo' && this.#runtime?.getProvider(provider)?.name) || provider;

  async configure(settings: EngineSettings): Promise<void> {
    this.#settings = settings;
    const loaded = this.#loaded && (await this.#loaded);
    if (loaded) await this.#applyKeyless(loaded.runtime);
  }

  load(): Promise<Loaded> {
    this.#loaded ??= this.#load().catch((error: unknown) => {
      this.#loaded = undefined;
      throw error;
    });
    return this.#loaded;
  }

  /** Settings for one conversation: the directory's own, never the project's. */
  async settingsManager(pi: typeof Pi, cwd: string): Promise<Pi.SettingsManager> {
    const { directory } = this.settings;
    this.demandFiles();
    for (const wait of [100, 200, 400, undefined]) {
      const manager = pi.SettingsManager.create(cwd, directory, { projectTrusted: false });
      const [problem] = manager.drainErrors();
      if (problem === undefined) return manager;
      const isLocked = (problem.error as NodeJS.ErrnoException).code === 'ELOCKED';
      if (!isLocked || wait === undefined) throw errors['agent/settings-unreadable']({ reason: problem.error.message }, problem.error);
      await new Promise(resolve => setTimeout(resolve, wait));
    }
    throw errors['agent/settings-unreadable']({ reason: 'ELOCKED' });
  }

  async models(): Promise<{ models: readonly EngineModel[]; problem: string | undefined }> {
    const { runtime } = await this.load();
    const available = new Set(runtime.getAvailableSnapshot().map(({ provider, id }) => `${provider}/${id}`));
    const models = runtime.getModels().map(model => describeModel(model, available));
    const reason = runtime.getError();
    const problem =
      reason && recordOf(errors['agent/models-unreadable']({ reason: redact(reason, this.secrets()) }), this.language).message;
    return { models, problem };
  }

  async reloadModels(): Promise<void> {
    if (this.#loaded === undefined) return;
    this.demandFiles();
    const { runtime } = await this.#loaded;
    await runtime.refresh({ allowNetwork: false });
    await this.#applyKeyless(runtime);
  }

  async #load(): Promise<Loaded> {
    const { directory } = this.settings;
    this.demandFiles();
    // Both names: the package's own, and the one that the branded command line reads.
    process.env.AGENT_CODING_AGENT_DIR = directory;
    process.env.PI_CODING_AGENT_DIR = directory;
    process.env.PI_OFFLINE = '1';
    // The providers' clients would otherwise print what they receive.
    process.env.OPENAI_LOG = 'off';
    process.env.ANTHROPIC_LOG = 'off';
    stayWithinOrigin(redirectedAway);
    refuseConfigCommands(childProcess, syncBuiltinESMExports);
    const pi = await import('@earendil-works/pi-coding-agent').catch((error: Error) => {
      throw errors['agent/engine-missing']({ reason: error.message }, error);
    });
    const runtime = await pi.ModelRuntime.create({
      authPath: `${directory}/auth.json`,
      modelsPath: `${directory}/models.json`,
      modelsStorePath: `${directory}/models-store.json`,
    });
    this.#runtime = runtime;
    await this.#applyKeyless(runtime);
    useProxy((await this.settingsManager(pi, directory)).getGlobalSettings().httpProxy);
    return { pi, runtime, canResizeImages: canResize() };
  }

  async #applyKeyless(runtime: Pi.ModelRuntime): Promise<void> {
    const { keyless } = this.settings;
    for (const provider of this.#keyless) if (!keyless.includes(provider)) await runtime.removeRuntimeApiKey(provider);
    // The placeholder for "no key" in the file would be a shell command to the engine.
    for (const provider of keyless) await runtime.setRuntimeApiKey(provider, '!');
    this.#keyless = keyless;
  }
}

/** Sets the proxy, which the engine's command line does and its library does not. */
function useProxy(proxy: string | undefined): void {
  const address = proxy?.trim() || process.env.HTTPS_PROXY || process.env.HTTP_PROXY;
  if (!address) return;
  const { NO_PROXY = 'localhost,127.0.0.1,::1' } = process.env;
  http.setGlobalProxyFromEnv({ HTTP_PROXY: address, HTTPS_PROXY: address, NO_PROXY });
}

/** Whether the engine's image library is installed; without it the engine silently drops images. */
function canResize(): boolean {
  try {
    createRequire(import.meta.resolve('@earendil-works/pi-coding-agent')).resolve('@silvia-odwyer/photon-node');
    return true;
  } catch {
    return false;
  }
}
