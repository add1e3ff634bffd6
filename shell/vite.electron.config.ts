import { join } from 'node:path';
import { defineConfig } from 'vite';
import { electronEntry } from './build/electron-entry.ts';

// One file: it runs before the first window, and a file more to find is a start slower.
export default defineConfig(electronEntry('main', join(import.meta.dirname, '..')));
