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
  State,
  Status,
  TestResult,
} from './generated.ts';

/** A provider has at most so many models. */
export const mostModels = 20_000;

/** Providers of models: their list, their state, and the models that the person uses. */
export const ProvidersChannel = defineChannel<ProvidersShape>('providers');

/** A provider that an extension brings itself, such as the demo. */
export const BuiltInProviders = definePoint<BuiltInProvider>('@atelier/providers:builtIn@1');

/** A model is about to be tested and no test program is set: the plugin that has one calls `useTester`. */
export const testerWanted = defineHook.notify<Record<string, never>>('@atelier/providers:testerWanted@1');

/** Providers, credentials or models have changed; for main sides, which cannot listen to a channel. */
export const modelsChanged = defineHook.notify<Record<string, never>>('@atelier/providers:modelsChanged@1');

/** One step of an OAuth flow, in the form of the event `agent:oauthEvent`. */
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
  /** Creates what is missing in the managed directory, migrates and synchronises; idempotent. Returns the result of each step. */
  prepare(): Promise<readonly { readonly step: string; readonly done: 'created' | 'kept' | 'changed' | 'failed'; readonly why?: string }[]>;
  /** Every model that can be used now. */
  listModels(): Promise<readonly Model[]>;
  /** The model to use if none is named: the default, else the first starred one, else the first one; the demo only if there is no other. */
  defaultModel(): Promise<string | undefined>;
  /** The installed extension that offers a model; undefined for any other model. */
  offererOf(model: string): Promise<string | undefined>;
  /** Ids of providers whose requests must carry no Authorization header. */
  keyless(): Promise<readonly string[]>;
  /** The kind and the expiry of each provider's credential, without any part of it. */
  authStatus(): Promise<
    readonly { readonly provider: string; readonly type: 'api-key' | 'oauth'; readonly expires?: number; readonly expired?: boolean }[]
  >;
  /** Starts a sign-in, under the name `flow` if it is free; the texts of its steps are in `locale`, by default French. */
  login(provider: string, locale?: Locale, flow?: string): Promise<{ readonly flow: string }>;
  /** The steps of a flow after the first `after`; resolves when there is at least one, or the flow has ended. */
  nextSteps(flow: string, after: number): Promise<readonly OauthStep[]>;
  /** Sends the person's answer to a prompt of a flow. */
  reply(flow: string, prompt: string, text: string): Promise<void>;
  /** Cancels a prompt of a flow; the provider decides whether the flow continues. */
  cancelPrompt(flow: string, prompt: string): Promise<void>;
  /** Ends a flow. */
  cancelLogin(flow: string): Promise<void>;
  /** A turn with a model has ended: `problem` is the code of its failure, undefined if it was answered. */
  used(model: string, problem: string | undefined): Promise<void>;
  /** Sets the program that tests models: it reads a request and writes a result, each as one line of JSON. */
  useTester(program: string): Promise<void>;
}

export const Providers = defineToken<ProvidersService>('@atelier/providers:Providers@1', {
  prepare: 'bundled-for-others',
  listModels: { rights: ['@atelier/agent:spend'] },
  defaultModel: { rights: ['@atelier/agent:spend'] },
  offererOf: 'bundled-for-others',
  keyless: 'bundled-for-others',
  authStatus: 'bundled',
  login: 'bundled',
  nextSteps: 'bundled',
  reply: 'bundled',
  cancelPrompt: 'bundled',
  cancelLogin: 'bundled',
  used: 'bundled',
  useTester: 'bundled',
});
