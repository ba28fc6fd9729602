import type { TLocalizedValidationError } from 'typebox/error'
import type { JsonSchema } from './coerce.ts'
import type { Problem } from './errors.ts'
import { nearestName } from './near-misses.ts'
import { UNIX_SECONDS_MAX } from './schema.ts'

/** Words the validator's findings as the contract does: `members[0][membership_member_id] must be an integer.` */
export function problemsOf(errors: TLocalizedValidationError[], value: unknown, schema: JsonSchema): Problem[] {
  const problems = new Map<string, Problem>()
  for (const problem of [
    ...errors.flatMap((error) => problemsOfOne(error, value, schema)),
    ...nulProblems(value, []),
  ]) {
    const key = `${problem.code} ${problem.param}`
    if (!problems.has(key)) problems.set(key, problem)
  }
  return [...problems.values()]
}

function problemsOfOne(error: TLocalizedValidationError, value: unknown, schema: JsonSchema): Problem[] {
  const path = error.instancePath.split('/').slice(1).map(unescapePointer)
  if (error.keyword === 'required') {
    return error.params.requiredProperties.map((name) => {
      const param = parameterName([...path, name])
      return { param, code: 'parameter_missing', message: `${param} is required.` }
    })
  }
  if (error.keyword === 'additionalProperties') {
    return error.params.additionalProperties.map((name) => unknown([...path, name], schema))
  }
  const param = parameterName(path)
  // An extra property is named twice, here and by the object that refuses it; behind many of them only this one is found.
  if (error.keyword === 'boolean') return [unknown(path, schema)]
  const sent = valueAt(value, path)
  const field = schemaAt(schema, path)
  const words = timeRule(error, sent) ?? ruleOfField(error, sent, field) ?? rule(error)
  return [{ param, code: 'parameter_invalid', message: `${param} ${words}${arrayHint(error, param, field)}.` }]
}

function unknown(path: string[], schema: JsonSchema): Problem {
  const param = parameterName(path)
  const known = Object.keys(schemaAt(schema, path.slice(0, -1))?.properties ?? {})
  const meant = nearestName(path.at(-1) ?? '', known)
  const hint = meant === undefined ? '' : ` Did you mean ${parameterName([...path.slice(0, -1), meant])}?`
  return { param, code: 'parameter_unknown', message: `${param} is not a parameter of this operation.${hint}` }
}

/** Finds the schema of the value at a path. */
const schemaAt = (schema: JsonSchema, path: string[]): Field | undefined =>
  path.reduce<Field | undefined>((field, name) => field?.properties?.[name] ?? field?.items, schema)

type Field = JsonSchema & {
  examples?: unknown[]
  '~refine'?: { check: (value: never) => boolean; error: (value: never) => string | object }[]
}

/** A text of the wrong length is first of all not what the field wants: three letters are not enough for a currency. */
function ruleOfField(error: TLocalizedValidationError, value: unknown, field: Field | undefined): string | undefined {
  if (error.keyword !== 'minLength' && error.keyword !== 'maxLength') return undefined
  const broken = field?.['~refine']?.find(({ check }) => !check(value as never))?.error(value as never)
  return typeof broken === 'string' && value !== '' ? broken : undefined
}

/** How a form writes what JSON has brackets for. */
function arrayHint(error: TLocalizedValidationError, param: string, field: Field | undefined): string {
  if (error.keyword !== 'type' || ![error.params.type].flat().includes('array')) return ''
  const example = (field?.items as Field | undefined)?.examples?.[0]
  if (example === undefined) return `: ${param}[]=… in a form, […] in JSON`
  return `: ${param}[]=${example} in a form, ${JSON.stringify([example])} in JSON`
}

const valueAt = (value: unknown, path: string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name], value)

const LIKE_A_DATE = /^\d{4}-\d\d-\d\d(?:$|[T ])/

/** A date where a number is wanted, and a time of another unit, are the same slip: times are whole seconds. */
function timeRule(error: TLocalizedValidationError, value: unknown): string | undefined {
  const isMilliseconds = error.keyword === 'maximum' && error.params.limit === UNIX_SECONDS_MAX
  if (isMilliseconds) return 'must be Unix time in seconds; this seems to be milliseconds'
  const isDate = error.keyword === 'type' && typeof value === 'string' && LIKE_A_DATE.test(value)
  if (!isDate || ![error.params.type].flat().includes('integer')) return undefined
  return 'must be Unix time in seconds, such as 1798759800, and not a date'
}

function rule(error: TLocalizedValidationError): string {
  switch (error.keyword) {
    case 'type':
      return `must be ${[error.params.type].flat().map(typeName).join(' or ')}`
    case 'enum':
      return `must be one of ${error.params.allowedValues.join(', ')}`
    case 'minimum':
      return `must be at least ${error.params.limit}`
    case 'maximum':
      return `must be at most ${error.params.limit}`
    case 'minLength':
      return error.params.limit === 1 ? 'must not be empty' : `must have at least ${error.params.limit} characters`
    case 'maxLength':
      return `must have at most ${error.params.limit} characters`
    case 'minItems':
      return `must have at least ${error.params.limit} item${error.params.limit === 1 ? '' : 's'}`
    case 'maxItems':
      return `must have at most ${error.params.limit} items`
    case 'pattern':
      return `must match the pattern ${error.params.pattern}`
    case 'format':
      return `must be a valid ${error.params.format}`
    default:
      return error.message
  }
}

const typeName = (type: string) => (type === 'null' ? 'null' : /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`)

const unescapePointer = (token: string) => token.replaceAll('~1', '/').replaceAll('~0', '~')

/** ['members', '0', 'id'] is written members[0][id], as a form would. Bounded, because a caller chooses the name. */
const parameterName = ([first = '', ...rest]: string[]) =>
  [first, ...rest.map((token) => `[${token}]`)].join('').slice(0, 200)

/** Valid values are no deeper than their schema; a refused one may be nested without end. */
const NUL_DEPTH_MAX = 8

function nulProblems(value: unknown, path: string[]): Problem[] {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
    const param = parameterName(path)
    return [{ param, code: 'parameter_invalid', message: `${param} must be well-formed text without a NUL character.` }]
  }
  if (typeof value !== 'object' || value === null || path.length >= NUL_DEPTH_MAX) return []
  return Object.entries(value).flatMap(([name, item]) => nulProblems(item, [...path, name]))
}
