import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { lazily } from '../process/lazily.ts'
import { withoutTrailingSlashes } from '../values/trailing-slashes.ts'
import { coercerOf, isPlainObject, type JsonSchema } from './coerce.ts'
import { ApiError, invalidParameters, type Problem, unknownRoute } from './errors.ts'
import { problemsOf } from './input-problems.ts'
import { escapeProblems } from './query-escapes.ts'
import { readRows } from './row-problems.ts'
import { Input } from './schema.ts'

type Part = { check: (value: unknown) => Problem[]; coerce: (value: unknown) => unknown }

const PROBLEMS_MAX = 100
// Left alone, the validator stops after 8 findings; an extra property makes two.
Settings.Set({ maxErrors: 2 * PROBLEMS_MAX })

const nothing = Input({})

/**
 * Validates params, query and body of every route by the schemas that it declares, and reports all problems of a request
 * in one answer, which Fastify's own validation, stopping at the first part, cannot do.
 */
export function validateInput(app: FastifyInstance): void {
  app.setValidatorCompiler(() => () => true)
  // A map cannot be a default that requests would share: each is given its own below.
  app.decorateRequest('rowProblems')
  app.addHook('onRoute', (route) => {
    const schema = (route.schema ?? {}) as { params?: TSchema; querystring?: TSchema; body?: TSchema }
    const params = schema.params ? part(schema.params) : undefined
    const query = part(schema.querystring ?? nothing)
    const body = route.method === 'GET' || route.method === 'HEAD' ? undefined : part(schema.body ?? nothing)
    const rows = rowsOf(route.config?.rowsIn, schema.body)
    const hooks = route.preValidation ?? []
    route.preValidation = [
      ...(Array.isArray(hooks) ? hooks : [hooks]),
      function validate(request, _reply, done) {
        try {
          if (params) request.params = pathOf(params, request.params, request.url)
          readQueryAndBody(request, query, body, rows)
          done()
        } catch (error) {
          done(error as Error)
        }
      },
    ]
  })
}

function part(schema: TSchema): Part {
  const compiled = lazily(() => Compile(schema))
  return {
    coerce: coercerOf(schema as JsonSchema),
    check: (value) => {
      const validator = compiled()
      if (validator.Check(value) && !hasNul(value)) return []
      const problems = problemsOf(validator.Errors(value), value, schema as JsonSchema)
      // What was refused must never pass for want of words.
      if (problems.length === 0) throw new Error('a refused value without a problem')
      return problems
    },
  }
}

/** A path that is not even the shape of an id names nothing that exists. */
function pathOf(params: Part, value: unknown, url: string): unknown {
  const empty = Object.entries(value as Record<string, string>).find(([, id]) => id === '')?.[0]
  if (empty !== undefined) throw unknownRoute(meantWithout(empty, url))
  const coerced = params.coerce(value)
  if (params.check(coerced).length > 0) throw new ApiError('resource_missing')
  return coerced
}

/** `/v1/events/` is the list with a slash too many; `/v1/events//prices` has forgotten the event. */
function meantWithout(name: string, url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  return path.endsWith('/') ? withoutTrailingSlashes(path) : path.replace('//', `/{${name}}/`)
}

type Rows = { field: string; max: number }

function rowsOf(field: string | undefined, schema: TSchema | undefined): Rows | undefined {
  const rows = field === undefined ? undefined : (schema as JsonSchema | undefined)?.properties?.[field]
  if (field === undefined || rows?.maxItems === undefined) return undefined
  return { field, max: rows.maxItems }
}

function readQueryAndBody(request: FastifyRequest, query: Part, body: Part | undefined, rows: Rows | undefined): void {
  const coercedQuery = query.coerce(request.query)
  const problems = withFirst(escapeProblems(request.url), query.check(coercedQuery))
  request.query = coercedQuery
  if (body) {
    const object = request.body === undefined ? {} : request.body
    if (!isPlainObject(object)) throw new ApiError('body_malformed', { message: 'The request body must be an object.' })
    if (rows) {
      const read = readRows(object, rows.field, rows.max, body)
      request.body = read.body
      request.rowProblems = read.rowProblems
      problems.push(...read.problems)
    } else {
      request.body = body.coerce(object)
      problems.push(...body.check(request.body))
    }
  }
  if (problems.length > 0) throw invalidParameters(problems.slice(0, PROBLEMS_MAX))
}

/** What is wrong with the escapes of a parameter says more than what its value came to by them. */
const withFirst = (first: Problem[], others: Problem[]) =>
  first.length === 0
    ? others
    : [...first, ...others.filter(({ param, code }) => !first.some((one) => one.param === param && one.code === code))]

/** PostgreSQL text holds neither a NUL nor half a character: one fails far from its cause, the other is stored changed. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(hasNul)
}
