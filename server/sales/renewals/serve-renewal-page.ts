import { ownedRows, requireHere } from '../../access/organisations.ts'
import { plainPage, plainPageHeaders } from '../../messages/mail/plain-page.ts'
import { fill, speechOf } from '../../messages/mail/words.ts'
import { members } from '../../people/members/member-resource.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { html } from '../../platform/values/html.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { updateRow } from '../../resources/change-row.ts'
import { stopRenewals } from './end-renewal.ts'
import { RENEWAL_TOKEN_MAX, readRenewalToken } from './renewal-link.ts'

const path = '/renewal/:token'
const Params = Input({ token: Text(RENEWAL_TOKEN_MAX) })
const config = { scope: 'public' } as const

/**
 * Where a fan stops the renewal that a mail has told them of, with a form and no script, and without an account. Looking changes nothing,
 * since mailboxes follow links by themselves; it is not in the description of the API, for its addresses come with the mails.
 */
export const serveRenewalPage: Operation = (app, { sql, clock, seal }) => {
  app.get(path, { config, schema: { params: Params, hide: true } }, async ({ params }, reply) => {
    const renewal = await requireRenewal(sql, seal, params.token)
    return reply.headers(plainPageHeaders).type('text/html; charset=utf-8').send(pageOf(renewal))
  })
  app.post(path, { config, schema: { params: Params, body: Input({}), hide: true } }, async (request, reply) => {
    const { org_id: orgId, membership_member_id: memberId } = await requireRenewal(sql, seal, request.params.token)
    const actor = { orgId, kind: 'holder' as const, id: null, requestId: request.id }
    await sql.begin(async (tx) => {
      const at = { orgId, tx, clock, actor }
      await updateRow(members, at, memberId, ({ auto_renew }) => (auto_renew ? { auto_renew: false } : {}))
      await stopRenewals(at, memberId)
    })
    const stopped = await requireRenewal(sql, seal, request.params.token)
    return reply.headers(plainPageHeaders).type('text/html; charset=utf-8').send(pageOf(stopped))
  })
}

type RenewalOnPage = {
  org_id: number
  membership_member_id: number
  renewal_status: string
  renew_at: Date
  ends_at: Date
  price_minor: number
  currency: string
  type_title: string
  name: string
  language: string
  country: string
  timezone: string
}

async function requireRenewal(sql: Db, seal: Seal, token: string) {
  const named = readRenewalToken(seal, token)
  const [renewal] = await ownedRows(sql<RenewalOnPage[]>`
    select r.org_id, r.membership_member_id, r.renewal_status, r.renew_at, r.ends_at, r.price_minor, r.currency, t.title as type_title, g.name,
      coalesce(o.language, g.language) as language, g.country, g.timezone
    from membership_renewals r
    join membership_types t on t.org_id = r.org_id and t.membership_type_id = r.membership_type_id
    join organisations g on g.org_id = r.org_id
    left join orders o on o.org_id = r.org_id and o.order_id = r.notice_order_id
    where r.org_id = ${named?.orgId ?? 0}
      and r.membership_renewal_id = ${named?.renewalId ?? 0}`)
  if (!named || !renewal) throw new ApiError('resource_missing')
  await requireHere(renewal.org_id, sql)
  return renewal
}

function pageOf(renewal: Awaited<ReturnType<typeof requireRenewal>>): string {
  const { name: organisation, timezone, currency, type_title: membership } = renewal
  const speech = speechOf(renewal.language, renewal.country)
  const { renewal_stop, renewal_ask, renewal_stopped, renewal_over } = speech.words.labels
  const values = {
    organisation,
    membership,
    due: speech.date(renewal.renew_at, timezone),
    ends: speech.date(new Date(renewal.ends_at.getTime() - 1000), timezone),
    total: speech.money(renewal.price_minor, currency),
  }
  const said = (text: string) => fill(text, values)
  const rest =
    renewal.renewal_status === 'announced'
      ? html`<p>${said(renewal_ask)}</p><form method="post"><button>${renewal_stop}</button></form>`
      : html`<p role="status">${said(renewal.renewal_status === 'stopped' ? renewal_stopped : renewal_over)}</p>`
  return plainPage({ language: speech.language, title: renewal_stop, heading: organisation, rest })
}
