import type { BankLine } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import type { useAction } from '../../kit/use-action.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { routes } from '../parts/routes.ts'
import { words } from '../words/bank.ts'
import styles from './bank.module.css'

type Props = {
  line: BankLine
  payoutId: number
  onBooked(line: BankLine, said: string): void
  action: ReturnType<typeof useAction>
}

/** A payout of the same amount and days: a person says that it is this one, and nothing is booked twice. */
export function PayoutCandidate({ line, payoutId, onBooked, action }: Props) {
  const { price, whyNot } = useConsole()
  const amount = price(Math.abs(line.amount), line.currency)
  const book = () =>
    action.run(async () =>
      onBooked(await api.bank.bookLine(line.bank_line_id, { payout_id: payoutId }), words.isPayoutDone),
    )
  return (
    <ul class={styles.candidates}>
      <li>
        <div>
          <p>
            {whyNot('figures:manage', 'read') === undefined ? (
              <a href={routes.payout(payoutId)}>{words.payoutOf({ amount })}</a>
            ) : (
              words.payoutOf({ amount })
            )}
          </p>
          <p class={styles.small}>{words.amountAndDay}</p>
        </div>
        <Button why={whyNot('debts:manage')} busy={action.isBusy} onClick={book}>
          {words.isPayout}
        </Button>
      </li>
    </ul>
  )
}
