import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { auditBooks } from '../../server/operator/audit/audit.ts'
import { addOffer } from '../builders/prices.ts'
import { REDIRECT_METHOD } from '../builders/redirects.ts'
import { freePort } from '../harness/free-port.ts'
import { openHouse } from '../harness/house.ts'
import { type Started, startServer } from '../harness/program.ts'

/** A buyer is at their bank while the program dies, again and again: what became of the payment is in the database and at the bank. */
const house = await openHouse()
const club = await house.organisation()
const { priceId } = await addOffer(house, club, { capacity: 100 })

let node: Started | undefined
after(() => killed())

async function killed(): Promise<void> {
  node?.child.kill('SIGKILL')
  await node?.ended
  node = undefined
}

/** The program is killed, and another one is asked. */
async function askAnother(method: string, path: string, body?: object | string) {
  await killed()
  node = await startServer(
    {
      DATABASE_URL: house.url,
      GRANDSTAND_SECRET: 'a secret for tests of 32 characters',
      PORT: String(await freePort()),
    },
    ['--role', 'api'],
  )
  return ask(method, path, body)
}

async function ask(method: string, path: string, body?: object | string) {
  const type = typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json'
  const answer = await fetch(`${node?.url}${path}`, {
    method,
    redirect: 'manual',
    headers: { authorization: `Bearer ${club.key}`, ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, text, headers: answer.headers }
}

const customer = { email: 'ada@example.org', first_name: 'Ada', last_name: 'Okafor' }

for (const [choice, ending, order, paid] of [
  ['pay', 'paid', 'confirmed', 1],
  ['cancel', 'declined', 'pending', 0],
] as const)
  test(`killed between leaving, the bank’s “${choice}” and coming back, there is one order and its money`, async () => {
    const opened = await askAnother('POST', '/v1/baskets', { items: [{ price_id: priceId, quantity: 2 }] })
    const basket = JSON.parse(opened.text)
    const checkout = JSON.parse(
      (
        await askAnother('POST', `/v1/baskets/${basket.id}/checkout`, {
          payment_method: REDIRECT_METHOD,
          return_url: 'http://localhost/basket',
          customer,
        })
      ).text,
    )
    const bank = new URL(checkout.next_action.redirect_url).pathname
    const left = await askAnother('POST', bank, `choice=${choice}`)
    assert.equal(left.status, 303, left.text)
    const token = new URL(left.headers.get('location') ?? '').searchParams.get('payment_return')
    const comeBack = () => ask('POST', '/v1/storefront/payment_return', { payment_return: token })
    // The way back is asked, and nothing hears the answer.
    await askAnother('GET', '/v1/storefront')
    const unheard = comeBack().catch(() => undefined)
    await killed()
    await unheard
    await askAnother('GET', '/v1/storefront')
    const answers = await Promise.all([comeBack(), comeBack()])
    for (const { text } of answers) assert.equal(JSON.parse(text).status, ending, text)
    const rows = await house.sql<{ order_status: string; paid: number; money: number; total: number }[]>`
      select o.order_status, count(p.*)::integer as paid, coalesce(sum(p.amount_minor), 0)::integer as money,
        o.total_minor::integer as total
      from orders o
      left join payments p on p.org_id = ${club.orgId}
        and p.order_id = o.order_id
        and p.payment_status = 'succeeded'
      where o.org_id = ${club.orgId}
        and o.order_id = ${checkout.order_id}
      group by o.order_id, o.order_status, o.total_minor`
    assert.deepEqual(
      rows.map(({ order_status, paid: payments, money, total }) => [order_status, payments, money === total]),
      [[order, paid, paid === 1]],
    )
    assert.deepEqual(await auditBooks(club.orgId, house.sql), [])
  })
