import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Field } from '../../kit/field.tsx'
import form from '../parts/form.module.css'
import type { Filled } from '../parts/use-submit.ts'
import { words } from '../words/catalogue.ts'
import { common } from '../words/common.ts'

type Step = { from: string; price: number }

const STEPS_MAX = 24

/** What it costs from a day on, the more of the season is over: as many lines as there are such days. */
export function PriceSteps({ steps, problem }: { steps: Step[]; problem: string | undefined }) {
  const [lines, setLines] = useState<{ key: number; step: Step | undefined }[]>(() =>
    steps.map((step, key) => ({ key, step })),
  )
  const [nextKey, setNextKey] = useState(steps.length)
  return (
    <fieldset class={form.form}>
      <legend>{words.priceByDay}</legend>
      {problem !== undefined && <p role="alert">{problem}</p>}
      {lines.map(({ key, step }, n) => (
        <div key={key} class={form.pair}>
          <Field
            name="price_from"
            label={`${words.fromDay} (${n + 1})`}
            type="date"
            required
            defaultValue={step?.from ?? ''}
          />
          <Field
            name="price_then"
            label={`${words.priceThen} (${n + 1})`}
            type="number"
            min={0}
            step="any"
            required
            defaultValue={String(step?.price ?? '')}
          />
          <div>
            <Button look="quiet" onClick={() => setLines(lines.filter((line) => line.key !== key))}>
              {common.remove}
              <span class="visually-hidden"> {n + 1}</span>
            </Button>
          </div>
        </div>
      ))}
      {lines.length < STEPS_MAX && (
        <div class={form.actions}>
          <Button
            onClick={() => {
              setLines([...lines, { key: nextKey, step: undefined }])
              setNextKey(nextKey + 1)
            }}
          >
            {words.addPrice}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

export function stepsFrom(filled: Filled): Step[] {
  const prices = filled.all('price_then')
  return filled.all('price_from').map((from, n) => ({ from, price: Number(prices[n] ?? 0) }))
}
