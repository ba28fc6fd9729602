import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailKinds } from '../../server/messages/mail/notices.ts'
import { openHouse } from '../harness/house.ts'
import { axe, browserTest, desktop, phone, type Visit, visit } from './browser.ts'

const house = await openHouse()
const club = await house.organisation({ name: 'Harbour City FC' })

/** A colour that letters can be read on, one that they can hardly be, and none. */
const accents = ['#0b3d91', '#ffe600', null]

/** One for all of them: a mail leaves nothing behind in it. */
let shown: Visit | undefined

for (const [index, kind] of mailKinds.entries()) {
  test(
    `the mail ${kind} is accessible in light and dark, fits any screen, and fetches nothing`,
    browserTest,
    async () => {
      const { key } = club
      const look = { accent_color: accents[index % accents.length], contact_email: 'hello@harbour.example' }
      await house.call('PATCH', '/v1/manage/organisation', { key, body: look })
      const { text: html } = await house.call('GET', `/v1/manage/mails/${kind}/preview?format=html`, { key })
      shown ??= await visit('about:blank', phone, /^(data|about):/)
      await shown.page.setContent(html)
      assert.deepEqual(await axe(shown.page), [])
      for (const { viewport } of [desktop, phone]) {
        await shown.page.setViewportSize(viewport)
        const beyond: unknown = await shown.page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        assert.equal(beyond, 0, 'it is wider than the screen')
      }
      assert.deepEqual(shown.complaints, [])
    },
  )
}
