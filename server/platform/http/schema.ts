import { type TSchema, Type } from 'typebox'

/** Building blocks of the schemas, so that every string and every number in the API has a bound. */

export const TEXT_MAX = 2000

/** A line of text: a name, a title, a subject. A control character in one could end a header or a line of a file, or hide what follows. */
export const Text = (maxLength: number, options: Record<string, unknown> = {}) =>
  Type.Refine(
    RawText(maxLength, options),
    (text) => !/[\p{Cc}\u2028\u2029]/u.test(text),
    () => 'must be one line, without control characters',
  )

/** Text that people write in paragraphs. */
export const Paragraphs = (maxLength: number, options: Record<string, unknown> = {}) =>
  Type.Refine(
    RawText(maxLength, options),
    (text) => !/(?![\n\r\t])\p{Cc}/u.test(text),
    () => 'must have no control characters but line breaks and tabs',
  )

/** Text that is taken as it is: a password, a file, what a scanner has read. */
export const RawText = (maxLength: number, options: Record<string, unknown> = {}) =>
  Type.String({ minLength: 1, maxLength, ...options })

export const Integer = (options: { minimum?: number; maximum?: number; [more: string]: unknown } = {}) =>
  Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, ...options })

/** An id as the database counts them. On the wire it may come as a number or as its digits. */
export const Id = (options: Record<string, unknown> = {}) => Integer({ minimum: 1, ...options })

/** The end of the year 9999. Later ones are written with a sign, which the database does not read. */
export const UNIX_SECONDS_MAX = 253_402_300_799

export const UnixSeconds = (options: Record<string, unknown> = {}) =>
  Integer({ minimum: 0, maximum: UNIX_SECONDS_MAX, ...options })

/** A status that is a number on the wire, with its names for readers of the document and generated clients. */
export const StatusId = (statuses: Record<string, number>, options: Record<string, unknown> = {}) =>
  Type.Integer({ enum: Object.values(statuses), 'x-enum-varnames': Object.keys(statuses), ...options })

export const OneOf = <const T extends string[]>(values: T, options: Record<string, unknown> = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...options })

type Plain<T extends TSchema> = T & { type: string }

/**
 * `type: ['string', 'null']` instead of anyOf: it is what serialiser, validator and OpenAPI readers handle best, and it
 * keeps a JSON null a null. A refinement goes along, and lets null pass.
 */
export const Nullable = <T extends TSchema>(schema: Plain<T>) => {
  const nullable = Type.Unsafe<Type.Static<T> | null>({ ...schema, type: [schema.type, 'null'] })
  const refinements = '~refine' in schema ? (schema['~refine'] as Type.TRefinement[]) : []
  return refinements.reduce<Type.TUnsafe<Type.Static<T> | null>>(
    (type, { check, error }) => Type.Refine(type, (value) => value === null || check(value), error),
    nullable,
  )
}

/** Input objects refuse what they do not know: a mistyped filter that returns everything is worse than an error. */
export const Input = <P extends Type.TProperties>(properties: P, options: Record<string, unknown> = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options })

/** What stands in a schema beside a field that no publishable key is shown. */
export const SECRET_KEYS_ONLY = 'x-secret-keys-only'

/** A field of an answer that only secret keys get; for others it is not there. */
export const ForSecretKeys = <T extends TSchema>(schema: T) =>
  Type.Optional(Type.Unsafe<Type.Static<T>>({ ...schema, [SECRET_KEYS_ONLY]: true }))
