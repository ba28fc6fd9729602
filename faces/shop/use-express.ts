import type { Basket } from '@grandstand/sdk'
import { useRef, useState } from 'preact/hooks'
import { spokenOf } from '../kit/languages.ts'
import { api } from './api.ts'
import type { Chosen, ExpressProps } from './payment-props.ts'
import { useShop } from './shop.tsx'
import { expressWords } from './words/express.ts'

/** What a wallet says of its owner. */
export type Owner = {
  name?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  address?: { line1?: string; line2?: string | null; city?: string; postal_code?: string; country?: string } | undefined
}

/** With which one pays so, and who it belongs to. */
type Wallet = {
  owner: Owner
  method(): Promise<Chosen | { problem: string }>
  /** Its window says that it did not work. */
  fail(message: string): void
}

/**
 * What all wallets have in common: they open once all is answered that they cannot know, fill in the form where the fan has not, and pay what was
 * shown in them, or nothing.
 */
export function useExpress({ basket, missing, onMissing, pay, onTrouble, onChange }: ExpressProps) {
  const { storefront, language } = useShop()
  const said = expressWords[spokenOf(language) ?? 'en']
  const place = useRef<HTMLElement>(null)
  const approved = useRef('')
  const [isAgreed, setAgreed] = useState(true)
  const [lacks, setLacks] = useState('')
  const formOf = () => place.current?.closest('form') ?? undefined

  /** Whether the wallet may open; else what it needs is marked. */
  const open = (): boolean => {
    const form = formOf()
    if (!form) return false
    const filled = new FormData(form)
    const problems = missing(filled)
    const hasAgreed = storefront.terms_version === null || filled.has('terms')
    const isReady = hasAgreed && Object.keys(problems).length === 0
    onTrouble(undefined)
    onMissing(problems)
    setAgreed(hasAgreed)
    setLacks(isReady ? '' : said.needed)
    approved.current = contentsOf(basket)
    return isReady
  }

  const payWith = async ({ owner, method, fail }: Wallet): Promise<void> => {
    const form = formOf()
    if (!form) return
    fillIn(form, owner)
    const postcode = owner.address?.postal_code?.trim().slice(0, 20)
    let isPaid = false
    let why = said.needed
    await pay(async () => {
      const now = await api.baskets.retrieve(basket.id).catch(() => undefined)
      if (now && (now.status !== 'open' || contentsOf(now) !== approved.current)) {
        why = said.changed
        onChange()
        return undefined
      }
      const chosen = await method()
      isPaid = !('problem' in chosen)
      if ('problem' in chosen) why = chosen.problem
      return isPaid && postcode ? { ...chosen, customer: { postcode } } : chosen
    })
    if (isPaid) return
    fail(why)
    setLacks(why)
  }

  return { said, place, isAgreed, lacks, open, payWith }
}

/** What is paid for, and how much: both are to be as they were when the wallet was opened. */
const contentsOf = ({ items, memberships, due_now, total }: Basket): string =>
  JSON.stringify([
    items.map(({ id, quantity, seats }) => [id, quantity, seats.map(({ seat_id }) => seat_id)]),
    memberships.map(({ id }) => id),
    due_now,
    total,
  ])

/** Where the fan has typed nothing, or no address that could be theirs. */
function fillIn(form: HTMLFormElement, { name = '', email = '', phone = '', address }: Owner): void {
  const [first, last] = namesIn(name)
  const set = (field: string, text = '', isWrong = (typed: string) => typed.trim() === '') => {
    const input = form.elements.namedItem(field)
    if (!(input instanceof HTMLInputElement) || text.trim() === '' || !isWrong(input.value)) return
    input.value = text.trim().slice(0, input.maxLength > 0 ? input.maxLength : undefined)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  set('email', email, (typed) => !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(typed.trim()))
  set('first_name', first)
  set('last_name', last)
  if (/^\+?[\d\s().-]{6,32}$/.test(phone)) set('mobile_number', phone)
  // For an invoice, where one is asked for.
  set('to_address', address?.line1)
  set('to_more', address?.line2 ?? '')
  set('to_postcode', address?.postal_code)
  set('to_city', address?.city)
}

const BEFORE_LAST_NAMES = new Set('af da de del della den der di dos du la le ten ter van von zu'.split(' '))

/** Wallets have one name: the last word of it, and what belongs before that word, is the last name. */
export function namesIn(name: string): [first: string, last: string] {
  const words = name.trim().split(/\s+/)
  let last = words.length - 1
  while (last > 1 && BEFORE_LAST_NAMES.has((words[last - 1] ?? '').toLowerCase())) last -= 1
  return last > 0 ? [words.slice(0, last).join(' '), words.slice(last).join(' ')] : [words.join(' '), '']
}
