/**
 * The same validator in half the bytes: ajv spends five lines on every failure, and carries whole schemas that
 * nothing reads. Also makes collecting failures linear, which `concat` in a loop is not.
 */
export function compact(code: string): string {
  const short = code
    .replaceAll(
      /const (err\d+) = (\{.*\});\nif\(vErrors === null\)\{\nvErrors = \[\1\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}\nerrors\+\+;/g,
      'errors = (vErrors ??= []).push($2);',
    )
    .replaceAll(
      /vErrors = vErrors === null \? (validate\d+|wrapper\d+\.validate)\.errors : vErrors\.concat\(\1\.errors\);\nerrors = vErrors\.length;/g,
      'errors = join(vErrors ??= [], $1.errors);',
    )
    .replace(/^"use strict";\n/, '')
    .replaceAll(/^\/\*# sourceURL=.*\n/gm, '')
    .replaceAll(/^validate\d+\.evaluated = .*;\n/gm, '')
    .replaceAll(/\{instancePath="", parentData, parentDataProperty, rootData=data\}=\{\}/g, '{instancePath=""}={}')
    .replaceAll(/,parentData(?::\w+)?,parentDataProperty(?::[^,{}]+)?,rootData\}/g, '}');
  const slim = short.replaceAll(/^const (schema\d+) = (\{.*\});\n/gm, (line, name: string, schema: string) =>
    slimSchema(short, line, name, schema),
  );
  return slim.includes(' = join(') ? `${slim}${join}` : slim;
}

const join = 'function join(all, more) {\nfor(const failure of more) all.push(failure);\nreturn all.length;\n}\n';

function slimSchema(code: string, line: string, name: string, schema: string): string {
  const uses = code.split(new RegExp(`\\b${name}\\b`)).length - 2;
  if (uses === 0) return '';
  const asKeys = code.split(`.call(${name}.properties, `).length - 1;
  if (uses !== asKeys) return line;
  const keys = Object.keys((JSON.parse(schema) as { properties: object }).properties);
  return `const ${name} = {properties:${JSON.stringify(Object.fromEntries(keys.map(key => [key, 1])))}};\n`;
}
