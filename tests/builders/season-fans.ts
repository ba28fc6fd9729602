import assert from 'node:assert/strict'
import { sendMails } from '../../server/messages/mail/send-mails.ts'
import type { Clocks } from '../../server/platform/values/clock.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { TestSmtp } from '../outside/smtp.ts'
import { shopOf } from './baskets.ts'
import type { mailKit } from './mails.ts'
import { readMail } from './received-mails.ts'

export type SeasonFan = { name: string; orderId: number; memberId: number; barcode: string }

/** The worker's part of it, by the clock of a sandbox where that is moved. */
export const mailsByClock =
  (mail: ReturnType<typeof mailKit>) =>
  ({ clock, only }: Clocks): Promise<number> =>
    sendMails(only === undefined ? mail.deps : { ...mail.deps, only, systemClock: () => clock(only) })

/** Fans who join a club, each with an address of their own, and the mails that they get. */
export function fansOf(house: House, club: Tenant, smtp: TestSmtp) {
  const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await house.call(method, path, { key: club.key, headers, ...(body && { body }) })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }

  /** Joins in the shop; what is mailed to them goes to their name. */
  async function join(name: string, payment_method: string, item: object): Promise<SeasonFan> {
    const shop = shopOf(house, club)
    const person = { first_name: name, last_name: 'Okafor' }
    const { body: basket, text } = await shop.open({ items: [{ member: person, ...item }] })
    assert.equal(basket.status, 'open', text)
    const customer = { ...person, email: `${name}@example.org` }
    const mandate = payment_method.includes('debit') ? { mandate_version: 1 } : {}
    const { body } = await shop.checkOut(basket.id, { payment_method, customer, ...mandate })
    assert.equal(body.status, 'confirmed', JSON.stringify(body))
    return bought(name, body.order_id, body.memberships[0].membership_member_id)
  }

  /** Who has bought by themselves. */
  async function bought(name: string, orderId: number, memberId: number): Promise<SeasonFan> {
    const { barcode } = await call('GET', `/v1/manage/members/${memberId}`)
    return { name, orderId, memberId, barcode: barcode as string }
  }

  const mails = async ({ name }: Pick<SeasonFan, 'name'>) => {
    const received = smtp.received.filter(({ to }) => to.includes(`${name}@example.org`))
    return Promise.all(received.map((one) => readMail(one)))
  }
  const subjectsOf = async (fan: SeasonFan) => (await mails(fan)).map(({ subject }) => subject)

  /** What the link in their last mail of that subject leads to. */
  async function linkOf(fan: SeasonFan, subject: RegExp, link: RegExp): Promise<string> {
    const last = (await mails(fan)).findLast((one) => subject.test(one.subject ?? ''))
    return link.exec(last?.text ?? '')?.[1] ?? assert.fail(`${fan.name} has no link: ${await subjectsOf(fan)}`)
  }

  /** How each instalment of a fan stands, with the number of attempts. */
  const statesOf = async ({ orderId }: SeasonFan) =>
    (await call('GET', `/v1/manage/debts?order_id=${orderId}`)).data.map(
      ({ status, attempts }: { status: string; attempts: number }) => `${status} ${attempts}`,
    ) as string[]

  /** Each mail was sent so many times, and none of all of them twice. */
  async function countMails(counts: [fan: SeasonFan, subject: RegExp, times: number][]): Promise<void> {
    for (const [fan, subject, times] of counts) {
      const subjects = (await subjectsOf(fan)).filter((one) => subject.test(one ?? ''))
      assert.equal(subjects.length, times, `${fan.name}: ${subjects}`)
    }
    const ids = (await Promise.all(smtp.received.map((one) => readMail(one)))).map(({ messageId }) => messageId)
    assert.equal(new Set(ids).size, ids.length, 'each mail once')
  }

  const renewalOf = async ({ memberId }: SeasonFan): Promise<string> =>
    (await call('GET', `/v1/manage/membership_renewals?membership_member_id=${memberId}`)).data[0].status

  return { call, join, bought, linkOf, statesOf, countMails, renewalOf }
}
