import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailKinds, STAFF_MAIL } from '../../server/messages/mail/notices.ts'
import { CONSOLE_WORDS, readCatalogues } from './catalogues.ts'
import { readSource, readSources } from './source-files.ts'

type Told = {
  audit: { verbs: Record<string, string>; objects: Record<string, string>; fields: Record<string, string> }
  states: Record<string, string>
}

const toldIn = async (language: string) =>
  [language, Object.fromEntries(await readCatalogues(CONSOLE_WORDS, language)) as Told] as const

const languages = await Promise.all(['en', 'de', 'es'].map(toldIn))

const sources = (await readSources(['server'], ['.ts'])).filter(({ path }) => !path.endsWith('.test.ts'))
const inSources = (pattern: RegExp): string[][] =>
  sources.flatMap(({ text }) => [...text.matchAll(pattern)].map((match) => match.slice(1)))

/** As one text says it: `action: 'order.resent'`. */
const whole = inSources(/\baction(?::| =) (?:[^\n']*\? )?'([a-z_]+)\.([a-z_]+)'(?:\s*:\s*'([a-z_]+)\.([a-z_]+)')?/g)
/** Steps of what staff create and change, whose object the resource names; and what is made of two parts, each said here. */
const steps = inSources(
  /\bdone: '([a-z_]+)'|\bupdateRow\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*, '([a-z_]+)'\)|touchSeason\(\w+, \w+, '([a-z_]+)'/g,
)
const BESIDES = [
  'created',
  'changed',
  'erased',
  'imported',
  'tagged',
  'untagged',
  'reissued',
  'exchanged',
  'transferred',
]
const verbs = new Set([...whole.flatMap(([, verb, , other]) => [verb, other]), ...steps.flat(), ...BESIDES])
const objects = new Set([...inSources(/\bobjectType: '([a-z_]+)'/g), ...inSources(/\bsingular: '([a-z_]+)'/g)].flat())

/** Whether it says `…cancelled` of every object, or of this one. */
const hasVerb = (known: Record<string, string>, verb: string) =>
  Object.keys(known).some((name) => name === verb || name.endsWith(`.${verb}`))

for (const [language, words] of languages) {
  test(`in ${language}, whatever the server writes into the audit log has a word`, () => {
    assert.ok(verbs.size > 80 && objects.size > 40, `${verbs.size} and ${objects.size} were read`)
    const missing = [
      ...[...verbs].filter((verb) => verb !== undefined && !hasVerb(words.audit.verbs, verb)),
      ...[...objects].filter((object) => object !== undefined && words.audit.objects[object] === undefined),
    ]
    assert.deepEqual(missing, [])
  })

  test(`in ${language}, every field that staff can change has a word in the audit log`, async () => {
    const fields = changedFields(JSON.parse(await readSource('openapi.json')))
    assert.ok(fields.length > 150, `${fields.length} were read`)
    assert.deepEqual(
      fields.filter((field) => words.audit.fields[field] === undefined && !ASKED.has(field)),
      [],
    )
  })

  test(`in ${language}, every kind of mail has a word`, () => {
    assert.deepEqual(
      [...mailKinds, STAFF_MAIL].filter((kind) => words.states[kind] === undefined),
      [],
    )
  })
}

/** How something is asked for, which is no field of what changes. */
const ASKED = new Set(
  'action also change_buyer columns content credit dry_run level object object_id owed_by_customer owed_to_customer refresh_url return_url seconds skip_bad_rows smaller to_unix update wait'.split(
    ' ',
  ),
)

type Schema = { $ref?: string; properties?: Record<string, unknown> }
type Body = { $ref?: string; content: Record<string, { schema: Schema }> }
type Document = { paths: Record<string, Record<string, { requestBody?: Body }>> }

/** What the bodies of the manage operations are made of. */
function changedFields(document: Document): string[] {
  const follow = <T extends { $ref?: string }>(part: T): T => {
    if (part.$ref === undefined) return part
    const path = part.$ref.slice(2).split('/')
    return follow(path.reduce((at, name) => (at as Record<string, unknown>)[name], document as unknown) as T)
  }
  const names = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/v1/manage/'))
    .flatMap(([, operations]) => Object.values(operations))
    .flatMap(({ requestBody }) => (requestBody ? Object.values(follow(requestBody).content) : []))
    .flatMap(({ schema }) => Object.keys(follow(schema).properties ?? {}))
  return [...new Set(names)]
}
