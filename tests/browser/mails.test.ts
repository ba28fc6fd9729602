import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailKinds } from '../../server/messages/mail/notices.ts'
import { openHouse } from '../harness/house.ts'
import { axe, browserTest, desktop, phone, visit } from './browser.ts'

const house = await openHouse()
const club = await house.organisation({ name: 'Harbour City FC' })

/** A colour that letters can be read on, one that they can hardly be, and none. */
const accents = ['#0b3d91', '#ffe600', null]

for (const [index, kind] of mailKinds.entries()) {
  test(
    `the mail ${kind} is accessible in light and dark, fits any screen, and asks nobody for anything`,
    browserTest,
    async () => {
      const { key } = club
      const look = { accent_color: accents[index % accents.length], contact_email: 'hello@harbour.example' }
      await house.call('PATCH', '/v1/manage/organisation', { key, body: look })
      const { text: html } = await house.call('GET', `/v1/manage/mails/${kind}/preview?format=html`, { key })
      for (const screen of [phone, desktop]) {
        const { page, context, complaints } = await visit('about:blank', screen, /^(data|about):/)
        await page.setContent(html)
        assert.deepEqual(await axe(page), [])
        const beyond = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        assert.equal(beyond, 0, 'it is wider than the screen')
        assert.deepEqual(complaints, [])
        await context.close()
      }
    },
  )
}
