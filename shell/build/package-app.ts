import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builderConfig, builderVersion } from './builder-config.ts';
import { stage } from './stage.ts';

// Stages the built program, and runs electron-builder to make its installers, for the machine that this runs on.
const root = join(import.meta.dirname, '..', '..');
const project = join(root, '.build', 'package');
const staged = join(project, 'app');
const target = { platform: process.platform, arch: process.arch };

stage(root, staged, target);
const { version: electronVersion } = JSON.parse(readFileSync(join(root, 'node_modules', 'electron', 'package.json'), 'utf8')) as {
  version: string;
};
const config = join(project, 'builder.json');
writeFileSync(config, JSON.stringify(builderConfig({ target, root, staged, electronVersion }), undefined, 2));
writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'atelier-package', version: '0.0.0', private: true }));

const npm = join(root, 'node_modules', 'npm', 'bin', 'npm-cli.js');
const builder = ['exec', '--yes', `--package=electron-builder@${builderVersion}`, '--', 'electron-builder'];
// `--dir` makes only the folder that the installers would contain.
const made = spawnSync(process.execPath, [npm, ...builder, '--projectDir', project, '--config', config, ...process.argv.slice(2)], {
  cwd: project,
  stdio: 'inherit',
});
process.exitCode = made.status ?? 1;
