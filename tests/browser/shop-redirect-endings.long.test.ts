import assert from 'node:assert/strict'
import { test } from 'node:test'
import { giveUpPayments } from '../../server/checkout/answers/give-up-payments.ts'
import { leadBuyersBack } from '../../server/checkout/answers/lead-buyers-back.ts'
import { reconcileOrders } from '../../server/checkout/answers/reconcile.ts'
import { createSettleDeps } from '../../server/checkout/answers/settle-deps.ts'
import { watchPayments } from '../../server/checkout/answers/watch-payments.ts'
import { auditBooks } from '../../server/operator/audit/audit.ts'
import { createPayments } from '../../server/payments/payments/providers.ts'
import { createTestBank } from '../../server/payments/payments/test-bank.ts'
import { organisationClock } from '../../server/platform/values/clock.ts'
import { HOUR_MS, MINUTE_MS } from '../../server/platform/values/durations.ts'
import { shopOf } from '../builders/baskets.ts'
import { mailKit } from '../builders/mails.ts'
import { addOffer } from '../builders/prices.ts'
import { readMail } from '../builders/received-mails.ts'
import { startSmtp } from '../outside/smtp.ts'
import { browserTest, phone, visit } from './browser.ts'
import { type Ending, endings, type Step } from './redirect-endings.ts'
import { type Buyer, heading, isBeside, openAgain, openPlaces, payByCard, placeNames } from './redirect-places.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club, sql, seal, shopKey } = server
const smtp = await startSmtp()
const MAIL_AFTER_MS = 11 * MINUTE_MS
const mailClock = () => new Date(Date.now() + MAIL_AFTER_MS)
const { send } = mailKit(server, club, smtp.url, { publicUrl: origin, clock: mailClock })

const offer = async (title: string, capacity: number) => {
  const { eventId, priceId } = await addOffer(server, club, { capacity, event: { title } })
  return { eventId, priceId, title }
}
const derby = await offer('Derby', 1000)
const final = await offer('Final', placeNames.length)

const leave = await openPlaces({
  origin,
  shopKey,
  key: club.key,
  call: async (method, path, body, key) => (await server.call(method, path, { body, key })).body,
})

/** The worker, so much later. */
function workerIn(aheadMs: number) {
  const systemClock = () => new Date(Date.now() + aheadMs)
  const clock = organisationClock(systemClock)
  const payments = createPayments({ stripe: undefined, bank: createTestBank({ sql, clock }) })
  return createSettleDeps({ sql, clock, systemClock, seal, payments })
}

const choose = (buyer: Buyer, name: string) => buyer.bank.getByRole('button', { name, exact: true }).click()

async function returnUrl({ email }: Buyer): Promise<string> {
  const [payment] = await sql<{ return_url: string }[]>`
    select p.return_url
    from payments p
    join orders o on o.org_id = p.org_id and o.order_id = p.order_id
    where p.org_id = ${club.orgId}
      and o.org_id = ${club.orgId}
      and o.email_address = ${email}
      and p.return_url is not null
    order by p.payment_id
    limit 1`
  return payment?.return_url ?? ''
}

/** At the bank, nothing was charged: the shop is at the checkout again, and the page beside it says why. */
const comesBackUnpaid = (choice: string, title: string) => async (buyer: Buyer) => {
  await choose(buyer, choice)
  await buyer.bank.getByText(title).waitFor()
  await heading(buyer.shop, 'Checkout')
}

const elsewhere = (choice: string, title: string) => async (buyer: Buyer) => {
  const answer = await server.call('POST', new URL(buyer.bankUrl).pathname, { form: { choice } })
  const other = await visit(origin, phone, /./)
  await other.page.goto(String(answer.headers.location))
  await heading(other.page, title)
  await other.context.close()
}

const atBankAgain = (choice: string, says: string) => async (buyer: Buyer) => {
  const page = await buyer.context.newPage()
  await page.goto(buyer.bankUrl)
  await page.getByRole('button', { name: choice }).click()
  await page.getByText(says).waitFor()
}

const closeAll = async ({ context }: Buyer) => {
  await Promise.all(context.pages().map((page) => page.close()))
}

/** On another device, where nothing is known of the basket but what the link says. */
async function openMail(buyer: Buyer): Promise<void> {
  const mails = await Promise.all(smtp.received.filter(({ to }) => to.includes(buyer.email)).map(readMail))
  const [mail] = mails.filter(({ subject }) => subject === 'Your places for Derby are waiting for you')
  const { page, context } = await visit(origin, phone, /./)
  Object.assign(buyer, { page, context, shop: page, bank: page })
  await page.goto(/https?:\/\/\S+payment_return\S+/.exec(mail?.text ?? '')?.[0] ?? 'about:blank')
  await heading(page, 'The payment is not finished')
}

const each = (step: (buyer: Buyer) => Promise<unknown>) => (buyers: Buyer[]) => Promise.all(buyers.map(step))

/** What happens once, before the buyers do their part. */
const first =
  (work: () => Promise<unknown>, step: (buyer: Buyer) => Promise<unknown> = async () => {}) =>
  async (buyers: Buyer[]) => {
    await work()
    await each(step)(buyers)
  }

const mailAll = async () => {
  await leadBuyersBack(workerIn(MAIL_AFTER_MS))
  await send()
}

const steps: Record<Step, (buyers: Buyer[]) => Promise<unknown>> = {
  pay: each((buyer) => choose(buyer, 'Pay')),
  'pay and close': each(async (buyer) => {
    await choose(buyer, 'Pay, and never come back')
    await buyer.bank.getByText('It is paid.').waitFor()
    await closeAll(buyer)
  }),
  'pay; the money takes days': each(async (buyer) => {
    await choose(buyer, 'Pay; the money takes days')
    await heading(buyer.bank, 'Your money is on its way')
  }),
  'be declined': each(comesBackUnpaid('Be declined', 'The payment did not go through')),
  'give up': each(comesBackUnpaid('Cancel', 'You cancelled the payment')),
  'close everything': each(closeAll),
  'pay, and open the way back on another device': each(elsewhere('pay', 'Paid. Thank you')),
  'be declined, and open the way back on another device': each(elsewhere('decline', 'The payment did not go through')),
  'come back by the back button': each(async ({ bank }) => {
    await heading(bank, /^(Paid. Thank you|See you there)$/)
    await bank.goBack()
    await bank.getByRole('link', { name: /^Back to/ }).click()
  }),
  'come back once more': each(async (buyer) => buyer.bank.goto(await returnUrl(buyer))),
  'call it off': each(async (buyer) => {
    if (!isBeside(buyer)) await buyer.page.goto(buyer.basketPage)
    await buyer.shop.getByRole('button', { name: 'Pay another way' }).click()
    await buyer.shop.getByText('The payment was called off').waitFor()
  }),
  'pay by card': each(payByCard),
  'the money arrives': each(atBankAgain('The money arrives', 'It is paid.')),
  'the money does not come': each(atBankAgain('The money does not come', 'It was declined.')),
  'the worker looks': first(async () => {
    await reconcileOrders(workerIn(5 * MINUTE_MS))
    await watchPayments(workerIn(4 * HOUR_MS))
  }),
  'the places are given up': first(() => giveUpPayments(workerIn(2 * HOUR_MS))),
  'others buy all places': first(async () => {
    const shop = shopOf(server, club)
    const sold = await shop.checkOut(await shop.fill(final.priceId, placeNames.length))
    assert.equal(sold.body.status, 'confirmed', sold.text)
  }),
  'open the mail, and finish': first(mailAll, async (buyer) => {
    await openMail(buyer)
    await buyer.page.getByRole('link', { name: 'Back to my bank' }).click()
    await choose(buyer, 'Pay')
    await heading(buyer.page, 'See you there')
  }),
  'open the mail, and pay another way': first(mailAll, async (buyer) => {
    await openMail(buyer)
    await buyer.page.getByRole('button', { name: 'Pay another way' }).click()
    await buyer.page.getByText('The payment was called off').waitFor()
    await payByCard(buyer)
  }),
  'open the shop again': each(openAgain),
}

async function seesTheEnd(buyer: Buyer, { sees, beside }: Ending): Promise<void> {
  if (!isBeside(buyer)) {
    if (sees !== undefined) await heading(buyer.shop, sees)
    return
  }
  if (beside?.sees) await heading(buyer.bank, beside.sees)
  if (beside?.frame) await heading(buyer.shop, beside.frame)
}

/** One order or none, and the money that it costs or none. */
async function isEven({ place, email }: Buyer, { order, paid }: Ending): Promise<void> {
  const orders = await sql<{ order_status: string; paid: number; keeps: boolean }[]>`
    select o.order_status, count(p.*)::integer as paid,
      coalesce(sum(p.amount_minor - p.refunded_minor), 0) = case o.order_status when 'confirmed' then o.total_minor else 0 end as keeps
    from orders o
    left join payments p on p.org_id = ${club.orgId}
      and p.order_id = o.order_id
      and p.payment_status = 'succeeded'
    where o.org_id = ${club.orgId}
      and o.email_address = ${email}
    group by o.order_id, o.order_status, o.total_minor`
  assert.deepEqual([...orders], [{ order_status: order, paid, keeps: true }], place)
}

for (const ending of endings)
  test(`${ending.name}: in the shop, a copied one, one in a frame and by a link to pay`, browserTest, async () => {
    const buyers = await Promise.all(placeNames.map((place) => leave(place, ending.isSoldOut ? final : derby)))
    for (const step of ending.steps) await steps[step](buyers)
    for (const buyer of buyers) await seesTheEnd(buyer, ending)
    for (const buyer of buyers) await isEven(buyer, ending)
    assert.deepEqual(await auditBooks(club.orgId, sql), [])
    await Promise.all(buyers.map(({ context }) => context.close()))
  })
