import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noticeWriter } from '../server/fans/mails/write-notices.ts'
import { noteMails } from '../server/messages/mail/notices.ts'
import { createParsers } from '../server/platform/parsing/parsers.ts'
import { createTypefaces } from '../server/platform/pdf/typefaces.ts'
import { openDatabase, type Sql } from '../server/platform/postgres/database.ts'
import { createSeal } from '../server/platform/values/seal.ts'
import { type Offer, seedOffer } from './on-sale/seed-offer.ts'
import type { Result } from './run.ts'
import { freePort, spawnNode, stopProcess, withPostgres } from './server.ts'
import { atLeast } from './targets.ts'

const RATIO_LEAST = 0.5
const COUNT = 10_000
const CONNECTIONS = 10
const SECRET = 'x'.repeat(32)

type Stats = { count: number; bytes: number; firstMs: number; lastMs: number }

/**
 * Confirmations, from the rows that a checkout leaves to the mail server's 250: read, written, their tickets printed, handed over
 * at most once. Against nodemailer's own pool, which is given bodies that are ready and writes nothing down.
 */
export const run = ([countText]: string[]): Promise<Result> =>
  withPostgres(async (databaseUrl) => {
    const count = countText === undefined ? COUNT : Number(countText)
    const offer = await seedOffer(databaseUrl, 1_000_000)
    const sql = openDatabase(databaseUrl, { poolSize: 2, statementTimeoutMs: 0 })
    const folder = await mkdtemp(join(tmpdir(), 'grandstand-bench-mails-'))
    const smtpPort = await freePort()
    const httpPort = await freePort()
    const url = `smtp://127.0.0.1:${smtpPort}`
    const script = join(import.meta.dirname, 'mails', 'smtp-process.ts')
    const server = await spawnNode(script, [String(smtpPort), String(httpPort)], {}, /ready/)
    const statsOf = async (path = ''): Promise<Stats> =>
      (await fetch(`http://127.0.0.1:${httpPort}/${path}`)).json() as Promise<Stats>
    try {
      const orderIds = await seedOrders(sql, offer, count)
      const letter = join(folder, 'letter.json')
      await writeFile(letter, JSON.stringify(await letterOfFirst(sql, offer, orderIds[0] ?? 0)))
      const bare = await bareRate(statsOf, { url, count, letter })
      const now = new Date()
      const notices = orderIds.map((orderId) => ({
        kind: 'order_confirmed' as const,
        orderId,
        messageId: `order-${orderId}-confirmed`,
      }))
      await noteMails(offer.orgId, sql, now, notices)
      await sql`vacuum analyze`
      const ours = await workerRate(statsOf, { url, count, databaseUrl })
      const ratio = ours.perSecond / bare.perSecond
      return {
        targets: [atLeast('ratio', ratio, RATIO_LEAST)],
        figures: {
          'mails/s': Math.round(ours.perSecond),
          'bare nodemailer pool, mails/s': Math.round(bare.perSecond),
          ratio: Number(ratio.toFixed(3)),
          'ratio wanted': RATIO_LEAST,
          mails: count,
          'bytes a mail': Math.round(ours.bytes / count),
        },
      }
    } finally {
      await stopProcess(server)
      await sql.end()
      await rm(folder, { recursive: true, force: true })
    }
  })

/** Orders of two tickets each, as a checkout leaves them; barcodes are chance and as long as signed ones. */
async function seedOrders(
  sql: Sql,
  { orgId, eventId, priceCategoryId, priceId }: Offer,
  count: number,
): Promise<number[]> {
  const orders = await sql<{ order_id: number }[]>`
    insert into orders (
      org_id, event_id, order_status, first_name, last_name, email_address, payment_method, currency, price_minor,
      service_fee_minor, service_tax_minor, total_minor, confirmed_at
    )
    select ${orgId}, ${eventId}, 'confirmed', 'Ada', 'Okafor', 'fan' || n || '@example.org', 'card', 'AUD', 9000, 700, 70, 9770, now()
    from generate_series(1, ${count}) n
    returning order_id`
  const orderIds = orders.map(({ order_id }) => order_id)
  await sql`
    with lines as (
      insert into order_lines (
        org_id, order_id, event_id, price_category_id, price_id, quantity, places, price_minor, service_fee_minor, service_tax_minor
      )
      select ${orgId}, o.order_id, ${eventId}, ${priceCategoryId}, ${priceId}, 2, 2, 4500, 350, 35
      from unnest(${orderIds}::bigint[]) as o (order_id)
      returning order_id, order_line_id
    )
    insert into tickets (
      org_id, event_id, order_id, order_line_id, price_category_id, price_id, barcode, ticket_name, price_minor,
      service_fee_minor, service_tax_minor
    )
    select ${orgId}, ${eventId}, l.order_id, l.order_line_id, ${priceCategoryId}, ${priceId},
      upper(left(encode(sha512((l.order_line_id || '.' || n)::bytea), 'hex') || md5(n::text), 141)), 'Ada Okafor', 4500, 350, 35
    from lines l
    cross join generate_series(1, 2) n`
  return orderIds
}

async function letterOfFirst(sql: Sql, { orgId }: Offer, order_id: number) {
  const writeNotices = noticeWriter({
    sql,
    seal: createSeal(SECRET),
    publicUrl: 'https://tickets.example.org',
    typefaces: createTypefaces(),
    findLogo: async () => undefined,
    parsers: createParsers(),
  })
  const claimed = {
    org_id: orgId,
    mail_id: 1,
    mail_message_id: 'first',
    kind: 'order_confirmed' as const,
    order_id,
    about_id: null,
    ticket_id: null,
    email_address: null,
    content_sealed: null,
    urgent: false,
    attempts: 1,
    give_up_at: new Date(),
    handed_over_at: null,
  }
  const letter = await (await writeNotices(orgId, [claimed])).get(1)?.()
  if (!letter || 'dropped' in letter) throw new Error('the first order has no mail')
  const { to, subject, text, html, attachments } = letter
  const ready = attachments.map(({ filename, content_type: contentType, content }) => ({
    filename,
    contentType,
    content: content.toString('base64'),
  }))
  return { to, subject, text, html, attachments: ready }
}

type Measured = { perSecond: number; bytes: number }
const measured = ({ count, bytes, firstMs, lastMs }: Stats): Measured => ({
  perSecond: (count - 1) / ((lastMs - firstMs) / 1000),
  bytes,
})

async function bareRate(
  statsOf: (path?: string) => Promise<Stats>,
  { url, count, letter }: { url: string; count: number; letter: string },
): Promise<Measured> {
  await statsOf('reset')
  const script = join(import.meta.dirname, 'mails', 'bare-process.ts')
  const args = [script, url, String(count), String(CONNECTIONS), letter]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`the bare client ended with ${code}`)
  return measured(await statsOf())
}

async function workerRate(
  statsOf: (path?: string) => Promise<Stats>,
  { url, count, databaseUrl }: { url: string; count: number; databaseUrl: string },
): Promise<Measured> {
  await statsOf('reset')
  const settings = {
    DATABASE_URL: databaseUrl,
    GRANDSTAND_SECRET: SECRET,
    SMTP_URL: url,
    MAIL_FROM: 'bench@example.org',
    MAILS_PER_MINUTE: '1000000',
    PUBLIC_URL: 'https://tickets.example.org',
  }
  const program = join(import.meta.dirname, '..', 'server', 'grandstand.js')
  const worker: ChildProcess = spawn(process.execPath, [program, 'start', '--role', 'worker'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  try {
    for (;;) {
      const stats = await statsOf()
      if (stats.count >= count) return measured(stats)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  } finally {
    await stopProcess(worker)
  }
}
