import { after } from 'node:test'
import { noticeWriter } from '../../server/fans/mails/write-notices.ts'
import { mailWork } from '../../server/messages/mail/mail-work.ts'
import { createPayments } from '../../server/payments/payments/providers.ts'
import { createTestBank } from '../../server/payments/payments/test-bank.ts'
import { createOutbound } from '../../server/platform/outbound/outbound.ts'
import { createParsers } from '../../server/platform/parsing/parsers.ts'
import { createTypefaces } from '../../server/platform/pdf/typefaces.ts'
import { createLoggers } from '../../server/platform/process/logger.ts'
import { workerTasks } from '../../server/worker.ts'
import { shopOf } from '../builders/baskets.ts'
import { openLateHouse } from '../builders/late-payments.ts'
import { addOffer } from '../builders/prices.ts'
import { noWallets } from '../builders/wallets.ts'
import { openWebhookHouse } from '../builders/webhooks.ts'
import { startSmtp } from '../outside/smtp.ts'

export type Workplace = Awaited<ReturnType<typeof openWorkplace>>

/** A club that is paid in play money and its worker, and a house in which Stripe pays late. */
export async function openWorkplace() {
  const house = await openWebhookHouse()
  const { sql, clock, offsets, seal } = house
  const club = await house.organisation()
  const { url } = await startSmtp()
  const outbound = createOutbound()
  after(() => outbound.close())
  const parsers = createParsers()
  after(() => parsers.close())
  const config = { SMTP_URL: url, MAIL_FROM: 'tickets@club.example', MAILS_PER_MINUTE: 3_000, DATA_DIR: '' }
  const mail = mailWork({
    config,
    sql,
    systemClock: clock,
    seal,
    logger: createLoggers('silent').logger,
    writeNotices: noticeWriter({
      sql,
      seal,
      publicUrl: 'http://grandstand.test',
      typefaces: createTypefaces(),
      findLogo: async () => undefined,
      parsers,
    }),
  })
  const tasks = workerTasks({
    sql,
    clock,
    offsets,
    seal,
    publicUrl: 'http://grandstand.test',
    payments: createPayments({ stripe: undefined, bank: createTestBank({ sql, clock }) }),
    outbound,
    mail,
    wallets: noWallets,
    askVatService: undefined,
  })
  const shop = shopOf(house, club)
  return {
    house,
    club,
    shop,
    tasks,
    late: await openLateHouse(),
    run: (name: string) => tasks.find((task) => task.name === name)?.run(),
    manage: (path: string, body: object) => house.call('POST', `/v1/manage/${path}`, { key: club.key, body }),
    /** A basket of one place, checked out with this method. */
    buy: async (payment_method: string) => {
      const basket = await shop.fill((await addOffer(house, club)).priceId, 1)
      return { basket, answer: await shop.checkOut(basket, { payment_method, mandate_version: 1 }) }
    },
  }
}
