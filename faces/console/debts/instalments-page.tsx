import { ButtonLink } from '../../kit/button.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole, usePage } from '../parts/console.tsx'
import { ListSheet } from '../parts/list/list-sheet.tsx'
import { Figures, PageHead } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/debts.ts'
import { STAGES } from './debt-words.ts'
import { instalmentsList } from './instalments-list.ts'

/** What instalments come to by how far their collection is, and which they are. */
export function InstalmentsPage() {
  usePage(words.instalments)
  const { price, whyNot } = useConsole()
  const { data, error, reload } = useLoad(() => api.debts.retrieveCollectionStages(), [])
  const figures = STAGES.map((stage) => {
    const parts = data?.stages.filter((counted) => counted.stage === stage) ?? []
    return {
      title: words.stages[stage] ?? stage,
      value: words.stageCount({ count: parts.reduce((sum, { instalments }) => sum + instalments, 0) }),
      note: parts.map(({ open, currency }) => price(open, currency)).join(' + '),
    }
  })
  return (
    <>
      <PageHead
        title={words.instalments}
        actions={
          whyNot('runs:manage', 'read') === undefined && (
            <ButtonLink href={routes.runs({ object_type: 'instalments' })}>{common.bulkActions}</ButtonLink>
          )
        }
      />
      {error !== undefined && <TroubleNotice error={error} onRetry={reload} />}
      {data && <Figures figures={figures} />}
      <ListSheet list={instalmentsList} />
    </>
  )
}
