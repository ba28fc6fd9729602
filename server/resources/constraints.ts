import { ApiError } from '../platform/http/errors.ts'

type Refusal = { code?: string; constraint_name?: string }

const FOREIGN_KEY = '23503'
const UNIQUE = '23505'
const CHECK = '23514'

const NOTHING_NAMED = 'An id in the request names nothing that exists.'

/** An id in the body names nothing that this organisation has. */
export const missing = (param: string) => () =>
  new ApiError('resource_missing', { param, message: `${param} names nothing that exists.` })

/** The field cannot be what was sent, as things stand now. */
export const conflictOn = (param: string, message: string) => () => new ApiError('state_conflict', { param, message })

export const invalid = (param: string, message: string) => () =>
  new ApiError('parameter_invalid', { param, message, errors: [{ param, code: 'parameter_invalid', message }] })

export const conflict = (message: string) => () => new ApiError('state_conflict', { message })

/**
 * The rules of a row are stated once, in the database. Here its refusal gets words; one without words yet is
 * still the caller's to mend and not a failure of ours.
 */
export function explain(error: unknown, constraints: Record<string, () => ApiError> = {}): unknown {
  const { code, constraint_name: name = '' } = (error ?? {}) as Refusal
  const explanation = constraints[name]
  if (explanation) return explanation()
  if (code === FOREIGN_KEY) return new ApiError('resource_missing', { message: NOTHING_NAMED, cause: error })
  if (code === UNIQUE) return new ApiError('state_conflict', { message: 'It exists already.', cause: error })
  if (code === CHECK) return new ApiError('parameter_invalid', { cause: error })
  return error
}
