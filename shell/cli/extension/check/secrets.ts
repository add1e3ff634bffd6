import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { AppError } from '@atelier/kernel';
import { findingErrors } from '../findings.ts';

/** Patterns that are specific enough to match secrets only. */
const secretPatterns = [
  { pattern: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/, what: { en: 'a private key', fr: 'une clé privée' } },
  { pattern: /\bnpm_[A-Za-z0-9]{36}\b|:_authToken=\S{8,}|:_password=\S{8,}/, what: { en: 'a registry token', fr: 'un jeton de registre' } },
  {
    pattern: /\bgh[opsur]_[A-Za-z0-9]{36,}\b|\bgithub_pat_[A-Za-z0-9_]{40,}|\bglpat-[A-Za-z0-9_-]{20,}/,
    what: { en: 'a token of a code host', fr: 'un jeton d’hébergeur de code' },
  },
  { pattern: /\bsk-(?:[a-z]+-)*[A-Za-z0-9_-]{24,}|\bAIza[A-Za-z0-9_-]{35}\b/, what: { en: 'an API key', fr: 'une clé d’API' } },
  { pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/, what: { en: 'a cloud access key', fr: 'une clé d’accès au nuage' } },
  { pattern: /\bxox[abpors]-[A-Za-z0-9-]{16,}|\b\d{8,10}:AA[A-Za-z0-9_-]{33}\b/, what: { en: 'a bot token', fr: 'un jeton de robot' } },
];

const privateFiles =
  /^(?:\.env(?:\..+)?|\.npmrc|\.netrc|\.htpasswd|id_(?:rsa|dsa|ecdsa|ed25519)|.+\.(?:pem|key|p12|pfx|jks|keystore)|credentials(?:\.json)?)$/i;
const maxBytes = 2_000_000;

/** Files of a package that contain a secret, or are one. The secret itself is never printed. */
export function checkSecrets(folder: string, files: readonly { readonly path: string; readonly size: number }[]): readonly AppError[] {
  return files.flatMap(({ path, size }) => {
    if (privateFiles.test(basename(path))) return [findingErrors['author/private-file']({ file: path })];
    if (size > maxBytes) return [];
    const bytes = readFileSync(join(folder, path));
    return bytes.includes(0) ? [] : secretsIn(path, bytes.toString('utf8'));
  });
}

function secretsIn(file: string, text: string): readonly AppError[] {
  return text.split('\n').flatMap((line, index) => {
    const found = secretPatterns.find(({ pattern }) => pattern.test(line));
    return found === undefined ? [] : [findingErrors['author/secret']({ file, line: index + 1, what: found.what })];
  });
}
