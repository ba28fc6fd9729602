import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { auditBooks } from '../../server/operator/audit/audit.ts'
import { addOffer } from '../builders/prices.ts'
import { freePort } from '../harness/free-port.ts'
import { openHouse, TEST_SECRET } from '../harness/house.ts'
import { type Started, startServer } from '../harness/program.ts'
import { browserTest } from './browser.ts'
import { type Buyer, heading, isBeside, openPlaces, payByCard, placeNames } from './redirect-places.ts'

/** The real program, killed while fans of all four places are at their bank, and again on their way back. */
const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const house = await openHouse({ clock: () => new Date(), publicUrl: origin })
const club = await house.organisation({ mode: 'test' })
const shopKey = await house.key(club.orgId, { kind: 'pk' })
const { eventId, priceId } = await addOffer(house, club, { capacity: 100, event: { title: 'Derby' } })

let program: Started | undefined
async function kill(): Promise<void> {
  program?.child.kill('SIGKILL')
  await program?.ended
}
after(kill)

/** It dies, and comes back at the same address. */
async function killAndStart(): Promise<void> {
  await kill()
  const settings = { DATABASE_URL: house.url, GRANDSTAND_SECRET: TEST_SECRET, SHOP_KEY: shopKey, PUBLIC_URL: origin }
  program = await startServer({ ...settings, PORT: String(port) }, ['--role', 'api'])
}

const choices = [
  ['pay', 'confirmed', 1],
  ['decline', 'confirmed', 1],
  ['later', 'pending', 0],
] as const

/** What the bank has heard; where it sends them is where they have not come to yet. */
async function chooseAtBank({ bankUrl }: Buyer, choice: string): Promise<string> {
  const answer = await fetch(bankUrl, { method: 'POST', body: new URLSearchParams({ choice }), redirect: 'manual' })
  assert.equal(answer.status, 303)
  return answer.headers.get('location') ?? ''
}

test(
  'the server is killed between leaving for the bank and coming back: one order, and its money',
  browserTest,
  async () => {
    await killAndStart()
    const leave = await openPlaces({
      origin,
      shopKey,
      key: club.key,
      call: async (method, path, body, key) => (await house.call(method, path, { body, key })).body,
    })
    const fans = await Promise.all(
      choices.flatMap(([choice, order, paid]) =>
        placeNames.map(async (place) => ({
          buyer: await leave(place, { eventId, priceId, title: 'Derby' }),
          ...{ choice, order, paid },
        })),
      ),
    )
    await killAndStart()
    const back = await Promise.all(
      fans.map(async (fan) => ({ ...fan, url: await chooseAtBank(fan.buyer, fan.choice) })),
    )
    await killAndStart()
    await Promise.all(
      back.map(async ({ buyer, choice, url }) => {
        await buyer.bank.goto(url)
        if (choice === 'later') await heading(buyer.bank, 'Your money is on its way')
        if (choice === 'decline') {
          await buyer.bank.getByText('The payment did not go through').waitFor()
          await payByCard(buyer)
        }
        if (choice === 'pay') await heading(isBeside(buyer) ? buyer.shop : buyer.page, /^(See you|You have bought)/)
      }),
    )
    for (const { buyer, order, paid } of fans) {
      const orders = await house.sql<{ order_status: string; paid: number; money: boolean }[]>`
      select o.order_status, count(p.*)::integer as paid,
        coalesce(sum(p.amount_minor), 0) = case o.order_status when 'confirmed' then o.total_minor else 0 end as money
      from orders o
      left join payments p on p.org_id = ${club.orgId}
        and p.order_id = o.order_id
        and p.payment_status = 'succeeded'
      where o.org_id = ${club.orgId}
        and o.email_address = ${buyer.email}
      group by o.order_id, o.order_status, o.total_minor`
      assert.deepEqual([...orders], [{ order_status: order, paid, money: true }], buyer.place)
    }
    assert.deepEqual(await auditBooks(club.orgId, house.sql), [])
  },
)
