import type { Till } from '@grandstand/sdk'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Field } from '../../kit/field.tsx'
import { amountOf } from '../parts/amount-of.ts'
import { useConsole } from '../parts/console.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/box-office.ts'
import { common } from '../words/common.ts'
import styles from './box-office.module.css'
import inCash from './in-cash.module.css'
import { KeyCap } from './key-cap.tsx'
import { ReaderChoice, readerIn } from './reader-choice.tsx'
import { changeDue, inCoins, likelyNotes, type Method } from './sale.ts'
import { useKeys } from './use-keys.ts'

const METHODS: { method: Method; title: string; key: string }[] = [
  { method: 'cash', title: words.cash, key: 'C' },
  { method: 'card', title: words.card, key: 'K' },
  { method: 'reader', title: words.reader, key: 'R' },
  { method: 'invoice', title: words.invoice, key: 'I' },
  { method: 'free', title: words.free, key: 'F' },
]

const VERBS: Record<Method, string> = {
  cash: words.sellForCash,
  card: words.showTheCodeToPay,
  reader: words.sendToTheReader,
  invoice: words.sellOnInvoice,
  free: words.giveForNothing,
}

export type Paying = { method: Method; given: number | undefined; reason: string; readerId: string | undefined }

/** What a sale comes to, paid in one way. */
export type Bill = {
  lines: ComponentChildren
  /** What the sum is of. */
  title: string
  /** What is paid now. */
  total: number
  /** Why it is not to be paid so. */
  why: string | undefined
}

/** What is bought, what it costs and how it is paid. */
export function Slip({
  billOf,
  currency,
  till,
  why,
  isBusy,
  error,
  keysOn,
  onSell,
}: {
  billOf(method: Method): Bill
  currency: string
  till: Till | undefined
  /** Nothing can be sold at all. */
  why: string | undefined
  isBusy: boolean
  error: unknown
  keysOn: boolean
  onSell(paying: Paying): void
}) {
  const { price, organisation } = useConsole()
  const methods = METHODS.filter(({ method: each }) => each !== 'reader' || organisation.card_readers)
  const [method, setMethod] = useState<Method>('cash')
  const [given, setGiven] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const bill = billOf(method)
  const { total } = bill
  // Only cash has a least coin; what is owed stays what it is.
  const due =
    method === 'cash' && currency === organisation.currency ? inCoins(total, organisation.cash_rounding) : total
  const change = changeDue(due, given.trim() === '' ? undefined : amountOf(given))
  const isByKey = useRef(false)
  const focusField = () => form.current?.querySelector<HTMLInputElement>('input:not([type=radio])')?.focus()
  const choose = (chosen: Method) => {
    if (chosen === method) return focusField()
    isByKey.current = true
    setMethod(chosen)
  }
  // Before the next key: a seller who types the amount at once types it there.
  useLayoutEffect(() => {
    if (isByKey.current) focusField()
    isByKey.current = false
  }, [method])
  const whyNot =
    why ??
    bill.why ??
    (method === 'cash' && !till ? words.cashGoesIntoADrawer : undefined) ??
    (method === 'cash' && given.trim() !== '' && amountOf(given) === undefined ? words.thatIsNoAmount : undefined) ??
    (method === 'cash' && change === undefined ? words.thatIsLessThanIt : undefined)
  const sell = () => {
    if (whyNot !== undefined || isBusy || form.current?.reportValidity() === false) return
    const reason = String(new FormData(form.current ?? undefined).get('reason') ?? '')
    const readerId = readerIn(form.current)
    if (method === 'reader' && readerId === undefined) return
    onSell({ method, given: amountOf(given), reason, readerId })
  }
  useKeys(
    {
      ...Object.fromEntries(methods.map(({ method: each, key }) => [key.toLowerCase(), () => choose(each)])),
      enter: sell,
    },
    keysOn,
  )
  return (
    <form
      ref={form}
      class={styles.slip}
      aria-label={words.payment}
      onSubmit={(event) => {
        event.preventDefault()
        sell()
      }}
    >
      {bill.lines}
      <p class={styles.total}>
        <span>{bill.title}</span>
        <output aria-label={common.total} class={styles.sum}>
          {price(total, currency)}
        </output>
      </p>
      {due !== total && (
        <p class={inCash.inCash}>
          <span>
            {words.inCash} <small>{words.rounded}</small>
          </span>
          <output aria-label={words.inCash} class={styles.sum}>
            {price(due, currency)}
          </output>
        </p>
      )}
      <fieldset class={styles.methods}>
        <legend class="visually-hidden">{words.howItIsPaid}</legend>
        {methods.map(({ method: each, title, key }) => (
          <label key={each} class={each === method ? styles.chosen : ''}>
            <input
              type="radio"
              name="method"
              value={each}
              checked={each === method}
              onChange={() => setMethod(each)}
              class="visually-hidden"
            />
            {title} <KeyCap name={key} isOn={keysOn} />
          </label>
        ))}
      </fieldset>
      {method === 'cash' && (
        <div onInput={({ target }) => setGiven((target as HTMLInputElement).value)}>
          <Field
            name="given"
            label={words.given}
            optional={words.emptyTheExactAmount}
            inputMode="numeric"
            maxLength={12}
          />
        </div>
      )}
      {method === 'cash' && total > 0 && (
        <>
          <p class={styles.notes}>
            {likelyNotes(due).map((note) => (
              <button
                key={note}
                type="button"
                onClick={() => {
                  const input = form.current?.elements.namedItem('given') as HTMLInputElement
                  input.value = String(note)
                  setGiven(String(note))
                  input.focus()
                }}
              >
                {price(note, currency)}
              </button>
            ))}
          </p>
          {given.trim() !== '' && (
            <p class={styles.due} role="status">
              {words.change} <strong>{change === undefined ? words.tooLittle : price(change, currency)}</strong>
            </p>
          )}
        </>
      )}
      {method === 'free' && (
        <Field name="reason" label={common.reason} hint={words.notedAtTheOrder} required maxLength={500} />
      )}
      {method === 'reader' && <ReaderChoice />}
      {method === 'card' && <p class={styles.quiet}>{words.theFanPaysOnTheir}</p>}
      {error !== undefined && <TroubleNotice error={error} />}
      <Button type="submit" look="strong" wide busy={isBusy} why={whyNot}>
        {VERBS[method]} <KeyCap name="Enter" isOn={keysOn && whyNot === undefined} />
      </Button>
      {whyNot !== undefined && <p class={styles.quiet}>{whyNot}.</p>}
    </form>
  )
}
