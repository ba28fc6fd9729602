import type { Schema } from '../../server/platform/openapi/openapi-types.ts'

/** A body that every operation refuses, and that is as dear to refuse as its size allows. */
export type HostileBody = { name: string; type: string; text: string }

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Such bodies of at most so many bytes: generic ones, and for each list and object that the schema knows some of its own. */
export function hostileBodies(schema: Schema | undefined, bytesMax: number): HostileBody[] {
  const deep = Math.floor(bytesMax / 6) - 1
  const json = (name: string, text: string) => ({ name, type: JSON_TYPE, text })
  const form = (name: string, text: string) => ({ name, type: FORM_TYPE, text })
  /** As many pieces as there is room for. */
  const filled = (head: string, piece: (n: number) => string, separator: string, tail = '') => {
    const pieces: string[] = []
    let room = bytesMax - head.length - tail.length
    for (let n = 0; room >= piece(n).length + separator.length; n += 1) {
      pieces.push(piece(n))
      room -= piece(n).length + separator.length
    }
    return `${head}${pieces.join(separator)}${tail}`
  }
  const field = (n: number) => `"${n.toString(36)}":1`
  const ofProperty = ([name, property]: [string, Schema]): HostileBody[] => {
    const types = [property.type ?? []].flat()
    const head = `{"${name}":`
    if (types.includes('array')) {
      return [
        json(
          `${name} of empty objects`,
          filled(`${head}[`, () => '{}', ',', ']}'),
        ),
        json(
          `${name} of empty lists`,
          filled(`${head}[`, () => '[]', ',', ']}'),
        ),
        json(
          `${name} of unknown objects`,
          filled(`${head}[`, (n) => `{${field(n)},${field(n + 1)}}`, ',', ']}'),
        ),
        json(`${name} with one wide object`, filled(`${head}[{`, field, ',', '}]}')),
      ]
    }
    if (types.includes('object')) return [json(`${name} with many fields`, filled(`${head}{`, field, ',', '}}'))]
    return [
      json(
        `${name} as a long list`,
        filled(`${head}[`, () => '""', ',', ']}'),
      ),
    ]
  }
  return [
    json('deep objects', `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`),
    json('deep lists', `{"a":${'['.repeat(3 * deep - 8)}${']'.repeat(3 * deep - 8)}}`),
    json('unknown fields', filled('{', field, ',', '}')),
    json(
      'unknown fields with NUL',
      filled('{', (n) => `"${n.toString(36)}":"\\u0000"`, ',', '}'),
    ),
    json(
      'no object',
      filled('[', () => '1', ',', ']'),
    ),
    json(
      'cut off',
      filled('{"a":[', () => '1', ','),
    ),
    form(
      'many fields',
      filled('', (n) => n.toString(36), '&'),
    ),
    form(
      'one name again and again',
      filled('', () => 'a=', '&'),
    ),
    form(
      'a long list',
      filled('', (n) => `a[${n}]=`, '&'),
    ),
    form(
      'deep fields',
      filled('', () => 'a[b][c][d][e][f]=', '&'),
    ),
    form('one deep field', `a${'[b]'.repeat(deep)}=`),
    form('brackets', `${'['.repeat(bytesMax - 2)}=`),
    form('nothing but separators', '&'.repeat(bytesMax)),
    ...Object.entries(schema?.properties ?? {}).flatMap(ofProperty),
  ]
}
