import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ownerOf } from '@atelier/kernel';
import type { Atelier } from '@atelier/schemas/manifest.ts';
import { extensionErrors } from '../errors/extension.ts';
import { checkContributes, kernelPoints } from '../manifest/contributes.ts';
import { kernelId } from '../manifest/declared.ts';
import type { Found } from '../manifest/manifest.ts';
import { perhapsMeant } from '../schema/violation-texts.ts';
import { inBothLanguages, type StandaloneValidate, type Validator, validatorOf } from '../schema/violations.ts';

type Compile = (owner: string, name: string, schema: unknown) => Promise<Validator>;

/** The schemas of points that extensions own, read when their owner wakes or the point's entries are first read. */
export class PointSchemas {
  readonly #loaded = new Map<string, Validator>();
  readonly #compile: Compile;

  constructor(compile: Compile) {
    this.#compile = compile;
  }

  /** Loads the schema of one point; undefined if the owner has no such point. */
  async load(owner: Found, key: string): Promise<Validator | undefined> {
    const there = this.#loaded.get(key);
    if (there) return there;
    const name = key.slice(owner.id.length + 1);
    const path = owner.atelier.points?.[name];
    if (path === undefined) return undefined;
    const file = join(owner.folder, path);
    const validator = owner.bundled ? await generated(file) : await this.#compile(owner.id, name, JSON.parse(readFileSync(file, 'utf8')));
    this.#loaded.set(key, validator);
    return validator;
  }

  /** Checks one entry that is added at run time; with a schema that is not loaded yet, it is checked when the owner wakes. */
  check(id: string, atelier: Omit<Atelier, 'contributes'>, key: string, value: unknown): void {
    const short = Object.entries(kernelPoints).find(([, known]) => known === key)?.[0];
    if (short !== undefined) {
      const [problem] = checkContributes(id, atelier, { [short]: [value as object] }).problems;
      if (problem) throw extensionErrors[problem.code](problem.details as never);
      return;
    }
    if (ownerOf(key) === kernelId) {
      const known = Object.values(kernelPoints);
      throw extensionErrors['extension/unknown-point']({ id, point: key, owner: kernelId, known, meant: perhapsMeant(key, known) });
    }
    const wrong = this.#loaded.get(key)?.(value) ?? [];
    if (wrong.length > 0) throw extensionErrors['extension/invalid-contribution']({ id, point: key, violations: inBothLanguages(wrong) });
  }

  forget(owner: string): void {
    for (const key of this.#loaded.keys()) {
      if (ownerOf(key) === owner) this.#loaded.delete(key);
    }
  }
}

async function generated(file: string): Promise<Validator> {
  const module = (await import(pathToFileURL(file.replace(/\.json$/, '.validate.js')).href)) as { validate: StandaloneValidate };
  return validatorOf(module.validate);
}
