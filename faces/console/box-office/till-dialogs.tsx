import type { TillReport } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field, SelectField } from '../../kit/field.tsx'
import { amountOf } from '../parts/amount-of.ts'
import { api, fieldErrors } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { words } from '../words/box-office.ts'
import { common } from '../words/common.ts'
import styles from './box-office.module.css'
import { denominationsOf, sumOfCount } from './cash-count.ts'
import tills from './till.module.css'

type DialogProps = { till: TillReport; onClose(): void; onDone(till: TillReport): void }

/** Cash that goes in or out without a sale. */
export function MoveDialog({ till, onClose, onDone }: DialogProps) {
  const [name] = useState(() => crypto.randomUUID())
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const movement = filled.text('movement') as 'deposit' | 'drop' | 'payout'
    const reason = filled.optional('reason')
    const body = { movement, amount: amountOf(filled.text('amount')) ?? 0, ...(reason !== undefined && { reason }) }
    // What was typed is part of the name: another amount is another wish.
    const idempotencyKey = `${name}-${movement}-${body.amount}`
    onDone(await api.boxOffice.moveCash(till.till_id, body, { idempotencyKey }))
  })
  const problems = fieldErrors(error)
  return (
    <Dialog open title={words.moveCash} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <SelectField
          name="movement"
          label={words.whatHappens}
          options={[
            { value: 'drop', label: words.outOfTheDrawerTo },
            { value: 'deposit', label: words.intoTheDrawer },
            { value: 'payout', label: words.outOfTheDrawerFor },
          ]}
        />
        <Field
          name="amount"
          label={words.amountIn({ currency: till.currency })}
          inputMode="numeric"
          required
          autofocus
          maxLength={12}
          error={problems.amount}
        />
        <Field name="reason" label={common.why} optional={words.forTheReport} maxLength={500} />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {words.moveIt}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Counted by note and coin: a seller who types a sum types the one that they have read. */
export function CountDialog({ till, onClose, onDone }: DialogProps) {
  const { price } = useConsole()
  const [pieces, setPieces] = useState<Record<string, number>>({})
  const coins = denominationsOf(till.currency)
  const counted = sumOfCount(coins.map((value) => ({ value, pieces: pieces[value] ?? 0 })))
  const [isTold, setTold] = useState(false)
  const isRight = counted === till.cash
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const note = filled.optional('note')
    // What is missing is told once it was counted: a number that is known is the one that is found.
    if (!isRight && note === undefined) return setTold(true)
    onDone(await api.boxOffice.closeTill(till.till_id, { counted, ...(note !== undefined && { note }) }))
  })
  return (
    <Dialog open title={words.count({ name: till.name })} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && <TroubleNotice error={error} />}
        <p>{words.howManyOfEachAre}</p>
        <div
          class={tills.coins}
          onInput={({ target }) => {
            const { name, value } = target as HTMLInputElement
            const many = Number(value)
            setPieces({ ...pieces, [name]: Number.isInteger(many) && many > 0 ? many : 0 })
          }}
        >
          {coins.map((value, index) => (
            <Field
              key={value}
              name={String(value)}
              label={price(value, till.currency)}
              type="number"
              min={0}
              max={100_000}
              inputMode="numeric"
              autofocus={index === 0}
            />
          ))}
        </div>
        <p class={styles.total}>
          <span>{words.counted}</span>
          <output class={styles.sum}>{price(counted, till.currency)}</output>
        </p>
        {isTold && !isRight && (
          <p class={tills.difference} role="alert">
            {counted < till.cash ? words.itIsLess : words.itIsMore}: {price(counted - till.cash, till.currency)}
          </p>
        )}
        {isTold && !isRight ? (
          <Field name="note" label={common.why} required maxLength={1000} />
        ) : (
          <Field name="note" label={words.note} optional={words.forTheReport} maxLength={1000} />
        )}
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {words.closeTheDrawer}
          </Button>
          <Button onClick={onClose}>{words.notYet}</Button>
        </div>
      </form>
    </Dialog>
  )
}
