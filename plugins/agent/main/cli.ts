import { existsSync, mkdirSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { refusingModule } from '../engine/no-config-commands.ts';
import { redactStored } from '../engine/redact.ts';
import { brandedPackage } from './branded-package.ts';
import { type CheckedArguments, checkArguments } from './cli-arguments.ts';
import { cliErrors } from './cli-errors.ts';
import { type OutputListener, run } from './run-program.ts';

export interface AgentRun {
  /** 0 if it succeeded; undefined if a signal ended it. */
  readonly code: number | undefined;
  /** Bounded, without colours, and without keys. */
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
}

export interface AgentCli {
  /** `dist/cli.js` of the engine's package; undefined if it is missing. */
  getBundledAgentCliPath(): string | undefined;
  /** The bundled one, else `bin/agent` in the managed directory, which belongs to the person: it is shown, and never run. */
  getAgentBinaryPath(): string;
  /** Runs one of the allowed commands on the managed directory. A failure that the command itself reports is in the result, not thrown. */
  runAgentExec(args: readonly string[], timeoutMs?: number, execOptions?: ExecOptions): Promise<AgentRun>;
}

/** How a caller receives the output of a command while it runs, and how it stops the command. */
export interface ExecOptions {
  readonly onOutput?: OutputListener | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface AgentCliOptions {
  /** The managed agent directory. */
  readonly directory: string;
  /** A plain Node 24. */
  readonly node: string;
  readonly signal?: AbortSignal;
  /** The URL of the module from which the engine's package is resolved; this module by default. */
  readonly from?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const maxTimeoutMs = 10 * 60_000;

/** The agent's command line: the engine's own program, with the subcommands that are allowed. */
export function openAgentCli(options: AgentCliOptions): AgentCli {
  const { directory, node } = options;
  // Commands that write run one after another, because two npm runs in one folder overwrite each other's changes.
  let writing: Promise<unknown> = Promise.resolve();

  const bundled = (): string | undefined => {
    const engine = enginePackage(options.from);
    const path = engine && join(engine, 'dist', 'cli.js');
    return path !== undefined && existsSync(path) ? path : undefined;
  };
  const binary = (): string => bundled() ?? join(directory, 'bin', 'agent');

  async function exec(checked: CheckedArguments, timeoutMs: number, { onOutput, signal }: ExecOptions): Promise<AgentRun> {
    const { command } = checked;
    const path = bundled();
    const engine = enginePackage(options.from);
    if (path === undefined || engine === undefined) throw cliErrors['agent/cli-missing']({});
    try {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      const env = agentEnvironment(options.env ?? process.env, directory, node);
      const ran = await run(node, [`--import=${refusingModule}`, path, ...checked.argv], {
        cwd: directory,
        env: { ...env, PI_PACKAGE_DIR: brandedPackage(directory, engine) },
        timeoutMs,
        signal: AbortSignal.any([options.signal, signal].filter(given => given !== undefined)),
        clean: text => redactStored(text, directory),
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
    async runAgentExec(args, timeoutMs, execOptions = {}) {
      const checked = checkArguments(args);
      const limit = Math.min(Math.max(timeoutMs ?? checked.timeoutMs, 1), maxTimeoutMs);
      if (!checked.writes) return await exec(checked, limit, execOptions);
      const turn = writing.then(() => exec(checked, limit, execOptions));
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

const allowedVariables =
  /^(?:HOME|USER|LOGNAME|LANG|LANGUAGE|LC_[A-Z]+|TZ|TMPDIR|TEMP|TMP|SystemRoot|APPDATA|LOCALAPPDATA|USERPROFILE|PATHEXT|SSH_AUTH_SOCK|SSL_CERT_(?:FILE|DIR)|NODE_EXTRA_CA_CERTS|(?:HTTPS?|NO)_PROXY|(?:https?|no)_proxy)$/;

/** The environment of the agent's programs: what npm and git need, without variables that hold a key or change how Node works. */
export function agentEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  directory: string,
  node: string,
): Record<string, string> {
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined && allowedVariables.test(name)) clean[name] = value;
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter(folder => isAbsolute(folder) && !folder.includes('node_modules'));
  return {
    ...clean,
    PATH: [dirname(node), ...folders].join(delimiter),
    AGENT_CODING_AGENT_DIR: directory,
    PI_SKIP_VERSION_CHECK: '1',
    PI_TELEMETRY: '0',
    NO_COLOR: '1',
    // Third-party packages: none of their scripts runs during installation, and no program waits for an answer on a terminal.
    npm_config_ignore_scripts: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'https:ssh',
  };
}
