import type { Example, Scalar } from '../examples/example.ts'
import type { Answer, House, Tenant } from '../harness/house.ts'
import { isWrite, type OperationSpec, send } from '../harness/operations.ts'
import { makeExample, ownExample, type Rule, tenantsOf } from './owed.ts'
import { changedBy } from './tenant-rows.ts'

/** Another organisation's id is answered exactly as one that does not exist, and does nothing to that organisation. */
export const keepsTenantsApart: Rule = async (owing) => {
  const { house, operation, entry } = owing
  const { own: tenant, other } = await tenantsOf(house, operation)
  const own = await ownExample(owing)
  const before = isWrite(operation) ? undefined : await send(house, operation, own, { key: tenant.key })
  const foreign = await makeExample(house, other, entry)
  const findings: string[] = []
  if (before) {
    const after = await send(house, operation, own, { key: tenant.key })
    const { lasting = (text: string) => text } = entry
    if (lasting(before.text) !== lasting(after.text))
      findings.push('the answer changes when another organisation gets rows')
  }
  const changed = await changedBy(operation, house.sql, other.orgId, async () => {
    for (const [place, missing] of Object.entries(own.ids ?? {})) {
      findings.push(...(await compareIds({ house, operation, tenant }, own, place, valueAt(foreign, place), missing)))
    }
  })
  return [...findings, ...changed.map((table) => `changes ${table} of another organisation`)]
}

type Asking = { house: House; operation: OperationSpec; tenant: Tenant }

async function compareIds(asking: Asking, own: Example, place: string, foreign: Scalar, missing: Scalar) {
  if (foreign === valueAt(own, place)) return [`${place}: the example gives two organisations the same id`]
  const answers = [await answerTo(asking, own, place, foreign), await answerTo(asking, own, place, missing)]
  const [theirs, nobodys] = answers.map((answer, index) => likeness(answer, index === 0 ? foreign : missing))
  if (theirs === nobodys) return []
  return [`${place}: another organisation's id is answered with ${theirs}, one that does not exist with ${nobodys}`]
}

function answerTo({ house, operation, tenant }: Asking, own: Example, place: string, id: Scalar): Promise<Answer> {
  const example = withValue(own, place, id)
  const filter = place.startsWith('filters.') ? { [place.slice(8)]: id } : {}
  return send(house, operation, example, { key: tenant.key, query: filter })
}

/** Status and body, but for what must differ: the id that was asked for, and the id of the request. */
function likeness({ status, body }: Answer, id: Scalar): string {
  const scrub = (name: string, value: unknown): unknown => {
    if (name === 'request_id') return 'request'
    if (String(value) === String(id)) return 'id'
    if (typeof value !== 'string') return value
    // Of an address its parts, of a sentence its words.
    return value
      .split(name === 'message' ? /([\s:]|\.$)/ : /(\/)/)
      .map((part) => (part === String(id) ? 'id' : part))
      .join('')
  }
  return `${status} ${JSON.stringify(body, scrub)}`
}

const ROOTS = ['params', 'query', 'filters', 'headers', 'body']

/** The value at `body.members.0.membership_member_id`. */
export function valueAt(example: Example, place: string): Scalar {
  let value: unknown = example
  for (const step of place.split('.')) value = (value as Record<string, unknown> | undefined)?.[step]
  if (value === undefined || typeof value === 'object') throw new Error(`the example has no value at ${place}`)
  return value as Scalar
}

export function withValue(example: Example, place: string, value: Scalar): Example {
  const copy = structuredClone(example)
  const steps = place.split('.')
  const last = steps.pop() ?? ''
  let holder: unknown = copy
  for (const step of steps) holder = (holder as Record<string, unknown>)[step]
  Object.assign(holder as object, { [last]: value })
  return copy
}

/** Where in an example something stands that looks like an id: a path parameter, or a field whose name ends in `_id` or `_ids`. */
export function idPlaces(example: Example): string[] {
  const within = (value: unknown, place: string, isId: boolean): string[] => {
    if (typeof value !== 'object' || value === null) return isId && value !== null ? [place] : []
    return Object.entries(value).flatMap(([name, item]) =>
      within(item, `${place}.${name}`, place === 'params' || /_ids?$/.test(name) || (isId && Array.isArray(value))),
    )
  }
  return ROOTS.flatMap((root) => within(example[root as keyof Example] ?? {}, root, false))
}
