import { Button } from '../../../kit/button.tsx'
import { toast } from '../../../kit/toast.tsx'
import { useLoad } from '../../../kit/use-load.ts'
import { words } from '../../words/frame.ts'
import { api } from '../api.ts'
import { ConfirmButton } from '../confirm.tsx'
import { useConsole } from '../console.tsx'
import { TroubleNotice } from '../trouble.tsx'
import type { AnyList, RunBarProps } from './description.ts'
import styles from './list.module.css'

type Action = NonNullable<AnyList['bulkActions']>[number]

/** What can be done with the rows that are ticked. */
export function BulkBar({
  actions,
  runs,
  csv,
  question,
  keyOf,
  rows,
  onClear,
  onDone,
}: {
  actions: Action[]
  runs: AnyList['runs']
  csv: AnyList['csv']
  question: RunBarProps['question']
  keyOf(row: unknown): string | number
  rows: unknown[]
  onClear(): void
  onDone(): void
}) {
  return (
    <section aria-label={words.list.selection} class={styles.bulk}>
      <span>{words.list.selected({ count: rows.length })}</span>
      {actions.map((action) => (
        <BulkAction key={action.label} {...{ action, rows, onDone }} />
      ))}
      {runs && <LoadedRunBar {...runs} {...{ rows, question, csv }} ids={rows.map((row) => Number(keyOf(row)))} />}
      <Button look="quiet" onClick={onClear}>
        {words.list.clearSelection}
      </Button>
    </section>
  )
}

/** Loaded when the first row is ticked. */
function LoadedRunBar({ load, ...props }: NonNullable<AnyList['runs']> & RunBarProps) {
  const bar = useLoad(load, [])
  const RunBar = bar.data
  if (bar.error !== undefined) return <TroubleNotice error={bar.error} onRetry={bar.reload} />
  return RunBar ? <RunBar {...props} /> : null
}

/** Those of the rows that it is not for are left alone; where it is for none of them, the button says why. */
function BulkAction({ action, rows, onDone }: { action: Action; rows: unknown[]; onDone(): void }) {
  const { whyNot } = useConsole()
  const able = rows.filter((row) => action.whyNot?.(row) === undefined)
  return (
    <ConfirmButton
      label={action.label}
      title={action.question(able.length)}
      verb={action.verb}
      look="plain"
      why={whyNot(action.needs) ?? (able.length === 0 ? action.whyNot?.(rows[0]) : undefined)}
      act={async () => {
        toast(await action.run(api, able))
        onDone()
      }}
    >
      {action.about}
    </ConfirmButton>
  )
}
