import { Button } from '../../kit/button.tsx'
import { download } from '../../kit/download.ts'
import { useAction } from '../../kit/use-action.ts'
import { api } from '../parts/api.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/money.ts'
import type { Period } from './period.tsx'

/** The books of the days that are shown, for accounting. */
export function LedgerButton({ period: { from, to, unix_start, unix_end } }: { period: Period }) {
  const { run, isBusy, error } = useAction()
  const save = () =>
    run(async () => {
      const file = await api.exports.exportLedgerCsv({ unix_start, unix_end })
      download(words.ledgerCsv(from, to), await file.blob())
    })
  return (
    <>
      <Button busy={isBusy} onClick={save}>
        {words.booksAsCsv}
      </Button>
      {error !== undefined && <TroubleNotice error={error} />}
    </>
  )
}
