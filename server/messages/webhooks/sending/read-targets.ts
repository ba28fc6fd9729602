import type { KeyObject } from 'node:crypto'
import { ownedRows } from '../../../access/organisations.ts'
import type { Sql } from '../../../platform/postgres/database.ts'
import type { Seal } from '../../../platform/values/seal.ts'
import { keyOf, secretContext } from '../signature.ts'
import { byOrganisation, type EndpointKey, idsOf } from './queues.ts'

/** An endpoint as the sender needs it. */
export type Target = EndpointKey & {
  url: string
  keys: KeyObject[]
  /** The endpoint may receive messages of these scopes. */
  scopes: string[]
  failingSince: Date | null
  /** Until then it is sent pings only. */
  proven: boolean
  /** Of a live organisation, and registered without TLS while the operator allowed it: nothing is sent there any more. */
  needsHttps: boolean
}

type TargetRow = {
  org_id: number
  webhook_endpoint_id: number
  url: string
  scopes: string[]
  secret_encrypted: Buffer
  previous_secret_encrypted: Buffer | null
  failing_since: Date | null
  proven: boolean
  needs_https: boolean
}

/** `unreadable` are those whose secret was sealed under one that is not known here: nothing may be sent to them unsigned. */
export type Targets = { targets: Target[]; unreadable: EndpointKey[] }

/** The endpoints that are enabled, with every secret that signs now. */
export async function readTargets(
  sql: Sql,
  seal: Seal,
  now: Date,
  endpoints: EndpointKey[],
  { plainHttp }: { plainHttp: boolean },
): Promise<Targets> {
  const rows = await byOrganisation(endpoints, (orgId, held) =>
    ownedRows(sql<TargetRow[]>`
      select e.org_id, e.webhook_endpoint_id, e.url, e.scopes, e.secret_encrypted, e.failing_since,
        e.proven_at is not null as proven,
        case when e.previous_secret_expires_at > ${now} then e.previous_secret_encrypted end as previous_secret_encrypted,
        not ${plainHttp}::boolean and e.url like 'http:%' and o.mode = 'live' as needs_https
      from webhook_endpoints e
      join organisations o using (org_id)
      where e.org_id = ${orgId}
        and e.webhook_endpoint_id = any (${idsOf(held)}::bigint[])
        and e.webhook_endpoint_status = 'enabled'`),
  )
  const result: Targets = { targets: [], unreadable: [] }
  for (const row of rows.flat()) {
    const endpoint = { orgId: row.org_id, endpointId: row.webhook_endpoint_id }
    const keys = keysOf(seal, row)
    const { url, scopes, proven, failing_since: failingSince, needs_https: needsHttps } = row
    if (keys) result.targets.push({ ...endpoint, url, keys, scopes, failingSince, proven, needsHttps })
    else result.unreadable.push(endpoint)
  }
  return result
}

function keysOf(seal: Seal, row: TargetRow): KeyObject[] | undefined {
  const context = secretContext(row.org_id, row.webhook_endpoint_id)
  const sealed = [row.secret_encrypted, ...(row.previous_secret_encrypted ? [row.previous_secret_encrypted] : [])]
  try {
    return sealed.map((bytes) => keyOf(seal.open(bytes, context)))
  } catch {
    return undefined
  }
}
