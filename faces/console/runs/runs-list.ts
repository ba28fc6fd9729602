import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { common } from '../words/common.ts'
import { words } from '../words/runs.ts'
import { aboutOf, actionTitle, runTones, sizeOf } from './run-words.ts'

/** Everything that was done with many at once, newest first. */
export const runsList = defineList({
  operation: 'runs.list',
  title: common.bulkActions,
  stacks: true,
  keyOf: ({ run_id }) => run_id,
  hrefOf: ({ run_id }) => routes.run(run_id),
  columns: [
    {
      label: common.what,
      cell: (run) => ({ title: actionTitle(run), small: aboutOf(run) }),
    },
    { label: words.whom, cell: (run) => words.many[run.object_type]?.({ count: sizeOf(run) }) },
    {
      label: common.state,
      cell: ({ run_status: status }) => ({ tag: words.states[status] ?? status, tone: runTones[status] ?? 'quiet' }),
    },
    { label: words.failed, align: 'end', isMinor: true, cell: ({ items }) => items.failed },
    { label: words.started, isMinor: true, cell: ({ created }) => ({ unix: created }) },
    { label: words.by, isMinor: true, cell: ({ started_by }) => started_by ?? words.anApiKey },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'object_type',
      label: words.whom,
      options: [
        { value: '', label: words.everyKind, sends: {} },
        ...(['orders', 'customers', 'members', 'instalments'] as const).map((value) => ({
          value,
          label: words.objects[value] ?? value,
          sends: { object_type: value },
        })),
      ],
    },
    {
      kind: 'choice',
      name: 'run_status',
      label: common.state,
      options: [
        { value: '', label: words.everyState, sends: {} },
        ...(['collecting', 'ready', 'running', 'stopped', 'finished'] as const).map((value) => ({
          value,
          label: words.states[value] ?? value,
          sends: { run_status: value },
        })),
      ],
    },
  ],
  empty: {
    title: words.noRuns,
    text: words.noRunsText,
    start: { label: words.toOrders, href: routes.orders() },
  },
})
