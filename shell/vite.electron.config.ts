import { join } from 'node:path';
import { defineConfig } from 'vite';
import { electronEntry } from './build/electron-entry.ts';

// One file: it runs before the first window, and each further file delays the start.
export default defineConfig(electronEntry('main', join(import.meta.dirname, '..')));
