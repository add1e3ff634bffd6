import { checks } from './doctor-checks.mjs';
import { text } from './texts.mjs';

/** @typedef {import('./doctor-checks.mjs').Finding} Finding */

const marks = { ok: '✓', warn: '!', missing: '✗' };
const verdicts = {
  ok: { en: 'Everything Atelier needs is here.', fr: 'Tout ce qu’il faut à Atelier est là.' },
  missing: { en: 'Something Atelier needs is missing: {missing}.', fr: 'Il manque quelque chose à Atelier : {missing}.' },
};

/** Checks the machine without changing it. Returns 1 if something required is missing. @param {string} root @param {boolean} json */
export async function doctor(root, json) {
  /** @type {Finding[]} */
  const findings = [];
  for (const check of checks) findings.push(await check(root));
  const missing = findings.filter(finding => finding.state === 'missing').map(finding => finding.id);
  const lines = json ? [JSON.stringify(record(findings), undefined, 2)] : linesOf(findings, missing);
  process.stdout.write(`${lines.join('\n')}\n`);
  return missing.length === 0 ? 0 : 1;
}

/** @param {Finding[]} findings */
function record(findings) {
  return {
    ok: findings.every(finding => finding.state !== 'missing'),
    checks: findings.map(({ id, state, found, why, remedy }) => ({
      id,
      state,
      found: textOf(found),
      why: text(why),
      ...(state === 'ok' ? {} : { remedy: text(remedy) }),
    })),
  };
}

/** @param {Finding[]} findings @param {string[]} missing */
function linesOf(findings, missing) {
  const width = Math.max(...findings.map(finding => finding.id.length));
  const lines = findings.flatMap(({ id, state, found, why, remedy }) => {
    const line = `${marks[state]} ${id.padEnd(width)}  ${textOf(found)}`;
    const indent = ' '.repeat(width + 4);
    return state === 'ok' ? [line] : [line, `${indent}${text(why)}`, `${indent}→ ${text(remedy)}`];
  });
  return [...lines, '', missing.length === 0 ? text(verdicts.ok) : text(verdicts.missing, { missing: missing.join(', ') })];
}

/** A plain string needs no translation. @param {Finding['found']} found */
function textOf(found) {
  return typeof found === 'string' ? found : text(found);
}
