import { useConsole, usePage } from '../console.tsx'
import { PageHead } from '../page.tsx'
import { LedgerButton } from './ledger-button.tsx'
import { usePeriod } from './period.tsx'
import { TakingsView } from './takings-view.tsx'

/** What came in and went out, added up as somebody asks. */
export function MoneyPage() {
  usePage('Money')
  const { organisation } = useConsole()
  const period = usePeriod()
  return (
    <>
      <PageHead
        title="Money"
        over={`By the clock of ${organisation.timezone.replaceAll('_', ' ')}`}
        actions={<LedgerButton period={period} />}
      />
      <TakingsView period={period} />
    </>
  )
}
