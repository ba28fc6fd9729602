import { useState } from 'preact/hooks'
import lazy, { ErrorBoundary } from 'preact-iso/lazy'
import { Button } from '../../kit/button.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/box-office.ts'
import { loadWords } from '../words/load.ts'
import styles from './box-office.module.css'
import { KeyCap } from './key-cap.tsx'
import { useKeys } from './use-keys.ts'

/** Few buyers at a counter want one. */
const RecipientDialog = lazy(async () => {
  await loadWords('documents')
  return (await import('../documents/recipient-dialog.tsx')).RecipientDialog
})

/** For whom the invoice of what was just sold is to be, where the club issues documents. */
export function InvoiceFor({ orderId, keysOn }: { orderId: number; keysOn: boolean }) {
  const { whyNot } = useConsole()
  const mayRead = whyNot('documents:manage', 'read') === undefined
  const [isAsking, setAsking] = useState(false)
  const { data, error, reload } = useLoad(() => (mayRead ? read(orderId) : nothing()), [orderId, mayRead])
  const ask = data?.isOn && !data.recipient.issued ? () => setAsking(true) : undefined
  useKeys({ i: ask }, keysOn)
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!data?.isOn) return null
  const { given, company, name } = data.recipient
  return (
    <div class={styles.seats}>
      {given && <span>{words.invoiceFor({ name: company ?? name ?? '' })}</span>}
      {ask && (
        <Button why={whyNot('orders:manage')} onClick={ask}>
          {given ? words.correctInvoice : words.invoiceWithAddress} <KeyCap name="I" isOn={keysOn} />
        </Button>
      )}
      {isAsking && (
        <ErrorBoundary>
          <RecipientDialog
            orderId={orderId}
            onClose={() => {
              setAsking(false)
              reload()
            }}
          />
        </ErrorBoundary>
      )}
    </div>
  )
}

const nothing = async () => undefined

async function read(orderId: number) {
  const [settings, recipient] = await Promise.all([
    api.documents.retrieveSettings(),
    api.documents.retrieveRecipient(orderId),
  ])
  return { isOn: settings.issuing, recipient }
}
