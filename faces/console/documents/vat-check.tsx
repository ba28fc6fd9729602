import type { DocumentRecipient, VatCheck } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import styles from '../parts/detail.module.css'
import { dateOf, shortTime } from '../parts/format.ts'
import { Tag } from '../parts/page.tsx'
import type { Tone } from '../parts/tone.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/documents.ts'

const TONES: Record<string, Tone> = { valid: 'good', invalid: 'flare', waiting: 'sky' }

/** Of an order whose document is for a VAT number of the EU; nothing of others. */
export function RecipientCheck({ orderId, turn }: { orderId: number; turn: unknown }) {
  const { data, error, reload } = useLoad(() => api.documents.retrieveRecipient(orderId), [orderId, turn])
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  return data ? <VatCheckNote recipient={data} onAsked={reload} /> : null
}

/** What the EU's service says of the VAT number, and a way to ask it again. */
export function VatCheckNote({ recipient, onAsked }: { recipient: DocumentRecipient; onAsked(): void }) {
  const { whyNot } = useConsole()
  const asking = useAction()
  const { order_id: orderId, vat_id: vatId, vat_check: check } = recipient
  if (check === null) return null
  const ask = () =>
    asking.run(async () => {
      await api.documents.checkRecipient(orderId)
      toast(words.beingAsked)
      onAsked()
    })
  return (
    <>
      <div class={styles.balance}>
        <div>
          <p>
            <Tag tone={TONES[check.status] ?? 'quiet'}>{words.vatStates[check.status] ?? check.status}</Tag> {vatId}
          </p>
          {sentencesOf(check).map((sentence) => (
            <p key={sentence} class={styles.muted}>
              {sentence}
            </p>
          ))}
        </div>
        <Button look="quiet" why={whyNot('orders:manage')} busy={asking.isBusy} onClick={ask}>
          {words.askAgain}
        </Button>
      </div>
      {asking.error !== undefined && <TroubleNotice error={asking.error} />}
    </>
  )
}

function sentencesOf({ name, address, reference, answered_at, problem, next_attempt }: VatCheck): string[] {
  const answered = [
    [name, address].filter((part) => part !== null).join(', '),
    answered_at === null ? '' : words.vatChecked({ day: dateOf(answered_at) }),
    reference === null ? '' : words.vatProof({ reference }),
  ].filter((part) => part !== '')
  return [
    ...(answered.length > 0 ? [answered.join(' · ')] : []),
    ...(problem === null ? [] : [words.vatProblems[problem] ?? problem]),
    ...(problem !== null && next_attempt !== null ? [words.vatTriedAgain({ time: shortTime(next_attempt) })] : []),
  ]
}
