import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Seal } from '../../platform/values/seal.ts'
import type { AccessPoint } from './access-point.ts'
import { httpAccessPoint } from './http-access-point.ts'
import { simulatedAccessPoint } from './simulated-access-point.ts'

export const accesses = ['simulated', 'http'] as const

/** What staff see of it: never the token. */
export const PeppolAccessPoint = Type.Object(
  {
    peppol_id: Nullable(Type.String({ description: 'participant id of the organisation, such as 0192:991825827' })),
    access: Type.Unsafe<(typeof accesses)[number] | null>({
      type: ['string', 'null'],
      enum: [...accesses, null],
      description:
        'null: none are handed over; simulated: nothing leaves the service, in sandboxes only; http: an access point at `url`',
    }),
    url: Nullable(Type.String({ description: 'where documents are handed over' })),
    has_token: Type.Boolean(),
    contact_name: Nullable(Type.String({ description: 'whom buyers ask about an invoice; Germans have to be told' })),
    contact_phone: Nullable(Type.String()),
    contact_email: Nullable(Type.String()),
  },
  { title: 'PeppolAccessPoint' },
)

export const AccessPointRow = Type.Object({
  peppol_id: Type.String(),
  access: Type.Unsafe<(typeof accesses)[number]>({ type: 'string' }),
  url: Nullable(Type.String()),
  token_sealed: Type.Unsafe<Buffer | null>({ type: ['object', 'null'] }),
  contact_name: Nullable(Type.String()),
  contact_phone: Nullable(Type.String()),
  contact_email: Nullable(Type.String()),
})
export type AccessPointRow = Static<typeof AccessPointRow>

export async function findAccessPoint(orgId: OrgId, sql: Db, lock = false): Promise<AccessPointRow | undefined> {
  const [row] = await sql<AccessPointRow[]>`
    select peppol_id, access, url, token_sealed, contact_name, contact_phone, contact_email
    from peppol_access_points
    where org_id = ${orgId}
    ${lock ? sql`for update` : sql``}`
  return row
}

export const toPeppolAccessPoint = (row: AccessPointRow | undefined) =>
  ({
    peppol_id: row?.peppol_id ?? null,
    access: row?.access ?? null,
    url: row?.url ?? null,
    has_token: (row?.token_sealed ?? null) !== null,
    contact_name: row?.contact_name ?? null,
    contact_phone: row?.contact_phone ?? null,
    contact_email: row?.contact_email ?? null,
  }) satisfies Static<typeof PeppolAccessPoint>

/** What the token is sealed for. */
export const accessPointContext = (orgId: number): string => `peppol_access_points ${orgId}`

/** What leads to one; `timeoutMs`: how long it has to answer. */
export type Ways = { seal: Seal; outbound: Outbound; timeoutMs?: number }

export function openAccessPoint(orgId: OrgId, { seal, ...ways }: Ways, row: AccessPointRow): AccessPoint {
  const { url, token_sealed: sealed } = row
  if (url === null || sealed === null) return simulatedAccessPoint
  return httpAccessPoint({ ...ways, url, token: seal.open(sealed, accessPointContext(orgId)) })
}
