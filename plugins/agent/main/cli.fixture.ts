import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { type AgentCli, openAgentCli } from './cli.ts';

export function place(): string {
  const directory = mkdtempSync(join(tmpdir(), 'atelier-agent-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** In the place of the engine's package: a program that does what a script of the shell says. */
export function standIn(directory: string, script: string, signal: AbortSignal = new AbortController().signal): AgentCli {
  const beside = place();
  const engine = join(beside, 'node_modules', '@earendil-works', 'pi-coding-agent');
  mkdirSync(join(engine, 'dist'), { recursive: true });
  writeFileSync(join(engine, 'package.json'), '{ "name": "@earendil-works/pi-coding-agent", "version": "0.0.0", "type": "module" }');
  const argv = `['sh', '-c', ${JSON.stringify(script)}, 'agent', ...process.argv.slice(2)]`;
  writeFileSync(join(engine, 'dist', 'cli.js'), `process.execve('/bin/sh', ${argv}, process.env);`);
  return openAgentCli({ directory, node: process.execPath, from: pathToFileURL(join(beside, 'x.js')).href, signal });
}
