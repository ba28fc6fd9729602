import type { Customer } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import { HomeFields, homeIn } from '../members/home-fields.tsx'
import { api, fieldErrors } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'

type Props = { customer: Customer; onChanged(customer: Customer): void; onClose(): void }

/** Where they are written to. It comes on demand: the names of all countries are much of what it is. */
export function AddressDialog({ customer, onChanged, onClose }: Props) {
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    onChanged(await api.customers.change(customer.org_customer_id, homeIn(filled)))
    toast(common.saved)
    onClose()
  })
  const problems = fieldErrors(error)
  return (
    <Dialog open title={common.address} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <HomeFields home={customer} problems={problems} />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {common.save}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
