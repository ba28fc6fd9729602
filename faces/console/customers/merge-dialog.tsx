import type { Customer } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckField, Field } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import styles from '../parts/detail.module.css'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/customers.ts'
import { customerName, isErased } from './customer-name.ts'
import { openAmount } from './open-amounts.ts'

const FOUND = 8

/** Finds the one who is the same person, says what comes of it, and does it. */
export function MergeDialog({
  customer,
  onClose,
  onMerged,
}: {
  customer: Customer
  onClose(): void
  onMerged(customer: Customer): void
}) {
  const [search, setSearch] = useState(customer.last_name ?? '')
  const [duplicate, setDuplicate] = useState<Customer | undefined>()
  const action = useAction()
  const { data, error } = useLoad(async () => {
    if (search === '') return []
    const { data: customers } = await api.customers.list({ search, limit: FOUND }).page()
    return customers.filter((other) => other.user_id !== customer.user_id && !isErased(other))
  }, [search, customer.user_id])
  const merge = () =>
    action.run(async () => {
      if (!duplicate) return
      const duplicate_customer_id = duplicate.org_customer_id
      onMerged(await api.customers.merge(customer.org_customer_id, { duplicate_customer_id }))
      toast(words.theyAreOneFromNow)
    })
  const trouble = action.error ?? error
  return (
    <Dialog open title={words.whoIsToo({ customer: customerName(customer) })} onClose={onClose}>
      {trouble !== undefined && <TroubleNotice error={trouble} />}
      <form
        class={form.form}
        onSubmit={(event) => {
          event.preventDefault()
          setDuplicate(undefined)
          setSearch(String(new FormData(event.currentTarget as HTMLFormElement).get('search') ?? '').trim())
        }}
      >
        <Field name="search" label={words.nameEMailMobileOr} type="search" defaultValue={search} autofocus />
        <div class={form.actions}>
          <Button type="submit">{common.search}</Button>
        </div>
      </form>
      {data?.length === 0 && search !== '' && <p>{words.noOtherCustomerIsCalled({ search })}</p>}
      {data && data.length > 0 && (
        <fieldset class={form.group}>
          <legend>{words.theDuplicate}</legend>
          {data.map((other) => (
            <CheckField
              key={other.user_id}
              type="radio"
              name="duplicate"
              value={String(other.user_id)}
              label={
                <>
                  {customerName(other)}{' '}
                  <span class={styles.muted}>
                    {[other.email_address, other.mobile_number, other.postcode].filter(Boolean).join(', ')}
                  </span>
                </>
              }
              onChange={() => setDuplicate(other)}
            />
          ))}
        </fieldset>
      )}
      <p class={styles.muted}>{words.ordersTicketsMembershipsAndSign}</p>
      {duplicate && <MovedAmounts key={duplicate.user_id} duplicate={duplicate} />}
      <div class={form.actions}>
        <Button
          look="strong"
          busy={action.isBusy}
          why={duplicate ? undefined : words.chooseTheDuplicateFirst}
          onClick={merge}
        >
          {words.mergeThem}
        </Button>
        <Button onClick={onClose}>{common.cancel}</Button>
      </div>
    </Dialog>
  )
}

/** The debts and credit of the duplicate belong to the other customer from then on. */
function MovedAmounts({ duplicate }: { duplicate: Customer }) {
  const { price } = useConsole()
  const { org_customer_id: id } = duplicate
  const { data, error } = useLoad(() => api.customers.retrieveOpenItems(id), [id])
  if (error !== undefined) return <TroubleNotice error={error} />
  if (!data) return null
  if (data.sums.length === 0) return <p>{words.nothingOpenMoves}</p>
  const owes = openAmount(data.sums, 'owed_by_customer', price)
  const isOwed = openAmount(data.sums, 'owed_to_customer', price)
  const credit = openAmount(data.sums, 'credit', price)
  return (
    <div>
      <p>{words.openAmountsMove}</p>
      <ul>
        {owes !== undefined && <li>{words.duplicateOwes({ amount: owes })}</li>}
        {isOwed !== undefined && <li>{words.duplicateIsOwed({ amount: isOwed })}</li>}
        {credit !== undefined && <li>{words.duplicateHasCredit({ amount: credit })}</li>}
      </ul>
    </div>
  )
}
