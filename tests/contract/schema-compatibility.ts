import { isDeepStrictEqual } from 'node:util'
import { type OpenApi, resolveRef, type Schema } from '../../server/platform/openapi/openapi-types.ts'
import { merged } from '../harness/merged-schema.ts'

/**
 * `answer`: a client that reads by the released schema must still be able to.
 * `input`: whatever the released schema let through must still be let through.
 */
export type SchemaUse = 'answer' | 'input'

export type Comparison = { released: OpenApi; current: OpenApi; use: SchemaUse }

/** What a change from one schema to the other breaks, each as a line that begins with the place. */
export function schemaChanges(how: Comparison, before: Schema, after: Schema, at: string, seen = ''): string[] {
  // A schema that holds itself: this pair has been compared further up.
  const pair = `${before.$ref ?? ''} ${after.$ref ?? ''};`
  if (before.$ref !== undefined && after.$ref !== undefined && seen.includes(pair)) return []
  const path = seen + pair
  const old = merged(how.released, before)
  const now = merged(how.current, after)
  if (old.anyOf || now.anyOf) return alternativeChanges(how, old, now, at, path)
  const changes = typeChanges(how, old, now, at)
  // Of a value that has become another kind of thing, the details are of no interest.
  if (changes.length > 0) return changes
  return [
    ...valueChanges(how, old, now, at),
    ...propertyChanges(how, old, now, at, path),
    ...(old.items && now.items ? schemaChanges(how, old.items, now.items, `${at}[]`, path) : []),
  ]
}

function alternativeChanges(how: Comparison, old: Schema, now: Schema, at: string, seen: string): string[] {
  const before = old.anyOf ?? [old]
  const after = now.anyOf ?? [now]
  const fits = (one: Schema, other: Schema) => schemaChanges(how, one, other, at, seen).length === 0
  const lost =
    how.use === 'input'
      ? before.filter((one) => !after.some((other) => fits(one, other)))
      : after.filter((other) => !before.some((one) => fits(one, other)))
  if (lost.length === 0) return []
  return [`${at}: ${how.use === 'input' ? 'an alternative is no longer taken' : 'has an alternative more'}`]
}

function typeChanges({ use }: Comparison, old: Schema, now: Schema, at: string): string[] {
  const [before, after] = [typesOf(old), typesOf(now)]
  const [narrower, wider] = use === 'answer' ? [after, before] : [before, after]
  const covers = (type: string) =>
    wider.includes('any') || wider.includes(type) || (type === 'integer' && wider.includes('number'))
  const outside = narrower.filter((type) => !covers(type))
  if (outside.length === 0) return []
  if (outside.join() === 'null') return [`${at}: ${use === 'answer' ? 'may now be null' : 'no longer takes null'}`]
  return [`${at}: was ${before.join(' or ')}, is ${after.join(' or ')}`]
}

const typesOf = ({ type }: Schema): string[] => (type === undefined ? ['any'] : [type].flat())

function valueChanges(how: Comparison, old: Schema, now: Schema, at: string): string[] {
  const changes = how.use === 'answer' ? answerValues(old, now) : inputValues(old, now)
  return changes.map((change) => `${at}: ${change}`)
}

/** An answer may get new values (the contract says so), but what was a fixed value or a format stays one. */
function answerValues(old: Schema, now: Schema): string[] {
  const gone = old.enum && now.enum && !old.enum.some((value) => now.enum?.includes(value))
  return [
    ...(gone ? [`was ${old.enum?.join(' or ')}, is ${now.enum?.join(' or ')}`] : []),
    ...(old.format !== undefined && old.format !== now.format ? [`format was ${old.format}, is ${now.format}`] : []),
  ]
}

const AT_LEAST = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const AT_MOST = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
const FIXED = ['pattern', 'format', 'multipleOf', 'uniqueItems']

function inputValues(old: Schema, now: Schema): string[] {
  const number = (schema: Schema, keyword: string, open: number) => (schema[keyword] as number | undefined) ?? open
  const lostValues = now.enum ? (old.enum?.filter((value) => !now.enum?.includes(value)) ?? ['other values']) : []
  const raised = AT_LEAST.filter((word) => number(now, word, -Infinity) > number(old, word, -Infinity))
  const lowered = AT_MOST.filter((word) => number(now, word, Infinity) < number(old, word, Infinity))
  const fixed = FIXED.filter((word) => now[word] !== undefined && now[word] !== false && now[word] !== old[word])
  return [
    ...(lostValues.length > 0 ? [`no longer takes ${lostValues.join(', ')}`] : []),
    ...[...raised, ...lowered, ...fixed].map((word) => `${word} was ${old[word] ?? 'not set'}, is ${now[word]}`),
    // Leaving the parameter out would then mean something else than it did.
    ...(defaultOf(old) !== undefined && !isDeepStrictEqual(defaultOf(old), defaultOf(now))
      ? [`default was ${written(defaultOf(old))}, is ${written(defaultOf(now))}`]
      : []),
  ]
}

const written = (value: unknown): string => (value === undefined ? 'not set' : JSON.stringify(value))

/** Bodies have theirs under a name of ours: see describe-defaults.ts. */
const defaultOf = (schema: Schema): unknown => schema.default ?? schema['x-default']

function propertyChanges(how: Comparison, old: Schema, now: Schema, at: string, seen: string): string[] {
  const before = old.properties ?? {}
  const after = now.properties ?? {}
  const place = (name: string) => `${at}.${name}`
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(after, name))
  const shared = Object.entries(before).flatMap(([name, property]) =>
    after[name] ? schemaChanges(how, property, after[name], place(name), seen) : [],
  )
  return [
    ...removed.map((name) => `${place(name)}: is gone`),
    ...shared,
    ...(how.use === 'answer' ? lessCertain(old, now) : moreRequired(how, old, now)).map(
      ([name, change]) => `${place(name)}: ${change}`,
    ),
    ...otherProperties(how, old, now, at, seen),
  ]
}

const lessCertain = (old: Schema, now: Schema): [string, string][] =>
  (old.required ?? [])
    .filter((name) => Object.hasOwn(now.properties ?? {}, name) && !now.required?.includes(name))
    .map((name) => [name, 'may now be absent'])

/** A field with a default may be left out, whatever `required` says. */
const moreRequired = ({ current }: Comparison, old: Schema, now: Schema): [string, string][] =>
  (now.required ?? [])
    .filter((name) => !old.required?.includes(name))
    .filter((name) => defaultOf(resolveRef(current, now.properties?.[name] ?? {})) === undefined)
    .map((name) => [name, 'is now required'])

/** Objects used as maps: what may stand under a name that the schema does not list. */
function otherProperties(how: Comparison, old: Schema, now: Schema, at: string, seen: string): string[] {
  const [before, after] = [old.additionalProperties ?? true, now.additionalProperties ?? true]
  if (typeof before === 'object' && typeof after === 'object') return schemaChanges(how, before, after, `${at}.*`, seen)
  const lost = how.use === 'input' ? before !== false && after === false : typeof before === 'object' && !after
  return lost ? [`${at}: no longer has fields of any name`] : []
}
