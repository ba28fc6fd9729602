import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { toMajor } from '../../../server/platform/values/money.ts'
import type { DebtStep } from '../../builders/debt-model.ts'
import type { Reply } from '../on-sale/buyer.ts'
import { chosen, type Random } from '../on-sale/random.ts'
import type { createBank } from './bank.ts'
import { type Books, type Case, patiently } from './books.ts'

type Asked = Exclude<DebtStep, { do: 'follow' }>

const KINDS: [Asked['do'], number][] = [
  ['pay', 40],
  ['grant', 8],
  ['spend', 10],
  ['waive', 6],
  ['refund', 16],
  ['cancel', 4],
  ['reverse', 10],
  ['payOut', 10],
]

/** Clerks who sell, and do to each order one thing after the other, each on a bad line: what is not answered is asked again. */
export function createDesk(books: Books, bank: Pick<ReturnType<typeof createBank>, 'follow'>, random: Random) {
  const { sql, orgId, post, note } = books
  const major = (minor: number) => toMajor(minor, 'AUD')

  function draw({ model }: Case): Asked {
    const what = chosen(random, KINDS)
    if (what === 'reverse' || what === 'payOut') return { do: what }
    if (what === 'cancel') return { do: what, refund: random() < 0.5 }
    // Now and then all of it, now and then too much.
    const likely = what === 'refund' ? model.open + model.left : model.open
    const most = what === 'grant' || likely === 0 ? 5000 : likely
    return { do: what, minor: random() < 0.2 ? most : 1 + Math.floor(random() * most * 1.1) }
  }

  async function debtsOf({ orderId }: Case, owedBy: 'fan' | 'club'): Promise<number[]> {
    const rows = await patiently(
      () => sql<{ debt_id: number }[]>`
      select debt_id
      from debts
      where org_id = ${orgId}
        and order_id = ${orderId}
        and owed_by = ${owedBy}
        and (owed_by = 'fan' or closed_at is null)
      order by debt_id`,
    )
    return rows.map(({ debt_id }) => debt_id)
  }

  async function requestOf(one: Case, step: Asked): Promise<[path: string, body: object]> {
    const [debtId = 0] = await debtsOf(one, 'fan')
    const path = `/v1/manage/debts/${debtId}`
    if (step.do === 'reverse') return [`${path}/reverse`, { kind: 'mistake', reason: 'chaos' }]
    if (step.do === 'payOut') {
      const [first = 0, ...others] = await debtsOf(one, 'club')
      const also = others.length === 0 ? {} : { also: others.map((debt_id) => ({ debt_id })) }
      return [`/v1/manage/debts/${first}/record_payment`, { payment_method: 'cash', ...also }]
    }
    if (step.do === 'cancel') return [`/v1/manage/orders/${one.orderId}/cancel`, { refund: step.refund }]
    const amount = major(step.minor)
    if (step.do === 'grant') return ['/v1/manage/credits', { user_id: one.userId, amount, reason: 'chaos' }]
    if (step.do === 'spend') return [`${path}/pay_by_credit`, { amount }]
    if (step.do === 'waive') return [`${path}/waive`, { amount, reason: 'chaos' }]
    if (step.do === 'refund') return [`/v1/manage/orders/${one.orderId}/refunds`, { amount, keep_tickets: true }]
    return [`${path}/record_payment`, { amount, payment_method: 'transfer' }]
  }

  /** One step, now and then asked twice at once under one key; or a payment that several take at once, each under its own. */
  async function act(one: Case): Promise<void> {
    const step = draw(one)
    const [path, body] = await requestOf(one, step)
    if (step.do === 'pay' && random() < 0.2) return race(one, step, path, body)
    const key = randomUUID()
    const times = random() < 0.1 ? 2 : 1
    const replies = await Promise.all(Array.from({ length: times }, () => post(path, body, key)))
    const [first] = replies
    if (!first) return
    const isTaken = one.model.take(step)
    one.story.push(`${JSON.stringify(step)} ${first.status}`)
    note(`${step.do} ${first.status < 300 ? 'done' : 'refused'}`)
    for (const { status, body: said } of replies)
      if (status < 300 !== isTaken) one.wrong.push(`${JSON.stringify(step)}: ${status} ${JSON.stringify(said)}`)
  }

  async function race(one: Case, step: Asked, path: string, body: object): Promise<void> {
    const replies = await Promise.all([1, 2, 3].map(() => post(path, body, randomUUID())))
    const isPaid = ({ status }: Reply) => status < 300
    for (const reply of replies.toSorted((a, b) => Number(isPaid(b)) - Number(isPaid(a)))) {
      const isTaken = one.model.take(step)
      if (isPaid(reply) !== isTaken)
        one.wrong.push(`race ${JSON.stringify(step)}: ${reply.status} ${JSON.stringify(reply.body)}`)
    }
    one.story.push(`by three: ${JSON.stringify(step)} ${replies.map(({ status }) => status)}`)
    note('pay at once by three')
  }

  return {
    /** Until everything is sold and done. */
    async work(): Promise<void> {
      while (!books.isOver()) {
        if (!books.isBegun() && random() < 0.4) await books.begin()
        const one = books.takeIdle()
        if (!one) {
          if (books.isBegun()) await sleep(50)
          continue
        }
        await act(one)
        if (one.isWon) await bank.follow(one)
        one.stepsLeft -= 1
        books.giveBack(one)
      }
    },
  }
}
