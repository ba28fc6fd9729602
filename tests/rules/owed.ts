import type { Example, OperationExample } from '../examples/example.ts'
import type { Answer, House, Tenant } from '../harness/house.ts'
import { isWrite, type OperationSpec } from '../harness/operations.ts'

/** An operation, the request that succeeds, and a house to send it to. */
export type Owing = { house: House; operation: OperationSpec; entry: OperationExample }

/** What every operation owes, as a function that says where one falls short. No findings: it keeps the rule. */
export type Rule = (owing: Owing) => Promise<string[]>

export const makeExample = (house: House, tenant: Tenant, { make }: OperationExample): Promise<Example> =>
  make ? make(house, tenant) : Promise.resolve({})

const kept = new WeakMap<OperationSpec, Promise<Example>>()

/**
 * The same for requests without effect: a read, or a request that is refused. Making one takes longer than sending it,
 * and most of what an operation owes is such a refusal.
 */
export async function keptExample({ house, operation, entry }: Owing): Promise<Example> {
  const example = kept.get(operation) ?? makeExample(house, (await tenantsOf(house, operation)).own, entry)
  kept.set(operation, example)
  return example
}

/** One that has not been sent, for a request that has an effect. */
export const ownExample = async (owing: Owing): Promise<Example> =>
  isWrite(owing.operation)
    ? makeExample(owing.house, (await tenantsOf(owing.house, owing.operation)).own, owing.entry)
    : keptExample(owing)

type Pair = { own: Tenant; other: Tenant }
const pairs = new WeakMap<OperationSpec, Promise<Pair>>()

/** Two organisations for each operation: its rules share them, and each makes rows of its own in them. */
export function tenantsOf(house: House, operation: OperationSpec): Promise<Pair> {
  const pair = pairs.get(operation) ?? newPair(house, operation)
  pairs.set(operation, pair)
  return pair
}

const newPair = async (house: House, operation: OperationSpec): Promise<Pair> => ({
  own: await newTenant(house, operation),
  other: await newTenant(house, operation),
})

/** With a key that the operation takes. */
export async function newTenant(house: House, { scope }: OperationSpec): Promise<Tenant> {
  const tenant = await house.organisation()
  return scope === 'gate:scan' ? { ...tenant, key: await house.key(tenant.orgId, { kind: 'gk' }) } : tenant
}

export const successFindings = ({ status, text }: Answer, { success }: OperationSpec, label: string): string[] =>
  status === success.status ? [] : [`${label}: is answered with ${status} ${text.slice(0, 300)}`]

export function refusalFindings({ status, body }: Answer, wanted: { status: number; code: string }, label: string) {
  const code = body.error?.code ?? 'no code'
  if (status === wanted.status && code === wanted.code) return []
  return [`${label}: is answered with ${status} ${code} instead of ${wanted.status} ${wanted.code}`]
}

let strangers = 0
/** Callers without a key are limited by address; each of these is a caller of its own. */
export const newAddress = (): string => {
  strangers += 1
  return `10.${(strangers >> 16) & 255}.${(strangers >> 8) & 255}.${strangers & 255}`
}
