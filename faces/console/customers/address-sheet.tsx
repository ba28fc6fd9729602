import type { Customer } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import lazy, { ErrorBoundary } from 'preact-iso/lazy'
import { Button } from '../../kit/button.tsx'
import { useConsole } from '../parts/console.tsx'
import { Sheet } from '../parts/page.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/customers.ts'
import { isErased } from './customer-name.ts'

const AddressDialog = lazy(() => import('./address-dialog.tsx').then((file) => file.AddressDialog))

/** Where they are written to, as far as it is known. */
export function AddressSheet({ customer, onChanged }: { customer: Customer; onChanged(customer: Customer): void }) {
  const [isChanging, setChanging] = useState(false)
  const { whyNot } = useConsole()
  const { company_name: company, address, address2, suburb, state, postcode } = customer
  const town = [suburb, state, postcode].filter(Boolean).join(' ')
  const lines = [company, address, address2, town].filter(Boolean)
  return (
    <Sheet title={common.address}>
      <p>{lines.length > 0 ? lines.join(', ') : words.addressUnknown}</p>
      <Button
        why={isErased(customer) ? words.theyAreErased : whyNot('customers:manage')}
        onClick={() => setChanging(true)}
      >
        {words.changeAddress}
      </Button>
      {isChanging && (
        <ErrorBoundary>
          <AddressDialog customer={customer} onChanged={onChanged} onClose={() => setChanging(false)} />
        </ErrorBoundary>
      )}
    </Sheet>
  )
}
