import { isWrite, send } from '../harness/operations.ts'
import { keptExample, makeExample, type Owing, type Rule, refusalFindings, successFindings, tenantsOf } from './owed.ts'
import { changedBy } from './tenant-rows.ts'

const UNKNOWN = { status: 400, code: 'parameter_unknown' }

/** A mistyped parameter is refused, not passed over, and nothing happens meanwhile. */
export const refusesUnknown: Rule = async (owing) => {
  const { house, operation } = owing
  const { own: tenant } = await tenantsOf(house, operation)
  const example = await keptExample(owing)
  const findings: string[] = []
  const changed = await changedBy(operation, house.sql, tenant.orgId, async () => {
    const misspelt = await send(house, operation, example, { key: tenant.key, query: { surprise: 1 } })
    findings.push(...refusalFindings(misspelt, UNKNOWN, 'an unknown query parameter'))
    if (!isWrite(operation)) return
    for (const as of ['json', 'form'] as const) {
      const body = { ...example.body, surprise: 1 }
      const answer = await send(house, operation, { ...example, body }, { key: tenant.key, as })
      findings.push(...refusalFindings(answer, UNKNOWN, `an unknown field of the body (${as})`))
    }
  })
  return [...findings, ...changed.map((table) => `what is refused changed ${table}`)]
}

/** A retry with the same Idempotency-Key gives the first answer again and has no second effect; a form equals its JSON. */
export const repeatsSafely: Rule = async (owing) => {
  const { house, operation, entry } = owing
  const { own: tenant } = await tenantsOf(house, operation)
  const example = await makeExample(house, tenant, entry)
  const { key } = tenant
  const headers = { 'idempotency-key': `owed-${operation.id}` }
  const first = await send(house, operation, example, { key, headers })
  const findings = successFindings(first, operation, 'the first request')
  if (first.headers['idempotent-replayed'] !== undefined) findings.push('the first request counts as a replay')
  const changed = await changedBy(operation, house.sql, tenant.orgId, async () => {
    for (const as of example.body ? (['json', 'form'] as const) : (['json'] as const)) {
      const again = await send(house, operation, example, { key, headers, as })
      if (again.headers['idempotent-replayed'] !== 'true') findings.push(`the same as ${as}: is not replayed`)
      if (again.status !== first.status || again.text !== first.text)
        findings.push(`the same as ${as}: is answered with ${again.status} ${again.text}, not ${first.text}`)
    }
    const different = differentRequest(owing, example)
    if (!different) return
    const reused = await send(house, operation, different, { key, headers })
    const wanted = { status: 422, code: 'idempotency_key_reused' }
    findings.push(...refusalFindings(reused, wanted, 'another request with the same Idempotency-Key'))
  })
  return [...findings, ...changed.map((table) => `repeating it changed ${table}`), ...(await takesForms(owing))]
}

/** Another body, or, where there is none, another path. Neither: there is only one request of this kind. */
function differentRequest({ operation }: Owing, example: Awaited<ReturnType<typeof makeExample>>) {
  if (operation.body) return { ...example, body: example.otherBody ?? {} }
  const [place, missing] = Object.entries(example.ids ?? {}).find(([name]) => name.startsWith('params.')) ?? []
  if (place === undefined || missing === undefined) return undefined
  return { ...example, params: { ...example.params, [place.slice('params.'.length)]: missing } }
}

async function takesForms({ house, operation, entry }: Owing): Promise<string[]> {
  const { own: tenant } = await tenantsOf(house, operation)
  const example = await makeExample(house, tenant, entry)
  if (!example.body) return []
  return successFindings(await send(house, operation, example, { key: tenant.key, as: 'form' }), operation, 'as a form')
}
