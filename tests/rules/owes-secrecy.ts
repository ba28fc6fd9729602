import { mayWith } from '../../server/access/authenticate/guard-fields.ts'
import { rightsByRole, roles } from '../../server/access/roles.ts'
import { isScope, opened, type Scope } from '../../server/access/scopes.ts'
import { asSeenBy, type FieldScope, guardedFieldsOf, type May } from '../../server/platform/http/guarded-fields.ts'
import { addStaff } from '../builders/staff.ts'
import type { Example } from '../examples/example.ts'
import type { Answer, Call, House, Tenant } from '../harness/house.ts'
import { type OperationSpec, send } from '../harness/operations.ts'
import { type Owing, ownExample, type Rule, tenantsOf } from './owed.ts'

const FIELD_SCOPES: FieldScope[] = ['codes:read', 'cards:read', 'customers:read', 'members:read', 'scans:read']

type Caller = { label: string; may: May; call: () => Promise<Call> }

/**
 * A caller who may not see codes, cards or how people are reached is shown none: every role, and a key with the scope of the
 * operation and no other. What they may see they are shown by its schema; and none of what the database holds stands anywhere in the
 * answer, whatever the schema says.
 */
export const showsByRight: Rule = async (owing) => {
  const { operation, house } = owing
  if (isOwn(operation)) return []
  const { own: tenant } = await tenantsOf(house, operation)
  const findings: string[] = []
  for (const { label, may, call } of callersOf(owing, tenant)) {
    if (FIELD_SCOPES.every(may)) continue
    const example = await ownExample(owing)
    const answer = await send(house, operation, example, await call())
    if (answer.status !== operation.success.status) continue
    findings.push(
      ...(await leaksIn(house, tenant, operation, { ...answer, text: withoutWords(answer.text, example) }, may)).map(
        (leak) => `${label} ${leak}`,
      ),
    )
  }
  return findings
}

/** A fan's, by a secret of theirs, or a gate's. */
const isOwn = ({ scope = '' }: OperationSpec) => ['', 'baskets:write', 'sso:read', 'gate:scan'].includes(scope)

function callersOf({ house, operation, entry }: Owing, tenant: Tenant): Caller[] {
  const scope = operation.scope as Scope
  const besides = (entry.besides ?? []).filter((other) => !(FIELD_SCOPES as string[]).includes(other))
  const narrow = [scope, ...besides].filter(isScope)
  return [
    ...roles.map((role) => ({
      label: role,
      may: mayWith(rightsByRole[role].read),
      call: async () => ({ headers: (await addStaff(house, tenant, { role })).headers }),
    })),
    {
      label: `a key with ${scope} alone`,
      may: mayWith(opened(narrow)),
      call: async () => ({ key: await house.key(tenant.orgId, { scopes: narrow }) }),
    },
  ]
}

/** What the caller said itself, a search may say again. */
const withoutWords = (text: string, { query = {} }: Example): string =>
  Object.values(query).reduce<string>((rest, word) => rest.replace(`"q":${JSON.stringify(word)}`, ''), text)

async function leaksIn(
  house: House,
  tenant: Tenant,
  { success }: OperationSpec,
  { text, body, headers }: Answer,
  may: May,
): Promise<string[]> {
  const isJson = (headers['content-type'] ?? '').startsWith('application/json')
  const fields = isJson ? guardedFieldsOf(success.schema) : undefined
  const isMasked = !fields || JSON.stringify(asSeenBy(may, fields)(body)) === JSON.stringify(body)
  const secrets = await secretsOf(house, tenant)
  const shown = (scope: FieldScope, values: string[]) =>
    may(scope) ? [] : values.filter((value) => text.includes(value)).map((value) => `is shown ${value} (${scope})`)
  return [
    ...(isMasked ? [] : [`is shown fields that their scopes do not open: ${text.slice(0, 500)}`]),
    ...shown('codes:read', secrets.codes),
    ...shown('cards:read', secrets.cards),
    ...shown('customers:read', secrets.contacts),
    ...(may('codes:read') || !/\bors_[\w-]{20,}/.test(text) ? [] : ['is shown the secret of an order']),
  ]
}

/** What the database holds of the organisation that is not for everybody. */
async function secretsOf({ sql }: House, { orgId }: Tenant) {
  const [row] = await sql<{ codes: string[]; cards: string[]; contacts: string[] }[]>`
    select
      array(
        select barcode from tickets where org_id = ${orgId} and barcode is not null
        union select short_code from tickets where org_id = ${orgId} and short_code is not null
      ) as codes,
      array(select barcode from members where org_id = ${orgId}) as cards,
      array(
        select email_address from orders where org_id = ${orgId} and email_address is not null
        union select email_address from tickets where org_id = ${orgId} and email_address is not null
        union select mobile_number from orders where org_id = ${orgId} and length(mobile_number) > 6
        union select email_address from members where org_id = ${orgId} and email_address is not null
        union select mobile_number from members where org_id = ${orgId} and length(mobile_number) > 6
        union select address from members where org_id = ${orgId} and length(address) > 6
        union select email_address from customers where org_id = ${orgId} and email_address is not null
        union select mobile_number from customers where org_id = ${orgId} and length(mobile_number) > 6
        union select address from customers where org_id = ${orgId} and length(address) > 6
      ) as contacts`
  if (!row) throw new Error('no organisation')
  return row
}
