import type { Migration } from '@atelier/kernel';
import { createRegistries } from './0010-create-registries.ts';
import { createHunt } from './0020-create-hunt.ts';
import { createSupply } from './0030-create-supply.ts';
import { keepFailed } from './0040-keep-failed.ts';

export const migrations: readonly Migration[] = [createRegistries, createHunt, createSupply, keepFailed];
