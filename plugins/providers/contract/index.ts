import { defineChannel, defineHook, definePoint, defineToken, type ErrorRecord, type Locale } from '@atelier/kernel';
import type { BuiltInProvider, Model, ProvidersShape } from './generated.ts';

export type {
  BuiltInProvider,
  LocalFound,
  Model,
  OwnModel,
  PresetGroup,
  ProbeResult,
  Provider,
  ProvidersShape,
  SignInStep,
  TestResult,
} from './generated.ts';

/** Providers of models: which there are, whether they work, which of their models the person uses. */
export const ProvidersChannel = defineChannel<ProvidersShape>('providers');

/** A provider that an extension brings itself, such as the demo. */
export const BuiltInProviders = definePoint<BuiltInProvider>('@atelier/providers:builtIn@1');

/** Providers, credentials or models are different now; for main sides, which hear no channel. */
export const modelsChanged = defineHook.notify<Record<string, never>>('@atelier/providers:modelsChanged@1');

/** One step of an OAuth flow, as `agent:oauthEvent` says it. */
export interface OauthStep {
  readonly flow: string;
  readonly provider: string;
  readonly kind: 'auth' | 'prompt' | 'progress' | 'success' | 'error';
  readonly url?: string;
  readonly userCode?: string;
  readonly text?: string;
  readonly prompt?: string;
  readonly secret?: boolean;
  readonly options?: readonly string[];
  readonly expires?: number;
  readonly problem?: ErrorRecord;
}

/** The managed agent directory's credentials and models, for the agent. */
export interface ProvidersService {
  /** Creates what is missing in the managed directory, migrates and synchronises; idempotent. Each step says what it did. */
  prepare(
    directory: string,
  ): Promise<readonly { readonly step: string; readonly done: 'created' | 'kept' | 'changed' | 'failed'; readonly why?: string }[]>;
  listModels(): Promise<readonly Model[]>;
  /** The model to begin with where nobody says one: the default, else the first starred, else the first there is; never the demo by itself where another exists. */
  defaultModel(): Promise<string | undefined>;
  /** Ids whose requests must carry no Authorization header. */
  keyless(): Promise<readonly string[]>;
  authStatus(): Promise<
    readonly { readonly provider: string; readonly type: 'api-key' | 'oauth'; readonly expires?: number; readonly expired?: boolean }[]
  >;
  /** Begins to sign in; the sentences of its steps are in this language, French where it is left out. */
  login(provider: string, locale?: Locale): Promise<{ readonly flow: string }>;
  /** Steps of a flow that came since; resolves when there is at least one. */
  nextSteps(flow: string, after: number): Promise<readonly OauthStep[]>;
  reply(flow: string, prompt: string, text: string): Promise<void>;
  cancelPrompt(flow: string, prompt: string): Promise<void>;
  cancelLogin(flow: string): Promise<void>;
}

export const Providers = defineToken<ProvidersService>('@atelier/providers:Providers@1');
