import type { Run, RunItem } from '@grandstand/sdk'
import { useEffect } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api, serverNow } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole, usePage } from '../parts/console.tsx'
import { Facts } from '../parts/facts.tsx'
import { count, dayOfYear, shortTime } from '../parts/format.ts'
import { ListTable, useListPage } from '../parts/list/list-table.tsx'
import { Figures, PageHead, Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { Tabs } from '../parts/tabs.tsx'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { useQuery } from '../parts/use-query.ts'
import { common } from '../words/common.ts'
import { words } from '../words/runs.ts'
import { actionTitle, amountsTitle, isGrave, runTones, sizeOf, startTitle } from './run-words.ts'
import styles from './runs.module.css'

const AGAIN_MS = 2_000
/** For as long as mails of it may still be waiting to leave. */
const RECALL_SECONDS = 86_400

/** How far a run is, and what came of each. It goes on by itself: the page only looks. */
export function RunPage({ run_id: runId = '' }: { run_id?: string }) {
  const run = useLoad(() => api.runs.retrieve(runId), [runId])
  const isRunning = run.data?.run_status === 'collecting' || run.data?.run_status === 'running'
  useEffect(() => {
    if (!isRunning || run.isLoading) return
    const timer = setTimeout(run.reload, AGAIN_MS)
    return () => clearTimeout(timer)
  }, [isRunning, run.isLoading])
  usePage(run.data && titleOf(run.data))
  if (run.error !== undefined && !run.data) return <TroubleNotice error={run.error} onRetry={run.reload} />
  if (!run.data) return null
  return (
    <>
      <PageHead
        title={titleOf(run.data)}
        over={
          <>
            <a href={routes.runs()}>{common.bulkActions}</a>{' '}
            <Tag tone={runTones[run.data.run_status] ?? 'quiet'}>{words.states[run.data.run_status]}</Tag>
          </>
        }
        actions={
          <>
            <StartButton run={run.data} onStarted={run.set} />
            <StopButton run={run.data} onStopped={run.set} />
          </>
        }
      />
      {run.error !== undefined && <TroubleNotice error={run.error} onRetry={run.reload} />}
      <Progress run={run.data} />
      <Asked run={run.data} />
      <Items run={run.data} />
    </>
  )
}

const titleOf = (run: Run): string =>
  words.title({ action: actionTitle(run), many: words.many[run.object_type]?.({ count: sizeOf(run) }) ?? '' })

/** What it would do is on the page; this is the word that it may. */
function StartButton({ run, onStarted }: { run: Run; onStarted(run: Run): void }) {
  const { whyNot } = useConsole()
  const { run: act, isBusy } = useAction()
  if (run.run_status !== 'ready' || whyNot('runs:manage') !== undefined) return null
  const complain = (failure: unknown) => toast(failure instanceof Error ? failure.message : String(failure), 'flare')
  return (
    <Button
      look={isGrave(run.action) ? 'danger' : 'strong'}
      busy={isBusy}
      why={sizeOf(run) === 0 ? words.nothingMatches : undefined}
      onClick={() => act(() => api.runs.start(run.run_id).then(onStarted, complain))}
    >
      {startTitle(run, words.many[run.object_type]?.({ count: sizeOf(run) }) ?? '')}
    </Button>
  )
}

function StopButton({ run, onStopped }: { run: Run; onStopped(run: Run): void }) {
  const { whyNot } = useConsole()
  const isOpen = ['collecting', 'ready', 'running'].includes(run.run_status)
  const mayRecall =
    run.action === 'mail' && run.finished_at !== null && serverNow() / 1000 - run.finished_at < RECALL_SECONDS
  if (run.run_status === 'stopped' || (!isOpen && !mayRecall) || whyNot('runs:manage') !== undefined) return null
  return (
    <ConfirmButton
      label={words.stop}
      title={words.stopTitle}
      verb={words.stopVerb}
      isGrave
      look="plain"
      act={async () => {
        onStopped(await api.runs.stop(run.run_id))
        toast(words.isStopped)
      }}
    >
      {words.stopAbout}
    </ConfirmButton>
  )
}

function Progress({ run }: { run: Run }) {
  const { price } = useConsole()
  const { waiting, done, skipped, failed } = run.items
  const all = sizeOf(run)
  return (
    <Sheet>
      <p role="status">{stateOf(run)}</p>
      {run.amounts.length > 0 && (
        <p>
          <strong>
            {amountsTitle(
              run.action,
              run.amounts.map(({ amount, currency }) => price(amount, currency)),
            )}
          </strong>
        </p>
      )}
      <progress class={styles.progress} aria-label={words.progressLabel} value={all - waiting} max={Math.max(all, 1)} />
      <Figures
        figures={[
          { title: common.done, value: count(done) },
          { title: words.skipped, value: count(skipped) },
          { title: words.failed, value: count(failed) },
          { title: words.waiting, value: count(waiting) },
        ]}
      />
    </Sheet>
  )
}

function stateOf(run: Run): string {
  const at = run.finished_at === null ? '' : shortTime(run.finished_at)
  if (run.run_status === 'collecting') return words.isPreparing
  if (run.run_status === 'ready') return words.isReady
  if (run.run_status === 'running') return words.progress({ done: sizeOf(run) - run.items.waiting, all: sizeOf(run) })
  return run.run_status === 'stopped' ? words.stoppedAt({ time: at }) : words.finishedAt({ time: at })
}

function Asked({ run }: { run: Run }) {
  const facts = [
    { title: words.by, value: run.started_by ?? words.anApiKey },
    { title: words.started, value: shortTime(run.created) },
    { title: words.mailAbout, value: run.subject === null ? null : run.is_news ? words.news : words.service },
    { title: words.subject, value: run.subject },
    { title: words.text, value: run.text },
    { title: words.tagField, value: run.tag },
    { title: words.newDay, value: run.due_on === null ? null : dayOfYear(run.due_on) },
    { title: common.reason, value: run.reason },
  ]
  return (
    <Sheet title={words.details}>
      <Facts>
        {facts.flatMap(({ title, value }) =>
          value === null
            ? []
            : [
                <div key={title}>
                  <dt>{title}</dt>
                  <dd class={styles.words}>{value}</dd>
                </div>,
              ],
        )}
      </Facts>
    </Sheet>
  )
}

const OUTCOMES = ['failed', 'skipped', 'done', 'waiting'] as const

/** What failed comes first, for that is what staff have to look at. */
function Items({ run }: { run: Run }) {
  const { query } = useQuery()
  // Of a run that is over, what is empty stands last; of one that is under way no tab may move.
  const isOver = run.finished_at !== null
  const outcomes = OUTCOMES.toSorted((a, b) => (isOver ? Number(run.items[b] > 0) - Number(run.items[a] > 0) : 0))
  const outcome = outcomes.find((name) => name === query.tab) ?? outcomes[0] ?? 'failed'
  const list = useListPage(
    (at) => api.runs.listItems(run.run_id, { outcome, ...at }).page(),
    [run.run_id, outcome, run.items[outcome]],
  )
  return (
    <Sheet flush title={words.results}>
      <div class={styles.tabs}>
        <Tabs
          label={words.outcome}
          tabs={outcomes.map((key) => ({ key, title: `${words[key]} ${count(run.items[key])}` }))}
        />
      </div>
      <ListTable<RunItem>
        caption={words.results}
        list={list}
        keyOf={({ object_id }) => object_id}
        hrefOf={({ object_id }) => hrefOf(run, object_id)}
        columns={[
          { title: common.number, cell: ({ object_id }) => `#${object_id}` },
          { title: common.name, cell: ({ name }) => name ?? '' },
          { title: common.why, cell: ({ reason, message }) => whyOf(reason, message) },
        ]}
        empty={<Empty title={words.nothingHere} />}
      />
    </Sheet>
  )
}

const whyOf = (reason: string | null, message: string | null): string =>
  reason === null ? '' : (words.reasons[reason] ?? message ?? reason)

const PAGES: Record<string, (id: number) => string> = {
  orders: routes.order,
  customers: routes.customer,
  members: routes.member,
  instalments: routes.debt,
}

const hrefOf = ({ object_type: type }: Run, id: number): string => PAGES[type]?.(id) ?? routes.runs()
