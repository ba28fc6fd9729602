import { ButtonLink } from '../../kit/button.tsx'
import { useConsole, usePage } from '../parts/console.tsx'
import { PageHead } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { Tabs } from '../parts/tabs.tsx'
import { useQuery } from '../parts/use-query.ts'
import { words } from '../words/money.ts'
import { words as payoutWords } from '../words/payouts.ts'
import { words as taxWords } from '../words/tax.ts'
import { LedgerButton } from './ledger-button.tsx'
import { usePeriod } from './period.tsx'
import { ReconciliationView } from './reconciliation-view.tsx'
import { TakingsView } from './takings-view.tsx'
import { TaxView } from './tax-view.tsx'

const TABS = [
  { key: 'takings', title: words.takings },
  { key: 'reconciliation', title: words.reconciliation },
  { key: 'tax', title: taxWords.tax },
]

/** What came in and went out, added up when staff ask; and whether the provider says the same. */
export function MoneyPage() {
  usePage(words.money)
  const { organisation, whyNot } = useConsole()
  const { query } = useQuery()
  const period = usePeriod()
  return (
    <>
      <PageHead
        title={words.money}
        over={words.byTheClockOf({ value: organisation.timezone.replaceAll('_', ' ') })}
        actions={
          <>
            <ButtonLink href={routes.payouts()}>{payoutWords.payouts}</ButtonLink>
            {whyNot('documents:manage', 'read') === undefined && (
              <ButtonLink href={routes.documents()}>{words.documents}</ButtonLink>
            )}
            <LedgerButton period={period} />
          </>
        }
      />
      <Tabs label={words.money} tabs={TABS} />
      {query.tab === 'reconciliation' ? (
        <ReconciliationView period={period} />
      ) : query.tab === 'tax' ? (
        <TaxView period={period} />
      ) : (
        <TakingsView period={period} />
      )}
    </>
  )
}
