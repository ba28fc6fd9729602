import { Type } from 'typebox'
import { fill } from '../../../faces/kit/messages.ts'
import { ownedRows, requireHere } from '../../access/organisations.ts'
import { plainPage, plainPageHeaders } from '../../messages/mail/plain-page.ts'
import { speechOf } from '../../messages/mail/words.ts'
import { members } from '../../people/members/member-resource.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, OneOf, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { html } from '../../platform/values/html.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { updateRow } from '../../resources/change-row.ts'
import { stopRenewals } from './end-renewal.ts'
import { RENEWAL_TOKEN_MAX, readRenewalToken } from './renewal-link.ts'

const path = '/renewal/:token'
const Params = Input({ token: Text(RENEWAL_TOKEN_MAX) })
const Body = Input({ again: Type.Optional(OneOf(['1'])) })
const config = { scope: 'public', host: 'everywhere' } as const

/**
 * Where a fan stops the renewal that a mail has told them of, with a form and no script, and without an account. Looking changes nothing,
 * since mailboxes follow links by themselves; it is not in the description of the API, for its addresses come with the mails.
 */
export const serveRenewalPage: Operation = (app, { sql, clock, seal }) => {
  app.get(path, { config, schema: { params: Params, hide: true } }, async ({ params }, reply) => {
    const renewal = await requireRenewal(sql, seal, params.token)
    return reply
      .headers(plainPageHeaders)
      .type('text/html; charset=utf-8')
      .send(pageOf(renewal, clock(renewal.org_id)))
  })
  app.post(path, { config, schema: { params: Params, body: Body, hide: true } }, async (request, reply) => {
    const renewal = await requireRenewal(sql, seal, request.params.token)
    const { org_id: orgId, membership_member_id: memberId } = renewal
    const isWantedAgain = request.body.again === '1'
    if (isWantedAgain && !canGoOn(renewal, clock(orgId)))
      return reply
        .headers(plainPageHeaders)
        .type('text/html; charset=utf-8')
        .send(pageOf(renewal, clock(orgId)))
    const actor = { orgId, kind: 'holder' as const, id: null, requestId: request.id }
    await sql.begin(async (tx) => {
      const at = { orgId, tx, clock, actor }
      await updateRow(members, at, memberId, ({ auto_renew }) =>
        auto_renew === isWantedAgain ? {} : { auto_renew: isWantedAgain },
      )
      if (!isWantedAgain) await stopRenewals(at, memberId)
    })
    const changed = await requireRenewal(sql, seal, request.params.token)
    return reply
      .headers(plainPageHeaders)
      .type('text/html; charset=utf-8')
      .send(pageOf(changed, clock(orgId)))
  })
}

type RenewalOnPage = {
  org_id: number
  membership_member_id: number
  renewal_status: string
  auto_renew: boolean
  /** The term that it was to follow is still the one that they have. */
  is_standing: boolean
  renew_at: Date
  ends_at: Date
  total_minor: number
  currency: string
  /** Of what ends: that which follows may have another name. */
  type_title: string
  name: string
  language: string
  country: string
  timezone: string
}

async function requireRenewal(sql: Db, seal: Seal, token: string) {
  const named = readRenewalToken(seal, token)
  const [renewal] = await ownedRows(sql<RenewalOnPage[]>`
    select r.org_id, r.membership_member_id, r.renewal_status, m.auto_renew,
      m.membership_member_status_id in (${memberStatus.paid}, ${memberStatus.instalments}) and m.expires = r.ends_at as is_standing, r.renew_at, r.ends_at, r.price_minor + coalesce(r.added_tax_minor, 0) as total_minor, r.currency, t.title as type_title, g.name,
      coalesce(o.language, g.language) as language, g.country, g.timezone
    from membership_renewals r
    join members m on m.org_id = r.org_id and m.membership_member_id = r.membership_member_id
    join membership_types t on t.org_id = m.org_id and t.membership_type_id = m.membership_type_id
    join organisations g on g.org_id = r.org_id
    left join orders o on o.org_id = r.org_id and o.order_id = r.notice_order_id
    where r.org_id = ${named?.orgId ?? 0}
      and r.membership_renewal_id = ${named?.renewalId ?? 0}`)
  if (!named || !renewal) throw new ApiError('resource_missing')
  await requireHere(renewal.org_id, sql)
  return renewal
}

/** What was stopped can be had again while the term lasts: the fan is told anew before they are charged. */
const canGoOn = ({ renewal_status, is_standing, ends_at }: RenewalOnPage, now: Date): boolean =>
  renewal_status === 'stopped' && is_standing && ends_at > now

function pageOf(renewal: RenewalOnPage, now: Date): string {
  const { name: organisation, timezone, currency, type_title: membership } = renewal
  const speech = speechOf(renewal.language, renewal.country)
  const { renewal_stop, renewal_ask, renewal_stopped, renewal_over, renewal_again, renewal_on } = speech.words.labels
  const values = {
    organisation,
    membership,
    due: speech.date(renewal.renew_at, timezone),
    ends: speech.date(new Date(renewal.ends_at.getTime() - 1000), timezone),
    total: speech.money(renewal.total_minor, currency),
  }
  const said = (text: string) => fill(text, values)
  const rest =
    renewal.renewal_status === 'announced'
      ? html`<p>${said(renewal_ask)}</p><form method="post"><button>${renewal_stop}</button></form>`
      : renewal.renewal_status !== 'stopped'
        ? html`<p role="status">${said(renewal_over)}</p>`
        : renewal.auto_renew
          ? html`<p role="status">${said(renewal_on)}</p>`
          : html`<p role="status">${said(renewal_stopped)}</p>${canGoOn(renewal, now) ? again(renewal_again) : html``}`
  return plainPage({ language: speech.language, title: renewal_stop, heading: organisation, rest })
}

const again = (label: string) =>
  html`<form method="post"><input type="hidden" name="again" value="1"><button>${label}</button></form>`
