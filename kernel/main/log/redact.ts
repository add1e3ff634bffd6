/** The replacement of a secret. */
export const redacted = '[redacted]';

// Redacting shorter values would remove ordinary words; a secret of five letters protects nothing anyway.
const shortestSecret = 6;

const secretNames =
  /^(?:.*[-_.])?(?:api[-_]?key|token|secret|password|passwd|passphrase|authorization|cookie|set-cookie|credentials?|private[-_]?key)$|(?:apiKey|Token|Secret|Password|PrivateKey)$/i;

// Each is bounded or stops at a space, so that no text makes one of them slow.
const patterns: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g, redacted],
  [/\b(Bearer|Basic|Token)\s+[\w.~+/=-]{8,}/gi, `$1 ${redacted}`],
  [/\b(?:sk|pk|rk)[-_][\w-]{16,}/g, redacted],
  [
    /\b(?:gh[opsur]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{16,}|npm_\w{16,}|xox[abeprs]-[\w-]{10,}|AKIA[0-9A-Z]{12,}|AIza[\w-]{20,}|hf_\w{16,})/g,
    redacted,
  ],
  [/\beyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g, redacted],
  [/\b\d{6,12}:[\w-]{30,}\b/g, redacted],
  [/(\/\/[^\s/:@]{0,100}:)[^\s/@]{1,200}@/g, `$1${redacted}@`],
  [
    /((?:api[-_]?key|access[-_]?token|refresh[-_]?token|id[-_]?token|auth[-_]?token|client[-_]?secret|secret|password|passwd|token|code_verifier)["']?\s{0,4}[=:]\s{0,4}["']?)(?!\[redacted\])[^\s"'&,;)}\]]{6,}/gi,
    `$1${redacted}`,
  ],
];

/** Redacts secrets in text: registered ones, in each encoding that they are sent in, and what looks like one. */
export interface Redactor {
  /** Registers a value to redact; the returned function removes it again. */
  add(value: string): () => void;
  text(text: string): string;
  /** True when a field of this name holds a secret whatever its value. */
  isSecretName(name: string): boolean;
}

/** A redactor without registered secrets; it only knows the patterns. */
export function createRedactor(): Redactor {
  const known = new Map<string, number>();
  return {
    add(value) {
      if (value.length < shortestSecret) return () => undefined;
      const forms = formsOf(value);
      for (const form of forms) known.set(form, (known.get(form) ?? 0) + 1);
      let forgotten = false;
      return () => {
        if (forgotten) return;
        forgotten = true;
        for (const form of forms) {
          const left = (known.get(form) ?? 1) - 1;
          if (left === 0) known.delete(form);
          else known.set(form, left);
        }
      };
    },
    text(text) {
      let clean = text;
      // The longest first: one secret may be the beginning of another.
      for (const form of [...known.keys()].sort((a, b) => b.length - a.length)) clean = clean.replaceAll(form, redacted);
      for (const [pattern, replacement] of patterns) clean = clean.replace(pattern, replacement);
      return clean;
    },
    isSecretName: name => secretNames.test(name),
  };
}

function formsOf(value: string): string[] {
  const inJson = JSON.stringify(value).slice(1, -1);
  const base64 = Buffer.from(value).toString('base64');
  const all = [
    value,
    inJson,
    encodeURIComponent(value),
    base64,
    base64
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/={1,2}$/, ''),
  ];
  // A key of several lines is often quoted line by line.
  const lines = value.split(/\r?\n/).filter(line => line.length >= 16 && line !== value);
  return [...new Set([...all, ...lines])];
}
