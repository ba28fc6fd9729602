import type { TransferPurpose } from '../../server/checkout/transfers/transfer-reference.ts'
import type { SeededRandom } from '../../server/operator/demo/seeded-random.ts'
import type { ModelDebt, ModelLine, ModelOrder, Target } from './statement-model.ts'

/** What statements can be about; each line of a story is planted, later lines somewhere behind it. */
export type World = {
  currency: string
  fresh: ModelOrder[]
  recorded: ModelOrder[]
  expired: ModelOrder[]
  gone: ModelOrder[]
  fanDebts: ModelDebt[]
  clubDebts: ModelDebt[]
  referenceOf(purpose: TransferPurpose): string
}

const NOBODY = 999_999_990

/** So many lines and mistakes, drawn from the world until it is used up, and from what needs none of it after that. */
export function plantLines(world: World, random: SeededRandom, count: number): ModelLine[] {
  const lines: ModelLine[] = []
  const later: ModelLine[] = []
  while (lines.length < count) {
    const isTime = later.length > 0 && (random.chance(0.4) || lines.length + later.length >= count)
    if (isTime) {
      lines.push(later.splice(random.below(later.length), 1)[0] as ModelLine)
      continue
    }
    const [first, ...others] = drawStory(world, random)
    if (!first) continue
    lines.push(first)
    // Those of one story stay in their order, so that a rest comes after its part.
    if (others.length === 1) later.push(...others)
    else lines.push(...others)
  }
  return lines.slice(0, count).map((line, index) => ({
    ...line,
    ...(line.bankReference === null ? {} : { bankReference: `P${String(index).padStart(5, '0')}` }),
  }))
}

function drawStory(world: World, random: SeededRandom): ModelLine[] {
  const story = random.pick(STORIES)
  return story(world, random) ?? []
}

type Story = (world: World, random: SeededRandom) => ModelLine[] | undefined

const GREETINGS = ['Tickets', 'Thank you', 'Derby', 'Invoice', 'RE 4711', '2 places']

const paying = ({ currency }: World, random: SeededRandom, target: Target, amountMinor: number): ModelLine => {
  const reference = random.chance(0.5) ? target.reference : written(target.reference, random)
  return { amountMinor, currency, text: `${random.pick(GREETINGS)} ${reference} many thanks`, names: [target] }
}
/** As people type it. */
const written = (reference: string, random: SeededRandom) =>
  random.pick([
    reference.toLowerCase(),
    reference.replaceAll(' ', ''),
    reference.replaceAll(' ', '-'),
    reference.replaceAll(' ', '.'),
  ])
/** One digit is another, or two have changed their places. */
function mistyped(reference: string, random: SeededRandom): string {
  const compact = reference.replaceAll(' ', '')
  const at = 4 + random.below(compact.length - 5)
  const [one = '', other = ''] = compact.slice(at)
  const swapped = one !== other && random.chance(0.5)
  const instead = swapped ? other + one : String((Number(one) + 1 + random.below(9)) % 10) + other
  return compact.slice(0, at) + instead + compact.slice(at + 2)
}

const waiting = ({ fresh }: World, random: SeededRandom) => {
  const left = fresh.filter(({ state }) => state === 'waiting')
  return left.length === 0 ? undefined : random.pick(left)
}
const some = (random: SeededRandom, below: number) => 1 + random.below(below - 1)

const STORIES: Story[] = [
  // The reference and the amount, once, and some twice.
  (world, random) => {
    const order = world.fresh.pop()
    if (!order) return undefined
    const line = paying(world, random, order, order.dueMinor)
    return random.chance(0.3) ? [line, paying(world, random, order, order.dueMinor)] : [line]
  },
  // A part, and mostly its rest.
  (world, random) => {
    const order = world.fresh.pop()
    if (!order) return undefined
    const partMinor = some(random, order.dueMinor)
    const part = paying(world, random, order, partMinor)
    return random.chance(0.3) ? [part] : [part, paying(world, random, order, order.dueMinor - partMinor)]
  },
  // A part, and then all of it; or too much at once.
  (world, random) => {
    const order = world.fresh.pop()
    if (!order) return undefined
    const whole = paying(world, random, order, order.dueMinor + (random.chance(0.5) ? some(random, 5000) : 0))
    return random.chance(0.5) ? [whole] : [paying(world, random, order, some(random, order.dueMinor)), whole]
  },
  // Recorded by hand before.
  (world, random) => {
    const order = world.recorded.pop()
    if (!order) return undefined
    const amountMinor = order.dueMinor + random.pick([0, 0, 0, 1, -1])
    return [paying(world, random, order, amountMinor), paying(world, random, order, order.dueMinor)]
  },
  // Too late: the places are still there, or not.
  (world, random) => {
    const order = random.chance(0.5) ? world.expired.pop() : world.gone.pop()
    if (!order) return undefined
    const line = paying(world, random, order, order.dueMinor + random.pick([0, 0, 0, -1, 100]))
    return random.chance(0.4) ? [line, paying(world, random, order, order.dueMinor)] : [line]
  },
  // Debts of fans: whole, in part, too much, twice.
  (world, random) => {
    const debt = world.fanDebts.pop()
    if (!debt) return undefined
    const first = paying(world, random, debt, debt.openMinor + random.pick([0, 0, 100, -100]))
    return random.chance(0.5) ? [first] : [first, paying(world, random, debt, debt.openMinor)]
  },
  // What the club owes goes out: right, wrong, or the wrong way.
  (world, random) => {
    const debt = world.clubDebts.pop()
    if (!debt) return undefined
    const line = paying(world, random, debt, -debt.openMinor + random.pick([0, 0, 0, 1, 2 * debt.openMinor]))
    return random.chance(0.4) ? [line, paying(world, random, debt, -debt.openMinor)] : [line]
  },
  (world, random) => {
    const order = waiting(world, random)
    if (!order) return undefined
    return [
      {
        amountMinor: order.dueMinor,
        currency: world.currency,
        text: `for ${mistyped(order.reference, random)}`,
        names: [],
      },
    ]
  },
  (world, random) => {
    const order = waiting(world, random)
    return order && [{ ...paying(world, random, order, order.dueMinor), currency: 'NZD' }]
  },
  // The name of who waits, with their amount or another; or their amount from another person.
  (world, random) => {
    const order = world.fresh.findLast(({ state, lastName }) => state === 'waiting' && lastName !== null)
    if (!order) return undefined
    const amountMinor = order.dueMinor + random.pick([0, 0, 7])
    const name = random.chance(0.7) ? `MR A. ${order.lastName?.toUpperCase()}` : 'MR N. N.'
    return [{ amountMinor, currency: world.currency, text: 'for the match', name, names: [] }]
  },
  (world, random) => [
    { amountMinor: some(random, 9000), currency: world.currency, text: 'Sponsor', name: 'Bakery', names: [] },
  ],
  (world, random) => {
    const reference = world.referenceOf({ kind: random.chance(0.5) ? 'payment' : 'debt', id: NOBODY })
    const amountMinor = some(random, 9000) * random.pick([1, 1, -1])
    return [{ amountMinor, currency: world.currency, text: reference, names: [undefined] }]
  },
  (world, random) => {
    const [one, other] = [waiting(world, random), waiting(world, random)]
    if (!one || !other || one === other) return undefined
    const text = `${one.reference} and ${other.reference}`
    return [{ amountMinor: one.dueMinor + other.dueMinor, currency: world.currency, text, names: [one, other] }]
  },
  ({ currency }, random) => [
    { amountMinor: -some(random, 500), currency, kind: 'charge', text: 'Account fee', names: [] },
  ],
  ({ currency }, random) => [{ amountMinor: -some(random, 90_000), currency, text: 'Rent and light', names: [] }],
  ({ currency }, random) =>
    [{ amountMinor: 0, currency, text: 'Closing of accounts', names: [] }].slice(random.below(2)),
  // Sent back by a bank: our payout, or what a fan had paid.
  (world, random) => {
    const order = waiting(world, random)
    if (!order) return undefined
    return [{ ...paying(world, random, order, -order.dueMinor), kind: 'return' }]
  },
  // Three that are equal in all that is known of them.
  ({ currency }, random) => {
    const line: ModelLine = {
      amountMinor: some(random, 9000),
      currency,
      bankReference: null,
      text: 'Collection box',
      names: [],
    }
    return [line, { ...line }, { ...line }]
  },
]
