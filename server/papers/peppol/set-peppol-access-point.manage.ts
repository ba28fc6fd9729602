import { type Static, Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { OrganisationMode, OrgId } from '../../access/principal.ts'
import { urlProblem } from '../../messages/webhooks/endpoint-url.ts'
import { isSafeAddress } from '../../people/sso/provider-address.ts'
import { PeppolId, plainParticipantId } from '../../platform/e-invoice/participant-id.ts'
import { Input, Nullable, OneOf, RawText, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { invalid } from '../../resources/constraints.ts'
import { EmailAddress } from '../../resources/fields.ts'
import {
  type AccessPointRow,
  accesses,
  accessPointContext,
  findAccessPoint,
  PeppolAccessPoint,
  toPeppolAccessPoint,
} from './peppol-access-point.ts'

const Body = Input({
  peppol_id: PeppolId,
  access: OneOf([...accesses]),
  url: Type.Optional(Nullable(Text(500, { description: 'https; for access `http`' }))),
  token: Type.Optional(
    RawText(1000, {
      pattern: '^[\\x21-\\x7e]+$',
      description: 'that the access point knows the organisation by; left out: as it was, at the same address',
    }),
  ),
  contact_name: Type.Optional(Nullable(Text(100))),
  contact_phone: Type.Optional(Nullable(Text(50))),
  contact_email: Type.Optional(Nullable(EmailAddress)),
})
type Wanted = Static<typeof Body>

export const setPeppolAccessPoint: Operation = (app, deps) =>
  app.put(
    '/v1/manage/peppol_access_point',
    {
      config: { scope: 'documents:manage', needsProof: true, effects: ['data_out'] },
      schema: {
        operationId: 'setPeppolAccessPoint',
        summary: 'Hand invoices to Peppol',
        description:
          'From then on, an invoice or a credit note whose buyer has a `peppol_id` is handed to this access point when it is issued; `POST /v1/manage/documents/{document_id}/deliver` sends those of before.',
        tags: ['Documents'],
        body: Body,
        response: { 200: PeppolAccessPoint },
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const before = await findAccessPoint(orgId, tx, true)
        const row = await storedRow(orgId, tx, deps, body, before)
        await store(orgId, tx, deps.clock(orgId), row)
        await record(tx, deps.clock, request, {
          action: 'peppol_access_point.set',
          objectType: 'organisation',
          objectId: orgId,
          before: before && audited(before),
          // The token is not told, only that there is a new one.
          after: { ...audited(row), ...(body.token !== undefined && { new_token: true }) },
        })
        return toPeppolAccessPoint(row)
      })
    },
  )

/** Without the contact, who is a person: the log could not forget them. */
export const audited = ({ peppol_id, access, url }: AccessPointRow) => ({ peppol_id, access, url })

async function storedRow(
  orgId: OrgId,
  tx: Tx,
  { seal, outbound }: PlatformDeps,
  { token, ...body }: Wanted,
  before: AccessPointRow | undefined,
): Promise<AccessPointRow> {
  const shared = {
    peppol_id: plainParticipantId(body.peppol_id),
    access: body.access,
    contact_name: body.contact_name ?? null,
    contact_phone: body.contact_phone ?? null,
    contact_email: body.contact_email ?? null,
  }
  if (body.access === 'simulated') {
    if ((await modeOf(orgId, tx)) === 'live')
      throw invalid('access', 'A live organisation hands its invoices to a real access point.')()
    return { ...shared, url: null, token_sealed: null }
  }
  const url = safeUrl(body.url ?? '', outbound)
  if (token !== undefined) return { ...shared, url, token_sealed: seal.close(token, accessPointContext(orgId)) }
  // A caller who may change the address must not learn by it the token of the one before.
  if (!before?.token_sealed || before.url !== url) throw invalid('token', 'token must be entered for this address.')()
  return { ...shared, url, token_sealed: before.token_sealed }
}

function safeUrl(text: string, { isAllowed }: Outbound): string {
  const isPublic = urlProblem(text, { isAllowed, needsHttps: false }) === undefined && isSafeAddress(text, isAllowed)
  if (isPublic && !text.includes('?')) return new URL(text).href
  throw invalid(
    'url',
    'url must be an https address that the internet reaches, without user, password, query and fragment.',
  )()
}

async function modeOf(orgId: OrgId, sql: Db): Promise<OrganisationMode | undefined> {
  const [organisation] = await sql<{ mode: OrganisationMode }[]>`
    select mode
    from organisations
    where org_id = ${orgId}`
  return organisation?.mode
}

const store = (orgId: OrgId, tx: Tx, now: Date, row: AccessPointRow) => tx`
  insert into peppol_access_points (
    org_id, peppol_id, access, url, token_sealed, contact_name, contact_phone, contact_email, created_at, changed_at
  )
  values (
    ${orgId}, ${row.peppol_id}, ${row.access}, ${row.url}, ${row.token_sealed}, ${row.contact_name}, ${row.contact_phone},
    ${row.contact_email}, ${now}, ${now}
  )
  on conflict (org_id) do update
  set peppol_id = excluded.peppol_id, access = excluded.access, url = excluded.url, token_sealed = excluded.token_sealed,
    contact_name = excluded.contact_name, contact_phone = excluded.contact_phone, contact_email = excluded.contact_email,
    changed_at = excluded.changed_at`
