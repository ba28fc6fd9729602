import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOrder } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { createSlots } from '../../platform/http/slots.ts'
import { createParsers } from '../../platform/parsing/parsers.ts'
import { createTypefaces } from '../../platform/pdf/typefaces.ts'
import { ticketsPdf } from './tickets-pdf.ts'

const house = await openHouse()
const club = await house.organisation()

test('so many files are printed at once, and a caller who comes then is told to come again', async () => {
  const { orderId } = await addOrder(house, club, await addOffer(house, club))
  const begun = Promise.withResolvers<void>()
  const logo = Promise.withResolvers<undefined>()
  const findLogo = () => {
    begun.resolve()
    return logo.promise
  }
  const printing = createSlots({ all: 1, each: 1 })
  const parsers = createParsers()
  const deps = { sql: house.sql, typefaces: createTypefaces(), findLogo, parsers, printing }
  const print = () => ticketsPdf(deps, club.orgId, { orderId, withTransferred: true, ticketIds: undefined })
  const first = print()
  await begun.promise
  const tooMany = { code: 'service_unavailable' }
  // What is not refused would wait for the picture with the first.
  await assert.rejects(Promise.race([print(), begun.promise.then(() => house.sql`select pg_sleep(0)`)]), tooMany)
  logo.resolve(undefined)
  assert.ok(await first)
  assert.ok(await print(), 'the place is free again')
})
