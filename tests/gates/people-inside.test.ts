import { test } from 'node:test'
import { openHouse } from '../harness/house.ts'
import { checkCrowds } from './people-inside.ts'

const clock = { at: Date.now() }
const house = await openHouse({ clock: () => new Date(clock.at) })

test('whatever copies, cut networks and supervisors do, the range has the number of people', async () => {
  await checkCrowds(house, clock, 8)
})
