import { useState } from 'preact/hooks'
import lazy from 'preact-iso/lazy'
import { Button } from '../../kit/button.tsx'
import { download } from '../../kit/download.ts'
import { useAction } from '../../kit/use-action.ts'
import { api } from '../parts/api.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words as accountingWords } from '../words/accounting.ts'
import { words } from '../words/money.ts'
import type { Period } from './period.tsx'

const AccountantDialog = lazy(() => import('./accountant-dialog.tsx').then((file) => file.AccountantDialog))

/** The books of the days that are shown, for accounting. */
export function LedgerButton({ period }: { period: Period }) {
  const { from, to, unix_start, unix_end } = period
  const [isAsking, setAsking] = useState(false)
  const { run, isBusy, error } = useAction()
  const save = () =>
    run(async () => {
      const file = await api.exports.exportLedgerCsv({ unix_start, unix_end })
      download(words.ledgerCsv({ from, to }), await file.blob())
    })
  return (
    <>
      <Button busy={isBusy} onClick={save}>
        {words.booksAsCsv}
      </Button>
      <Button onClick={() => setAsking(true)}>{accountingWords.forAccountant}</Button>
      {isAsking && <AccountantDialog period={period} onClose={() => setAsking(false)} />}
      {error !== undefined && <TroubleNotice error={error} />}
    </>
  )
}
