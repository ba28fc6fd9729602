import type { OrgId } from '../../access/principal.ts'
import { forgetCounted } from '../../payments/figures/count-takings.ts'
import { counterNamed } from '../../payments/tills/counter.ts'
import { findTill } from '../../payments/tills/till.ts'
import { writeClose } from '../../payments/tills/write-close.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import { type AddedOrder, addOrder } from './add-order.ts'
import type { OrderStory, Story } from './club.ts'
import { type DemoBuyer, findBuyers } from './customers.ts'
import { addDays, addMs, earliest } from './days.ts'
import { bookkeeperOf } from './debts.ts'
import { nameRecipient } from './documents.ts'
import { HARBOUR_CITY } from './harbour-city.ts'
import { type DemoOffer, findDemoOffers } from './offer.ts'
import { addAdmission } from './scans.ts'
import { randomOf } from './seeded-random.ts'
import { type DemoTally, emptyTally, takePlaces, tallyOrder } from './tally.ts'
import { taxSold } from './tax.ts'
import { amountIn, type DemoVenue, findDemoVenues } from './venues.ts'
import { type RowId, stamp, Writer, writtenId } from './writer.ts'

type StoryOf<Kind extends Story['kind']> = Extract<Story, { kind: Kind }>

const { stories, owner, season } = HARBOUR_CITY

const ordersIn = (story: Story): readonly OrderStory[] =>
  story.kind === 'order' ? [story] : story.kind === 'drawer' ? story.sales : [story.order]

const SOLD_ONLINE = new Set<Story['kind']>(['dispute', 'refund request'])

/** Told once the orders are there. */
type MoneyStory = StoryOf<'invoice' | 'dispute' | 'refund by hand' | 'refund request'>

/** What is told of single buyers, gates and counters, on top of what was drawn. */
export async function addStories(orgId: OrgId, tx: Tx, today: Date, customers: number): Promise<void> {
  const orders = stories.flatMap(ordersIn)
  const buyers = orders.map(({ buyer }) => buyer)
  const writer = new Writer(orgId)
  const tally = emptyTally()
  const sell = seller(writer, tally, {
    today,
    buyerOf: await findBuyers(orgId, tx, buyers, customers),
    offers: await findDemoOffers(orgId, tx, new Set(orders.map(({ match }) => match))),
  })
  const venues = await findDemoVenues(orgId, tx)
  const ofMoney: { story: MoneyStory; sold: Sold }[] = []
  const counted: CountedDrawer[] = []
  for (const story of stories) {
    if (story.kind === 'order') sell(story)
    else if (story.kind === 'drawer') counted.push(...(await addDrawer(orgId, tx, writer, sell, story, today)))
    else if (story.kind === 'gate conflict') addGateConflict(writer, sell, story, venues)
    else
      ofMoney.push({ story, sold: sell(story.order, SOLD_ONLINE.has(story.kind) ? 'online' : 'boxoffice', story.kind) })
  }
  await writer.write(tx)
  await takePlaces(orgId, tx, tally)
  await taxSold(orgId, tx)
  for (const { tillId, ...count } of counted) {
    const till = await findTill(orgId, tx, writtenId(tillId))
    if (till) await writeClose(orgId, tx, till, count)
  }
  for (const { story, sold } of ofMoney) await tellOfMoney(orgId, tx, today, story, sold)
  await forgetCounted(orgId, tx)
}

type Sold = AddedOrder & { offer: DemoOffer; createdAt: Date; n: number }
type Sell = (order: OrderStory, channel?: 'online' | 'boxoffice', kind?: Story['kind']) => Sold

async function tellOfMoney(orgId: OrgId, tx: Tx, today: Date, story: MoneyStory, sold: Sold): Promise<void> {
  const { createdAt, totalMinor } = sold
  const ticketIds = sold.ticketIds.map(writtenId)
  const order = { orderId: writtenId(sold.orderId), ticketIds, createdAt, totalMinor }
  const { addInvoice, addDispute, addRefundByHand, addRefundRequest } = bookkeeperOf(orgId, tx, today)
  if (story.kind === 'invoice') {
    if (story.company) await nameRecipient(orgId, tx, order.orderId, story.company)
    await addInvoice(order, story.steps)
  }
  if (story.kind === 'dispute') await addDispute(order, story.daysAgo)
  else if (story.kind === 'refund request') await addRefundRequest(order, story)
  else if (story.kind === 'refund by hand') await addRefundByHand(order, story)
}

function seller(
  writer: Writer,
  tally: DemoTally,
  { today, buyerOf, offers }: { today: Date; buyerOf: (n: number) => DemoBuyer; offers: Map<number, DemoOffer> },
): Sell {
  let n = 0
  return (
    story,
    channel = story.outcome === 'pending' || story.outcome === 'cancelled' ? 'boxoffice' : 'online',
    kind = 'order',
  ) => {
    n += 1
    const { buyer, match, quantity, outcome, daysAgo } = story
    const offer = offers.get(match)
    const price = offer?.prices.find(({ title }) => title === story.price)
    if (!offer || !price) throw new Error(`a story needs ${story.price} for match ${match}, which is not sold`)
    // At noon of the day, and before the match in any case.
    const createdAt = earliest(addMs(addDays(today, -daysAgo), 12 * HOUR_MS), addMs(offer.starts_at, -3 * HOUR_MS))
    const barcodes = randomOf('story', n)
    const lines = [{ price, quantity }]
    const order = {
      series: 'story' as const,
      n,
      buyer: buyerOf(buyer),
      offer,
      outcome,
      channel,
      discountId: null,
      createdAt,
      lines,
      barcodes,
      isOnInvoice: kind === 'invoice',
    }
    tallyOrder(tally, order)
    return { ...addOrder(writer, order), offer, createdAt, n }
  }
}

/** Two gates admitted one ticket; the second had no connection and told of it later. */
function addGateConflict(writer: Writer, sell: Sell, story: StoryOf<'gate conflict'>, venues: DemoVenue[]): void {
  const { order, minutesApart } = story
  const { offer, ticketIds, barcodes, n } = sell(order)
  const [ticketId] = ticketIds
  const gates = venues[season[order.match - 1]?.venue ?? 0]?.gates ?? []
  const [firstGate, secondGate] = gates
  if (!ticketId || !firstGate || !secondGate) throw new Error('a conflict at the gates needs a ticket and two gates')
  const barcode = barcodes[0]
  if (!barcode) throw new Error('a conflict at the gates needs a ticket that was issued')
  const firstAt = addMs(offer.starts_at, -40 * MINUTE_MS)
  const secondAt = addMs(firstAt, minutesApart * MINUTE_MS)
  const firstScan = writer.id('scans')
  const secondScan = writer.id('scans')
  const scan = { event_id: offer.event_id, direction: 'entry', result: 'admitted', barcode, ticket_id: ticketId }
  writer.add(
    'scans',
    {
      scan_id: firstScan,
      ...scan,
      gate_id: firstGate.gateId,
      device_id: firstGate.deviceId,
      nonce: `story-${n}-first`,
      offline: false,
      scanned_at: firstAt,
      created_at: firstAt,
    },
    {
      scan_id: secondScan,
      ...scan,
      gate_id: secondGate.gateId,
      device_id: secondGate.deviceId,
      nonce: `story-${n}-second`,
      offline: true,
      scanned_at: secondAt,
      created_at: addMs(secondAt, HOUR_MS),
    },
  )
  addAdmission(writer, ticketId, [
    { result: 'admitted', at: firstAt },
    { result: 'admitted', at: secondAt },
  ])
  writer.add('scan_conflicts', {
    event_id: offer.event_id,
    first_scan_id: firstScan,
    second_scan_id: secondScan,
    ...stamp(addMs(secondAt, HOUR_MS)),
  })
}

type CountedDrawer = { tillId: RowId; countedMinor: number; note: string | null; closedByName: string; now: Date }

/** The owner's own drawer, with what was sold from it; and the count, where it is closed once that is written. */
async function addDrawer(
  orgId: OrgId,
  tx: Tx,
  writer: Writer,
  sell: Sell,
  { name, floatDollars, isOpen, sales, differenceDollars = 0, note }: StoryOf<'drawer'>,
  today: Date,
): Promise<CountedDrawer[]> {
  const sold = sales.map((sale) => sell(sale, 'boxoffice'))
  const currency = sold[0]?.offer.currency ?? HARBOUR_CITY.organisation.currency
  const [member] = await tx<{ staff_id: number }[]>`
    select staff_id
    from staff_members
    where org_id = ${orgId}
      and email_address = ${owner.email}`
  const floatMinor = amountIn(currency, floatDollars)
  const expectedMinor = sold.reduce((sum, { totalMinor }) => sum + totalMinor, floatMinor)
  const openedAt = addMs(earliest(today, ...sold.map(({ createdAt }) => createdAt)), -HOUR_MS)
  const countedMinor = expectedMinor + amountIn(currency, differenceDollars)
  const now = addMs(openedAt, 6 * HOUR_MS)
  const tillId = writer.id('tills')
  writer.add('tills', {
    till_id: tillId,
    name,
    counter_id: await counterNamed(orgId, tx, { name, currency, now: openedAt }),
    currency,
    float_minor: floatMinor,
    till_status: isOpen ? 'open' : 'closed',
    opened_by_kind: 'staff',
    opened_by_id: String(member?.staff_id ?? 0),
    opened_by_name: owner.name,
    expected_minor: isOpen ? null : expectedMinor,
    counted_minor: isOpen ? null : countedMinor,
    note: note ?? null,
    closed_by_name: isOpen ? null : owner.name,
    closed_at: isOpen ? null : now,
    ...stamp(openedAt, isOpen ? openedAt : now),
  })
  for (const { orderId, createdAt } of sold) {
    writer.add('till_orders', { order_id: orderId, till_id: tillId, created_at: createdAt })
  }
  if (isOpen) return []
  return [{ tillId, countedMinor, note: note ?? null, closedByName: owner.name, now }]
}
