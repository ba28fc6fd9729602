import { CheckField, Field } from '../../kit/field.tsx'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { Sheet } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/services.ts'
import { Save, useChange, type Why } from './organisation-form.tsx'

/** What an order bears as a whole. */
export function FeesSheet({ why }: Why) {
  const { organisation } = useConsole()
  const { currency } = organisation
  const { submit, isBusy, error, problems } = useChange((filled) => ({
    transaction_fee_fixed: filled.number('transaction_fee_fixed') ?? 0,
    transaction_fee_percentage: filled.number('transaction_fee_percentage') ?? 0,
    transaction_fee_max: filled.number('transaction_fee_max') ?? null,
    transaction_fee_free_orders: filled.isTicked('transaction_fee_free_orders'),
    transaction_fee_boxoffice: filled.isTicked('transaction_fee_boxoffice'),
  }))
  const amount = (
    name: 'transaction_fee_fixed' | 'transaction_fee_percentage' | 'transaction_fee_max',
    label: string,
  ) => (
    <Field
      name={name}
      label={label}
      {...(name === 'transaction_fee_max' && { optional: words.noMax })}
      type="number"
      min={0}
      step="any"
      defaultValue={String(organisation[name] ?? '')}
      error={problems[name]}
    />
  )
  return (
    <Sheet title={words.fees} about={words.aboutFees}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <div class={form.pair}>
          {amount('transaction_fee_fixed', words.fixed({ currency }))}
          {amount('transaction_fee_percentage', words.percentage)}
          {amount('transaction_fee_max', words.feeMax({ currency }))}
        </div>
        <CheckField
          name="transaction_fee_free_orders"
          label={words.freeOrders}
          defaultChecked={organisation.transaction_fee_free_orders}
        />
        <CheckField
          name="transaction_fee_boxoffice"
          label={words.atBoxOffice}
          defaultChecked={organisation.transaction_fee_boxoffice}
        />
        <Save {...{ why, isBusy }} />
      </form>
    </Sheet>
  )
}
