import assert from 'node:assert/strict'
import { continueRefundRuns } from '../../server/ledger/refunds/continue-refund-runs.ts'
import { createPayments } from '../../server/payments/payments/providers.ts'
import { organisationClock } from '../../server/platform/values/clock.ts'
import { mailKit } from '../builders/mails.ts'
import { readMail } from '../builders/received-mails.ts'
import { TEST_SECRET } from '../harness/house.ts'
import { grandstand } from '../harness/program.ts'
import { startSmtp } from '../outside/smtp.ts'
import { axe, desktop, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const PASSWORD = 'nine green elephants'

/** A service that has just been set up, and those who come to it: the operator at a terminal, everybody else with a browser. */
export async function openClubWorld() {
  const payments = createPayments({ stripe: undefined })
  const server = await openShopServer({ payments })
  const { origin, sql } = server
  const systemClock = () => new Date()
  const smtp = await startSmtp()
  const { send } = mailKit(server, server.club, smtp.url, { publicUrl: origin, clock: systemClock })
  const settings = { DATABASE_URL: server.url, GRANDSTAND_SECRET: TEST_SECRET, PUBLIC_URL: origin }

  /** What the operator types. */
  async function operator(...line: string[]): Promise<string> {
    const { code, stdout, stderr } = await grandstand(line, settings)
    assert.equal(code, 0, `${stdout}\n${stderr}`)
    return stdout
  }

  /** Sends what waits, and reads the newest mail to this address. */
  async function mailTo(address: string) {
    await send()
    const received = smtp.received.findLast(({ to }) => to.some((recipient) => recipient.includes(address)))
    assert.ok(received, `no mail to ${address}`)
    return readMail(received)
  }

  /** A person with an invitation, who takes it up in a browser of their own. */
  async function join(link: string, name: string) {
    const { page, context, complaints } = await visit(origin, { ...desktop, acceptDownloads: true })
    await page.goto(link)
    await page.getByLabel('Your name').fill(name)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByRole('navigation').first().waitFor()
    const findings: string[] = []
    const heading = (title: string | RegExp) => page.getByRole('heading', { level: 1, name: title }).waitFor()
    return {
      page,
      context,
      heading,
      dialog: page.getByRole('dialog'),
      look: async () => findings.push(...(await axe(page))),
      /** By the line in the navigation, as a person would. */
      open: async (section: string, title: string | RegExp = section) => {
        const console = page.getByRole('navigation', { name: 'Console' })
        await console.getByRole('link', { name: section, exact: true }).click()
        await heading(title)
      },
      press: (label: string | RegExp) => page.getByRole('button', { name: label, exact: true }).click(),
      save: async () => {
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('button', { name: 'Save' }).click()
        await dialog.waitFor({ state: 'detached' })
      },
      close: async () => {
        assert.deepEqual([findings, complaints], [[], []])
        await context.close()
      },
    }
  }

  return {
    origin,
    operator,
    mailTo,
    join,
    work: () => continueRefundRuns({ sql, clock: organisationClock(systemClock), systemClock, payments }),
  }
}

export type ClubWorld = Awaited<ReturnType<typeof openClubWorld>>
export type Colleague = Awaited<ReturnType<ClubWorld['join']>>
