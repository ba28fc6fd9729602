/** What a fan does at their bank and after it, or what happens meanwhile; each is carried out for every place. */
export type Step =
  | 'pay'
  | 'pay and close'
  | 'pay; the money takes days'
  | 'be declined'
  | 'give up'
  | 'close everything'
  | 'pay, and open the way back on another device'
  | 'be declined, and open the way back on another device'
  | 'come back by the back button'
  | 'come back once more'
  | 'call it off'
  | 'pay by card'
  | 'the money arrives'
  | 'the money does not come'
  | 'the worker looks'
  | 'the places are given up'
  | 'others buy all places'
  | 'open the mail, and finish'
  | 'open the mail, and pay another way'
  | 'open the shop again'

export type Ending = {
  name: string
  steps: Step[]
  /** The heading of the page at the end; beside a frame, of the page that came back and of the frame, where it is another one. */
  sees?: string
  beside?: { sees?: RegExp; frame?: string | RegExp }
  order: 'confirmed' | 'pending' | 'expired'
  /** Attempts that took the fan's money; what is not kept has gone back. */
  paid: number
  /** All places were sold to others before the money came. */
  isSoldOut?: true
}

const TICKETS = 'See you there'
/** A browser keeps what a frame remembers apart from what the shop's own page does. */
const PAID = {
  sees: TICKETS,
  beside: { sees: /^(Paid. Thank you|See you there)$/, frame: /^(See you there|You have bought these tickets)$/ },
}

/** Every way in which a visit to the bank ends. */
export const endings: Ending[] = [
  {
    name: 'paid, and come back twice, once by the back button',
    steps: ['pay', 'come back by the back button'],
    ...PAID,
    order: 'confirmed',
    paid: 1,
  },
  {
    name: 'declined, then paid by card',
    steps: ['be declined', 'pay by card', 'come back once more'],
    ...PAID,
    order: 'confirmed',
    paid: 1,
  },
  { name: 'given up, then paid by card', steps: ['give up', 'pay by card'], order: 'confirmed', paid: 1 },
  { name: 'called off, then paid by card', steps: ['call it off', 'pay by card'], order: 'confirmed', paid: 1 },
  {
    name: 'money that takes days, and arrives',
    steps: ['pay; the money takes days', 'the money arrives'],
    ...PAID,
    order: 'confirmed',
    paid: 1,
  },
  {
    name: 'money that takes days, and does not come',
    steps: ['pay; the money takes days', 'the money does not come'],
    sees: 'The payment did not go through',
    beside: { sees: /^The payment did not go through$/, frame: 'Checkout' },
    order: 'pending',
    paid: 0,
  },
  {
    name: 'paid, and the browser closed',
    steps: ['pay and close', 'the worker looks', 'open the shop again'],
    sees: 'You have bought these tickets',
    order: 'confirmed',
    paid: 1,
  },
  {
    name: 'the browser closed; the mail leads back to the bank',
    steps: ['close everything', 'open the mail, and finish'],
    order: 'confirmed',
    paid: 1,
  },
  {
    name: 'the browser closed; the mail leads back, and they pay another way',
    steps: ['close everything', 'open the mail, and pay another way'],
    order: 'confirmed',
    paid: 1,
  },
  {
    name: 'paid, on another device',
    steps: ['pay, and open the way back on another device', 'open the shop again'],
    sees: 'You have bought these tickets',
    beside: { frame: PAID.beside.frame },
    order: 'confirmed',
    paid: 1,
  },
  {
    name: 'declined, on another device',
    steps: ['be declined, and open the way back on another device', 'open the shop again', 'pay by card'],
    order: 'confirmed',
    paid: 1,
  },
  {
    name: 'paid after the hold ended: the places are taken again',
    steps: ['the places are given up', 'pay', 'the worker looks', 'come back once more'],
    ...PAID,
    // Behind another page it may not have looked meanwhile.
    beside: { sees: PAID.beside.sees, frame: /^(Your time is up|See you there|You have bought these tickets)$/ },
    order: 'confirmed',
    paid: 1,
  },
  {
    name: 'paid after the places were sold to others: the money goes back',
    steps: ['the places are given up', 'others buy all places', 'pay', 'the worker looks', 'come back once more'],
    sees: 'The tickets were gone',
    beside: { sees: /^The tickets were gone$/, frame: 'Your time is up' },
    order: 'expired',
    paid: 1,
    isSoldOut: true,
  },
  {
    name: 'nothing chosen, and never come back: the places are free',
    steps: ['close everything', 'the places are given up', 'open the shop again'],
    sees: 'Your time is up',
    order: 'expired',
    paid: 0,
  },
]
