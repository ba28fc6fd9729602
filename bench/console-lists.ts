import { keepStatistics } from '../server/platform/postgres/keep-statistics.ts'
import type { Result } from './run.ts'
import { type Ask, asker, rounded } from './seed/ask.ts'
import { withSeeded } from './seed/seeded.ts'
import { startApi } from './server.ts'
import { atMost } from './targets.ts'

const MOST_MS = 200
const ROUNDS = 4
const DAY_S = 86_400

/** What the console asks for behind its lists and figures, each as its page does: the first page, a later one, every filter and search. */
export const run = (args: string[]): Promise<Result> =>
  withSeeded(
    args,
    async ({ url, sql, key, orgId, mainEventId, members }) => {
      const [sold] = await sql<Sold[]>`
        select max(order_id) as order_id, extract(epoch from max(created_at))::bigint + 1 as end,
          (select min(price_id) from prices where org_id = ${orgId} and event_id = ${mainEventId}) as price_id,
          (select min(membership_type_id) from membership_types where org_id = ${orgId}) as type_id
        from orders
        where org_id = ${orgId}`
      if (!sold) throw new Error('the seed has no orders')
      const api = await startApi(url)
      const { ask, close } = asker(api.url, key)
      try {
        const lists = Object.entries(listsOf(mainEventId, sold))
        const later: [string, string][] = []
        for (const [name, path] of lists) {
          const cursor = await cursorOf(ask, path)
          if (cursor !== undefined)
            later.push([`${name}, the next page`, `${path}&cursor=${encodeURIComponent(cursor)}`])
        }
        // The first look at the takings has counted them; the worker, which is not here, would look after the table.
        await keepStatistics(sql)
        const asked = [...lists, ...later, ...Object.entries(filesOf(mainEventId, sold))]
        const times = await p95s(asked, (path) =>
          path.includes('.csv') ? firstByteOf(api.url, key, path) : msOf(ask, path),
        )
        const slowest = Math.max(...times)
        const figures = Object.fromEntries(asked.map(([name], n) => [`ms: ${name}`, rounded(times[n] ?? 0, 1)]))
        return {
          targets: [atMost('ms of the slowest, p95', slowest, MOST_MS)],
          figures: {
            'orders, and as many of everything else': members,
            'lists, filters, searches, figures and files': asked.length,
            'ms of the slowest, p95': rounded(slowest, 1),
            'slowest is': asked[times.indexOf(slowest)]?.[0] ?? '',
            'wanted at most, each': MOST_MS,
            ...figures,
          },
        }
      } finally {
        close()
        await api.stop()
      }
    },
    'desk',
  )

type Sold = { order_id: number; end: number; price_id: number; type_id: number }

/** By page of the console. */
function listsOf(eventId: number, { order_id, end, price_id: priceId, type_id: typeId }: Sold): Record<string, string> {
  const orders = '/v1/manage/orders?limit=25'
  const customers = '/v1/customers?limit=25&sort_field=updated_at&sort_direction=desc'
  const members = '/v1/members?limit=25'
  const tickets = '/v1/manage/tickets?limit=25'
  const log = '/v1/manage/audit_log?limit=25'
  const deliveries = '/v1/webhook_deliveries?limit=25'
  const debts = '/v1/manage/debts?limit=25'
  const month = `unix_start=${end - 30 * DAY_S}&unix_end=${end}`
  const sales = `/v1/manage/events/${eventId}/sales?interval=day`
  return {
    'today: what needs somebody': '/v1/manage/attention?limit=5',
    'today: sales of 30 days': `/v1/manage/sales?interval=day&${month}`,
    'today: what comes': '/v1/events?upcoming=true&limit=4',
    'today: places': `/v1/manage/events/${eventId}/price_categories?limit=25`,
    events: '/v1/events?limit=25&event_status_id=all&upcoming=false',
    'events by title': '/v1/events?limit=25&event_status_id=all&search=round',
    'event: sales by day': sales,
    'event: sales by price': `${sales}&group_by=price`,
    'event: sales by channel': `${sales}&group_by=channel`,
    'event: sales beside another': `${sales}&compare_with=${eventId + 1}`,
    orders,
    'orders by part of a name': `${orders}&search=kowalski-1f`,
    'orders by a name that many have': `${orders}&search=elena`,
    'orders by a name that nobody has': `${orders}&search=nobody-of-that-name`,
    'orders by e-mail address': `${orders}&search=fan77777@example.com`,
    'orders by number': `${orders}&search=77777`,
    'orders by seat': `${orders}&search=${encodeURIComponent('Row R3, seat 12')}`,
    'orders by the end of a card': `${orders}&search=4242`,
    'orders by a name at the counter': `${orders}&search=buyer-1f`,
    'orders that are confirmed': `${orders}&order_status=confirmed`,
    'orders that are refunded': `${orders}&order_status=refunded`,
    'orders that are pending': `${orders}&order_status=pending`,
    'orders of the counter': `${orders}&sales_channel=boxoffice`,
    'orders of an event': `${orders}&event_id=${eventId}`,
    'orders of an event, refunded': `${orders}&event_id=${eventId}&order_status=refunded`,
    'orders of an event by name': `${orders}&event_id=${eventId}&search=elena`,
    'orders, refunded, of the counter': `${orders}&order_status=refunded&sales_channel=boxoffice`,
    'orders at a price of an event': `${orders}&event_id=${eventId}&price_id=${priceId}`,
    'orders at a price of an event, refunded': `${orders}&event_id=${eventId}&price_id=${priceId}&order_status=refunded`,
    'orders at a price, by a name that many have': `${orders}&event_id=${eventId}&price_id=${priceId}&search=elena`,
    'orders: their tags': '/v1/manage/tags?object_type=orders',
    'orders with a tag that many have': `${orders}&tag=season`,
    'orders with a tag that few have': `${orders}&tag=sponsor`,
    'orders with a tag that none has': `${orders}&tag=none`,
    'orders of an event with a tag that many have': `${orders}&event_id=${eventId}&tag=season`,
    'orders with a tag that many have, refunded': `${orders}&tag=season&order_status=refunded`,
    'orders with a tag that many have, by name': `${orders}&tag=season&search=elena`,
    'refund requests': '/v1/manage/refund_requests?limit=25&refund_request_status=open',
    runs: '/v1/manage/runs?limit=25',
    'order: itself': `/v1/manage/orders/${order_id}`,
    'order: its story': `/v1/manage/orders/${order_id}/timeline?limit=50`,
    'open items': `${debts}&open=true`,
    'open items: every status': debts,
    'open items: overdue': `${debts}&overdue=true&owed_by=fan`,
    'open items: came back': `${debts}&status=returned`,
    'open items: collection failed': `${debts}&status=failed`,
    'open items: being collected': `${debts}&status=submitted`,
    'open items: paid': `${debts}&status=paid`,
    'open items: written off': `${debts}&status=waived`,
    'open items: cancelled': `${debts}&status=cancelled`,
    'open items: of fans': `${debts}&open=true&owed_by=fan`,
    'open items: of the club': `${debts}&open=true&owed_by=club`,
    'open items: of the club, every status': `${debts}&owed_by=club`,
    'open items: invoices': `${debts}&open=true&kind=invoice`,
    'open items: instalments': `${debts}&open=true&kind=instalment`,
    'open items: cash refunds, of which there are none': `${debts}&open=true&kind=cash_refund`,
    'open items: invoices that are overdue': `${debts}&overdue=true&owed_by=fan&kind=invoice`,
    'open items: invoices that are paid': `${debts}&status=paid&kind=invoice`,
    'open items: of an event': `${debts}&open=true&event_id=${eventId}`,
    'open items: of an event, every status': `${debts}&event_id=${eventId}`,
    'open items: of an event, invoices that are overdue': `${debts}&overdue=true&owed_by=fan&kind=invoice&event_id=${eventId}`,
    'open items: of an event, of the club': `${debts}&open=true&owed_by=club&event_id=${eventId}`,
    'open items: overdue for 90 days': `${debts}&open=true&overdue_days=90&owed_by=fan`,
    'open items: by part of a name': `${debts}&open=true&search=kowalski-1f`,
    // Of those who owe something, by the seed every second name is none.
    'open items: by a name that many have': `${debts}&open=true&search=farid`,
    'open items: by a name that many have, cancelled': `${debts}&status=cancelled&search=farid`,
    'open items: by a name that nobody has': `${debts}&open=true&search=nobody-of-that-name`,
    'open items: by e-mail address': `${debts}&open=true&search=fan77777@example.com`,
    'open items: by order': `${debts}&search=77770`,
    'open items: due within a month': `${debts}&open=true&${month}`,
    'open items: of the club within a month, paid': `${debts}&status=paid&owed_by=club&${month}`,
    'open item: itself': `/v1/manage/debts/${Math.floor(order_id / 20) * 10 + 1}`,
    'order: its open items': `${debts}&order_id=${Math.floor(order_id / 20) * 10}`,
    'customer: their open items': `${debts}&user_id=777`,
    'customer: their credit': '/v1/manage/credits?limit=25&user_id=777',
    'money: takings of 30 days': `/v1/manage/takings?${month}`,
    'money: takings of a day': `/v1/manage/takings?unix_start=${end - DAY_S}&unix_end=${end}`,
    customers,
    'customers by part of a name': `${customers}&search=kowalski-1f`,
    'customers by a name that many have': `${customers}&search=elena`,
    'customers by e-mail address': `${customers}&search=fan77777@example.com`,
    'customers: their tags': '/v1/manage/tags?object_type=customers',
    'customers with a tag that many have': `${customers}&tag=season`,
    'customers with a tag that few have': `${customers}&tag=sponsor`,
    'customers with a tag that many have, newest': '/v1/customers?limit=25&tag=season',
    'customers with a tag that many have, by name': `${customers}&tag=season&search=farid`,
    'customer: their orders': `${orders}&user_id=777`,
    'customer: their tickets': `${tickets}&user_id=777&sort_direction=desc`,
    'customer: their memberships': `${members}&user_id=777`,
    'customer: their mails': '/v1/manage/customers/seed-777/mails?limit=25',
    members,
    'members to be sent something': `${members}&membership_fulfilled=no`,
    'members who are to pay': `${members}&membership_member_status_id=0`,
    'members by part of a name': `${members}&search=kowalski-1f`,
    'members by a name that many have': `${members}&search=elena`,
    'members by number': `${members}&search=M77777`,
    'members of a type': `${members}&membership_type_id=${typeId}`,
    'members of a type who are to pay': `${members}&membership_type_id=${typeId}&membership_member_status_id=0`,
    'members: their tags': '/v1/manage/tags?object_type=members',
    'members with a tag that many have': `${members}&tag=season`,
    'members with a tag that few have': `${members}&tag=sponsor`,
    'members of a type with a tag that many have': `${members}&membership_type_id=${typeId}&tag=season`,
    'members with a tag that many have, by name': `${members}&tag=season&search=farid`,
    'member: instalments': '/v1/manage/instalments?limit=60&membership_order_id=770',
    instalments: '/v1/manage/instalments?limit=25',
    'instalments that are overdue': '/v1/manage/instalments?limit=25&overdue=true',
    'guests of an event': `/v1/manage/tickets?limit=100&event_id=${eventId}&ticket_status_id=1`,
    'guests of an event by name': `/v1/manage/tickets?limit=100&event_id=${eventId}&ticket_status_id=1&search=kowalski-1f`,
    'tickets by barcode': `${tickets}&search=T77777`,
    'tickets by part of a name': `${tickets}&search=kowalski-1f`,
    'gates: conflicts': `/v1/manage/scan_conflicts?limit=25&event_id=${eventId}&status=open`,
    'gates: scanners': '/v1/manage/devices?limit=25',
    'scans of an event': `/v1/events/${eventId}/scans?limit=25`,
    'drawers of the counter': '/v1/manage/tills?limit=25',
    'settings: log': log,
    'settings: log of one person': `${log}&actor_kind=staff&actor_id=7`,
    'settings: log of somebody who did nothing': `${log}&actor_kind=staff&actor_id=999`,
    'settings: log of a kind of object': `${log}&object_type=order`,
    'settings: log of a kind without entries': `${log}&object_type=venue`,
    'settings: log of one object': `${log}&object_type=order&object_id=${order_id}`,
    'settings: deliveries': deliveries,
    'settings: deliveries that failed': `${deliveries}&status=failed`,
    'settings: deliveries that wait': `${deliveries}&status=pending`,
    'settings: deliveries that arrived': `${deliveries}&status=succeeded`,
    'search by name': '/v1/manage/search?limit=5&q=kowalski-1f',
    'search by a name that many have': '/v1/manage/search?limit=5&q=elena',
    'search by two letters': '/v1/manage/search?limit=5&q=el',
    'search by e-mail address': '/v1/manage/search?limit=5&q=fan77777@example.com',
    'search by number': '/v1/manage/search?limit=5&q=77777',
    'search by the end of a card': '/v1/manage/search?limit=5&q=4242',
    'search by seat': `/v1/manage/search?limit=5&q=${encodeURIComponent('Row R3, seat 12')}`,
    'search by barcode': '/v1/manage/search?limit=5&q=T77777',
  }
}

/** Their first byte counts: a file goes on for as long as it is. */
const filesOf = (eventId: number, { end }: Sold): Record<string, string> => ({
  'file of the books, first byte': `/v1/manage/exports/ledger.csv?unix_start=${end - 30 * DAY_S}&unix_end=${end}`,
  'file of open items, first byte': '/v1/manage/exports/debts.csv?open=true',
  'file of open items of an event by a name that many have, first byte': `/v1/manage/exports/debts.csv?event_id=${eventId}&search=farid`,
  'file of orders, first byte': `/v1/manage/exports/orders.csv?event_id=${eventId}`,
  'file of tickets, first byte': `/v1/manage/exports/tickets.csv?event_id=${eventId}`,
})

/** Where the next page begins. Also the warming up: the first to ask may have to count sales that were not counted yet, and comes again. */
async function cursorOf(ask: Ask, path: string): Promise<string | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return JSON.parse((await ask(path)).text).next_cursor ?? undefined
    } catch (error) {
      if (attempt === 30 || !String(error).includes('answered by 503')) throw error
    }
  }
}

const msOf = async (ask: Ask, path: string): Promise<number> => (await ask(path)).ms

async function firstByteOf(url: string, key: string, path: string): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } })
  const reader = answer.body?.getReader()
  await reader?.read()
  const ms = performance.now() - startedAt
  await reader?.cancel()
  if (!answer.ok) throw new Error(`${path} is answered by ${answer.status}`)
  return ms
}

/** Each in turn, so many times over, so that a slow moment of the machine falls on all alike. */
async function p95s(asked: [name: string, path: string][], msOf: (path: string) => Promise<number>): Promise<number[]> {
  const times = asked.map((): number[] => [])
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [n, [, path]] of asked.entries()) times[n]?.push(await msOf(path))
  }
  return times.map((some) => some.toSorted((a, b) => a - b)[Math.ceil(some.length * 0.95) - 1] ?? 0)
}
