import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { Button } from '../../kit/button.tsx'
import { useConsole } from '../parts/console.tsx'
import { CsvButton } from '../parts/list/csv-button.tsx'
import type { RunBarProps } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { words } from '../words/runs.ts'
import { RunDialog, type Selection } from './run-dialog.tsx'
import { actionTitle } from './run-words.ts'

type ObjectType = RunBarProps['objects']

/** What can be done with many of them, and what it takes to. */
const ACTIONS: Record<ObjectType, { name: string; scope: string; isGrave?: true }[]> = {
  orders: [
    { name: 'mail', scope: 'orders:manage' },
    { name: 'tag', scope: 'orders:manage' },
    { name: 'untag', scope: 'orders:manage' },
    { name: 'refund', scope: 'refunds:manage', isGrave: true },
    { name: 'cancel', scope: 'refunds:manage', isGrave: true },
  ],
  customers: [
    { name: 'mail', scope: 'customers:manage' },
    { name: 'tag', scope: 'customers:manage' },
    { name: 'untag', scope: 'customers:manage' },
  ],
  members: [
    { name: 'mail', scope: 'members:manage' },
    { name: 'tag', scope: 'members:manage' },
    { name: 'untag', scope: 'members:manage' },
    { name: 'change_type', scope: 'members:manage' },
    { name: 'cancel', scope: 'members:manage', isGrave: true },
  ],
  instalments: [
    { name: 'remind', scope: 'debts:manage' },
    { name: 'retry', scope: 'debts:manage' },
    { name: 'pause', scope: 'members:manage' },
    { name: 'resume', scope: 'members:manage' },
    { name: 'move', scope: 'members:manage' },
    { name: 'waive', scope: 'debts:manage', isGrave: true },
  ],
}

/** With the rows that are ticked, or with all that the filters leave on every page. Only what this person may do is there. */
export function RunBar({ objects: objectType, rows, ids, question: asked, csv }: RunBarProps) {
  const { sort_field: _field, sort_direction: _direction, ...question } = asked
  const { whyNot } = useConsole()
  const { route } = useLocation()
  const [isWhole, setWhole] = useState(false)
  const [action, setAction] = useState<string | undefined>()
  const actions = ACTIONS[objectType].filter(
    ({ scope }) => whyNot('runs:manage') === undefined && whyNot(scope) === undefined,
  )
  if (actions.length === 0) return null
  const selection: Selection = isWhole
    ? { objects: undefined, amounts: [], sends: { filters: question, wait: true } }
    : { objects: ids.length, amounts: leftOf(objectType, rows), sends: { ids } }
  return (
    <>
      <Button look="quiet" onClick={() => setWhole(!isWhole)}>
        {isWhole ? words.onlyTheSelected : words.takeAllThatMatch}
      </Button>
      {isWhole && <strong role="status">{words.allThatMatch}</strong>}
      {csv && (isWhole || objectType !== 'instalments') && whyNot(csv.needs, 'read') === undefined && (
        <CsvButton
          csv={csv}
          look="plain"
          label={words.exportThem}
          question={isWhole ? asked : { ids: ids.join(',') }}
        />
      )}
      {actions.map(({ name, isGrave }) => (
        <Button key={name} look={isGrave ? 'danger' : 'plain'} onClick={() => setAction(name)}>
          {words.ask({ action: actionTitle({ object_type: objectType, action: name }) })}
        </Button>
      ))}
      {action !== undefined && (
        <RunDialog
          {...{ objectType, action, selection }}
          onClose={() => setAction(undefined)}
          onStarted={(runId) => route(routes.run(runId))}
        />
      )}
    </>
  )
}

type Listed = {
  order_status?: string
  total?: number
  refunded_amount?: number
  owed_amount?: number
  currency?: string
  /** Of an instalment, what is left of it. */
  open?: number
  status?: string
}

/** What was paid for the orders and has not gone back, or is open of the instalments and not being collected, by currency. */
function leftOf(objectType: ObjectType, rows: unknown[]): Selection['amounts'] {
  const sums = new Map<string, number>()
  for (const row of rows as Listed[]) {
    if (row.currency === undefined) continue
    const left = objectType === 'instalments' ? openOf(row) : refundable(row)
    sums.set(row.currency, (sums.get(row.currency) ?? 0) + left)
  }
  return [...sums].flatMap(([currency, amount]) => (amount > 0 ? [{ currency, amount }] : []))
}

const refundable = ({ order_status, total = 0, refunded_amount = 0, owed_amount = 0 }: Listed): number =>
  order_status === 'confirmed' ? total - refunded_amount - owed_amount : 0

const openOf = ({ status, open = 0 }: Listed): number => (status === 'submitted' ? 0 : open)
