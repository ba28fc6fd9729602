import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { ownedRows, requireHere } from '../../access/organisations.ts'
import { fill, speechOf } from '../../messages/mail/words.ts'
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
const config = { scope: 'public' } as const

/** What a mailbox sends whose reader pressed its own button (RFC 8058). Ours sends nothing. */
const Body = Input({ 'List-Unsubscribe': Type.Optional(Text(50)) })

/**
 * Where a reader ends the news of an organisation, with a form and no script. Looking changes nothing, since mailboxes follow links by
 * themselves; it is not in the description of the API, for its addresses come with the mails.
 */
export const serveNewsPage: Operation = (app, { sql, clock, seal }) => {
  app.get(path, { config, schema: { params: Params, hide: true } }, async ({ params }, reply) => {
    const reader = await requireReader(sql, seal, params.token)
    return reply.headers(HEADERS).type('text/html; charset=utf-8').send(pageOf(reader, false))
  })
  app.post(path, { config, schema: { params: Params, body: Body, hide: true } }, async ({ params }, reply) => {
    const reader = await requireReader(sql, seal, params.token)
    await sql.begin((tx) => endNews(reader.org_id, tx, clock, reader.address))
    return reply.headers(HEADERS).type('text/html; charset=utf-8').send(pageOf(reader, true))
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

const STYLE = `
body { margin: 0 auto; max-width: 34rem; padding: 2rem 1rem; font: 1.1rem/1.5 system-ui, sans-serif }
h1 { font-size: 1.5rem; line-height: 1.2 }
p { overflow-wrap: anywhere }
button { min-height: 3rem; padding: 0.5rem 1.25rem; font: inherit; font-weight: 600 }`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

const HEADERS = {
  'content-security-policy': `default-src 'none'; img-src data:; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

function pageOf({ name: organisation, language: wanted, country, address }: Reader, isOver: boolean): string {
  const { language, words } = speechOf(wanted, country)
  const { news_end, news_ask, news_ended } = words.labels
  const said = (text: string) => fill(text, { organisation, address })
  const rest: Html = isOver
    ? html`<p role="status">${said(news_ended)}</p>`
    : html`<p>${said(news_ask)}</p><form method="post"><button>${news_end}</button></form>`
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${news_end}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${organisation}</h1>
${rest}
</main>
</body>
</html>
`.text
}
