import type { TLocalizedValidationError } from 'typebox/error'
import type { Problem } from './errors.ts'
import { UNIX_SECONDS_MAX } from './schema.ts'

/** Words the validator's findings as the contract does: `members[0][membership_member_id] must be an integer.` */
export function problemsOf(errors: TLocalizedValidationError[], value: unknown): Problem[] {
  const problems = new Map<string, Problem>()
  for (const problem of [...errors.flatMap((error) => problemsOfOne(error, value)), ...nulProblems(value, [])]) {
    const key = `${problem.code} ${problem.param}`
    if (!problems.has(key)) problems.set(key, problem)
  }
  return [...problems.values()]
}

function problemsOfOne(error: TLocalizedValidationError, value: unknown): Problem[] {
  const path = error.instancePath.split('/').slice(1).map(unescapePointer)
  if (error.keyword === 'required') {
    return error.params.requiredProperties.map((name) => {
      const param = parameterName([...path, name])
      return { param, code: 'parameter_missing', message: `${param} is required.` }
    })
  }
  if (error.keyword === 'additionalProperties') {
    return error.params.additionalProperties.map((name) => unknown(parameterName([...path, name])))
  }
  const param = parameterName(path)
  // An extra property is named twice, here and by the object that refuses it; behind many of them only this one is found.
  if (error.keyword === 'boolean') return [unknown(param)]
  return [
    { param, code: 'parameter_invalid', message: `${param} ${timeRule(error, valueAt(value, path)) ?? rule(error)}.` },
  ]
}

const unknown = (param: string): Problem => ({
  param,
  code: 'parameter_unknown',
  message: `${param} is not a parameter of this operation.`,
})

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
