import type { Failure } from '@atelier/schemas/validate.ts';

/**
 * Leaves out failures that only follow from others. If one of several forms was expected, a validator reports
 * the failures of every form; the person wants those of the form that they meant.
 */
export function relevantFailures(failures: readonly Failure[]): readonly Failure[] {
  const kept: Failure[] = [];
  for (const failure of failures) {
    if (failure.keyword === 'propertyNames' || failure.keyword === 'if') {
      if (kept.some(other => isUnder(other, failure))) continue;
    }
    if (failure.keyword === 'oneOf' || failure.keyword === 'anyOf') {
      kept.push(...closest(failure, branchesOf(failure, kept)));
      continue;
    }
    kept.push(failure);
  }
  // A value of the wrong type may also fail a `not`; the violation of the type is enough.
  const mistyped = new Set(kept.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath));
  return kept.filter(({ keyword, instancePath }) => keyword !== 'not' || !mistyped.has(instancePath));
}

// A validator reports the failures of the branches directly before the one of the whole. A branch with a
// reference has a path of its own, so the run ends at a failure of a sibling in the same schema.
function branchesOf(whole: Failure, kept: Failure[]): Failure[] {
  const parent = whole.schemaPath.slice(0, whole.schemaPath.lastIndexOf('/'));
  let start = kept.length;
  while (start > 0) {
    const before = kept[start - 1] as Failure;
    const isNeighbour =
      before.instancePath === whole.instancePath && before.schemaPath.slice(0, before.schemaPath.lastIndexOf('/')) === parent;
    if (!isUnder(before, whole) || isNeighbour) break;
    start -= 1;
  }
  return kept.splice(start);
}

function isUnder(failure: Failure, whole: Failure): boolean {
  return failure.instancePath === whole.instancePath || failure.instancePath.startsWith(`${whole.instancePath}/`);
}

function closest(whole: Failure, branches: readonly Failure[]): readonly Failure[] {
  if (Array.isArray(whole.params.passingSchemas) || branches.length === 0) return [whole];
  const here = branches.filter(branch => branch.instancePath === whole.instancePath && branch.propertyName === undefined);
  if (here.length === branches.length && here.every(({ keyword }) => keyword === 'required')) {
    return [{ ...whole, keyword: 'required', params: { anyOf: here.map(({ params }) => params.missingProperty) } }];
  }
  const isOther = ({ keyword }: Failure): boolean => keyword === 'type' || keyword === 'const' || keyword === 'enum';
  const deeper = branches.filter(branch => !here.includes(branch) || !isOther(branch));
  if (deeper.length > 0) return firstForm(deeper);
  return [{ ...whole, keyword: 'expected', params: { failures: here } }];
}

// Of several forms whose type matches, the one with the fewest failures is most likely meant.
function firstForm(failures: readonly Failure[]): readonly Failure[] {
  const forms = [...Map.groupBy(failures, ({ schemaPath }) => /\/(?:oneOf|anyOf)\/\d+/.exec(schemaPath)?.[0] ?? '').values()];
  return forms.sort((a, b) => a.length - b.length)[0] ?? failures;
}
