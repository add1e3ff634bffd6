import { existsSync, mkdirSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { brandedPackage } from './branded-package.ts';
import { type CheckedArguments, checkArguments } from './cli-arguments.ts';
import { cliErrors } from './cli-errors.ts';
import { redacted } from './redacted.ts';
import { type OutputListener, run } from './run-program.ts';

export interface AgentRun {
  /** 0 where it worked; undefined where a signal ended it. */
  readonly code: number | undefined;
  /** Bounded, without colours, and without keys. */
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
}

export interface AgentCli {
  /** `dist/cli.js` of the engine's package; undefined where it is not there. */
  getBundledAgentCliPath(): string | undefined;
  /** The bundled one, else `bin/agent` in the managed directory. */
  getAgentBinaryPath(): string;
  /** Runs one of the known commands over the managed directory. What the command itself says of a failure is in the result. */
  runAgentExec(args: readonly string[], timeoutMs?: number, following?: Following): Promise<AgentRun>;
}

/** Somebody who watches a command, and may stop it. */
export interface Following {
  readonly onOutput?: OutputListener | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface AgentCliOptions {
  /** The managed agent directory. */
  readonly directory: string;
  /** A plain Node 24. */
  readonly node: string;
  readonly signal?: AbortSignal;
  /** Where the engine's package is looked for; from here where left out. */
  readonly from?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const longestMs = 10 * 60_000;

/** The agent's command line, as the product has it. */
export function openAgentCli(options: AgentCliOptions): AgentCli {
  const { directory, node } = options;
  // Commands that write come one after another: two npm runs in one folder undo each other.
  let writing: Promise<unknown> = Promise.resolve();

  const bundled = (): string | undefined => {
    const engine = enginePackage(options.from);
    const path = engine && join(engine, 'dist', 'cli.js');
    return path !== undefined && existsSync(path) ? path : undefined;
  };
  const binary = (): string => bundled() ?? join(directory, 'bin', 'agent');

  async function exec(checked: CheckedArguments, timeoutMs: number, { onOutput, signal }: Following): Promise<AgentRun> {
    const { command } = checked;
    const path = binary();
    const engine = bundled() === undefined ? undefined : enginePackage(options.from);
    if (engine === undefined && !existsSync(path)) throw cliErrors['agent/cli-missing']({ path });
    try {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      const env = agentEnvironment(options.env ?? process.env, directory, node);
      const [program, args] = engine === undefined ? [path, checked.argv] : [node, [path, ...checked.argv]];
      const ran = await run(program, args, {
        cwd: directory,
        env: engine === undefined ? env : { ...env, PI_PACKAGE_DIR: brandedPackage(directory, engine) },
        timeoutMs,
        signal: AbortSignal.any([options.signal, signal].filter(one => one !== undefined)),
        clean: text => redacted(text, directory),
        onOutput,
      });
      if (ran.ended === 'timeout') throw cliErrors['agent/cli-timeout']({ command, seconds: timeoutMs / 1_000 });
      if (ran.ended === 'stopped') throw cliErrors['agent/cli-stopped']({ command });
      return { code: ran.code, stdout: ran.stdout, stderr: ran.stderr, truncated: ran.truncated };
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code;
      if (reason === undefined || reason.includes('/')) throw error;
      throw cliErrors['agent/cli-not-started']({ command, path, reason }, error);
    }
  }

  return {
    getBundledAgentCliPath: bundled,
    getAgentBinaryPath: binary,
    async runAgentExec(args, timeoutMs, following = {}) {
      const checked = checkArguments(args);
      const limit = Math.min(Math.max(timeoutMs ?? checked.timeoutMs, 1), longestMs);
      if (!checked.writes) return await exec(checked, limit, following);
      const turn = writing.then(() => exec(checked, limit, following));
      writing = turn.catch(() => undefined);
      return await turn;
    },
  };
}

/** The folder of the engine's package, found without loading anything of it. */
export function enginePackage(from: string = import.meta.url): string | undefined {
  try {
    const manifest = findPackageJSON('@earendil-works/pi-coding-agent', from);
    return manifest === undefined ? undefined : dirname(manifest);
  } catch {
    return undefined;
  }
}

const kept =
  /^(?:HOME|USER|LOGNAME|LANG|LANGUAGE|LC_[A-Z]+|TZ|TMPDIR|TEMP|TMP|SystemRoot|APPDATA|LOCALAPPDATA|USERPROFILE|PATHEXT|SSH_AUTH_SOCK|SSL_CERT_(?:FILE|DIR)|NODE_EXTRA_CA_CERTS|(?:HTTPS?|NO)_PROXY|(?:https?|no)_proxy)$/;

/** What npm and git need, and nothing that holds a key or changes what Node does. */
export function agentEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  directory: string,
  node: string,
): Record<string, string> {
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined && kept.test(name)) clean[name] = value;
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter(folder => isAbsolute(folder) && !folder.includes('node_modules'));
  return {
    ...clean,
    PATH: [dirname(node), ...folders].join(delimiter),
    AGENT_CODING_AGENT_DIR: directory,
    PI_SKIP_VERSION_CHECK: '1',
    PI_TELEMETRY: '0',
    NO_COLOR: '1',
    // Packages of strangers: nothing of theirs runs while they are installed, and nothing waits for an answer.
    npm_config_ignore_scripts: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'https:ssh',
  };
}
