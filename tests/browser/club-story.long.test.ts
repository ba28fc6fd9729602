import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserTest } from './browser.ts'
import {
  inviteTeam,
  makeDiscount,
  makeFirstMatch,
  makeSeason,
  nameShop,
  openGround,
  setUpMemberships,
} from './club-opening.ts'
import { buyInShop, cancelMatch, closeMonth, letIn, payBackCash, refundOne, sellAtCounter } from './club-week.ts'
import { openClubWorld } from './club-world.ts'

/** Every page that a club needs in its first week, by five people in a row. */
const story = { ...browserTest, timeout: 420_000 }
const world = await openClubWorld()
const ZONE = 'Australia/Sydney'

/** A wall clock's `2026-11-21T19:30` in the club's zone, so many minutes from now. */
const localTime = (minutes: number) =>
  new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone: ZONE })
    .format(Date.now() + minutes * 60_000)
    .replace(' ', 'T')

test(
  'a club that was just made runs its first week with the console alone, and its books are right',
  story,
  async () => {
    const place = ['--country', 'AU', '--timezone', ZONE, '--currency', 'AUD']
    const club = JSON.parse(
      await world.operator('org', 'create', '--name', 'Northgate Rovers', ...place, '--sandbox', '--json'),
    )
    const invitation = ['--email', 'ada@northgate.example', '--role', 'owner', '--json']
    const { link } = JSON.parse(await world.operator('staff', 'invite', '--org', club.org_id, ...invitation))

    const owner = await world.join(link, 'Ada Owner')
    await openGround(owner)
    await setUpMemberships(owner)
    await makeFirstMatch(owner, localTime)
    await makeSeason(owner)
    await makeDiscount(owner)
    const shop = await nameShop(owner)
    const { clerk, gates, finance } = await inviteTeam(world, owner)

    const [barcode = ''] = await buyInShop(world, shop)
    await sellAtCounter(clerk)
    await letIn(world, gates, barcode)
    await refundOne(clerk)
    await cancelMatch(world, owner, shop)
    await payBackCash(clerk)
    await closeMonth(finance)

    assert.equal(await world.operator('audit', '--org', club.org_id), '1 organisation, 0 differences\n')
    for (const colleague of [owner, clerk, gates, finance]) await colleague.close()
  },
)
