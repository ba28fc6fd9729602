import { Type } from 'typebox'
import { fill } from '../../../faces/kit/messages.ts'
import { ownedRows, requireHere } from '../../access/organisations.ts'
import { plainPage, plainPageHeaders } from '../../messages/mail/plain-page.ts'
import { speechOf } from '../../messages/mail/words.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type Html, html } from '../../platform/values/html.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { endNews } from './end-news.ts'
import { NEWS_TOKEN_MAX, readNewsToken } from './news-link.ts'

const path = '/news/:token'
const Params = Input({ token: Text(NEWS_TOKEN_MAX) })
const config = { scope: 'public', host: 'everywhere' } as const

/** What a mailbox sends whose reader pressed its own button (RFC 8058). Ours sends nothing. */
const Body = Input({ 'List-Unsubscribe': Type.Optional(Text(50)) })

/**
 * Where a reader ends the news of an organisation, with a form and no script. Looking changes nothing, since mailboxes follow links by
 * themselves; it is not in the description of the API, for its addresses come with the mails.
 */
export const serveNewsPage: Operation = (app, { sql, clock, seal }) => {
  app.get(path, { config, schema: { params: Params, hide: true } }, async ({ params }, reply) => {
    const reader = await requireReader(sql, seal, params.token)
    return reply.headers(plainPageHeaders).type('text/html; charset=utf-8').send(pageOf(reader, false))
  })
  app.post(path, { config, schema: { params: Params, body: Body, hide: true } }, async ({ params }, reply) => {
    const reader = await requireReader(sql, seal, params.token)
    await sql.begin((tx) => endNews(reader.org_id, tx, clock, reader.address))
    return reply.headers(plainPageHeaders).type('text/html; charset=utf-8').send(pageOf(reader, true))
  })
}

type Organisation = { org_id: number; name: string; language: string; country: string }
type Reader = Awaited<ReturnType<typeof requireReader>>

async function requireReader(sql: Db, seal: Seal, token: string) {
  const reader = readNewsToken(seal, token)
  const [organisation] = await ownedRows(sql<Organisation[]>`
    select org_id, name, language, country
    from organisations
    where org_id = ${reader?.orgId ?? 0}`)
  if (!reader || !organisation) throw new ApiError('resource_missing')
  await requireHere(organisation.org_id, sql)
  return { ...organisation, address: reader.address }
}

function pageOf({ name: organisation, language: wanted, country, address }: Reader, isOver: boolean): string {
  const { language, words } = speechOf(wanted, country)
  const { news_end, news_ask, news_ended } = words.labels
  const said = (text: string) => fill(text, { organisation, address })
  const rest: Html = isOver
    ? html`<p role="status">${said(news_ended)}</p>`
    : html`<p>${said(news_ask)}</p><form method="post"><button>${news_end}</button></form>`
  return plainPage({ language, title: news_end, heading: organisation, rest })
}
