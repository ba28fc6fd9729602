import type { BankStatement } from '@grandstand/sdk'
import { useEffect } from 'preact/hooks'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { count } from '../parts/format.ts'
import { Figures, Sheet } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/bank.ts'

const AGAIN_MS = 2_000
/** The one that was just imported is among the last few. */
const LATEST_MAX = 20

/** What came of a file. A long one is matched by the service while the page looks on. */
export function StatementResult({
  statement: imported,
  wasKnown,
  onAnother,
}: {
  statement: BankStatement
  /** It had been imported before this page was opened. */
  wasKnown: boolean
  onAnother(): void
}) {
  const { bank_statement_id: statementId } = imported
  const { data, error, isLoading, reload } = useLoad(async () => {
    if (imported.waiting === 0) return imported
    const { data: latest } = await api.bank.listStatements({ limit: LATEST_MAX }).page()
    return latest.find(({ bank_statement_id }) => bank_statement_id === statementId) ?? imported
  }, [statementId])
  const statement = data ?? imported
  const { waiting, lines, lines_known: known, booked, unclear, set_aside: aside } = statement
  useEffect(() => {
    if (waiting === 0 || isLoading) return
    const timer = setTimeout(reload, AGAIN_MS)
    return () => clearTimeout(timer)
  }, [waiting, isLoading])
  return (
    <Sheet title={words.result}>
      {error !== undefined && <TroubleNotice error={error} onRetry={reload} />}
      <p role="status">{sentenceOf(statement, wasKnown)}</p>
      <Figures
        figures={[
          { title: words.lines, value: count(lines) },
          { title: words.booked, value: count(booked) },
          { title: words.unclear, value: count(unclear) },
          { title: words.asideTitle, value: count(aside) },
          { title: words.knownTitle, value: count(known) },
        ]}
      />
      {waiting > 0 && <p role="status">{words.stillMatching({ count: waiting })}</p>}
      <div class={form.actions}>
        {unclear > 0 && (
          <ButtonLink look="strong" href={routes.bank()}>
            {words.clarify({ count: unclear })}
          </ButtonLink>
        )}
        {lines > known && (
          <ButtonLink href={routes.bank({ bank_statement_id: statementId, status: 'all' })}>
            {words.seeLines}
          </ButtonLink>
        )}
        <Button onClick={onAnother}>{words.another}</Button>
      </div>
    </Sheet>
  )
}

function sentenceOf({ lines, lines_known: known }: BankStatement, wasKnown: boolean): string {
  if (wasKnown) return words.knownBefore
  if (lines === 0) return words.emptyStatement
  if (known === lines) return words.allKnown
  return known > 0 ? words.someKnown({ count: known }) : words.allNew
}
