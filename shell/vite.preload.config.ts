import { join } from 'node:path';
import { defineConfig } from 'vite';
import { electronEntry } from './build/electron-entry.ts';

// A sandboxed preload script is one CommonJS file and may require nothing but electron.
export default defineConfig(electronEntry('preload', join(import.meta.dirname, '..')));
