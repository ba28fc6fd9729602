import { Html, html } from '../../platform/values/html.ts'
import type { SeenCell } from './look-at.ts'
import { troubleOf } from './processes.ts'

/** Beyond these an operator has something to do; deploy/alerts.yaml has the same figures. */
const LATE = { webhooks: 60, mails: 600, payments: 10, standbySeconds: 30 }
const FREE_BYTES_LEAST = 2 ** 30

const REFRESH_SECONDS = 15

type Row = { subject: string; text: string; isBad?: boolean }

/** Every cell at a glance, what is wrong first and in words as well as in colour. */
export function statusPage(cells: SeenCell[], at: Date): string {
  const boxes = cells.map((cell) => ({ cell, rows: rowsOf(cell) }))
  const bad = (rows: Row[]) => rows.filter(({ isBad }) => isBad).length
  const isAway = ({ cell }: { cell: SeenCell }) => Number('error' in cell)
  const sorted = boxes.toSorted((a, b) => isAway(b) - isAway(a) || bad(b.rows) - bad(a.rows))
  const troubled = boxes.filter(({ rows }) => bad(rows) > 0).length
  const head = troubled === 0 ? 'All is well' : `${troubled} of ${cells.length} need attention`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${REFRESH_SECONDS}">
<title>${head} · Grandstand</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/status.css">
</head>
<body>
<main>
<h1>${head}</h1>
<p>${at.toISOString().slice(0, 19).replace('T', ' ')} UTC. It looks again every ${REFRESH_SECONDS} seconds.</p>
<div class="cells">${sorted.map(({ cell, rows }) => cellBox(cell, rows))}</div>
</main>
</body>
</html>
`.text
}

function cellBox(cell: SeenCell, rows: Row[]): Html {
  const name = 'error' in cell ? cell.database : `Cell ${cell.cell}`
  const where = 'error' in cell ? '' : [cell.address, cell.database].filter((part) => part !== null).join(', ')
  return html`<section${new Html(rows.some(({ isBad }) => isBad) ? ' class="bad"' : '')}>
<h2>${name}</h2>
<p>${where}</p>
<dl>${rows.map(
    ({ subject, text, isBad }) =>
      html`<dt>${subject}</dt><dd${new Html(isBad ? ' class="bad"' : '')}>${isBad ? 'Look: ' : ''}${text}</dd>`,
  )}</dl>
</section>
`
}

const gib = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`

function rowsOf(cell: SeenCell): Row[] {
  if ('error' in cell) return [{ subject: 'Database', text: cell.error, isBad: true }]
  const { organisations, queues, processes, migrations, nodes, standbys, moves, disk_free_bytes: free } = cell
  return [
    { subject: 'Versions', text: `Grandstand ${cell.program_version}, PostgreSQL ${cell.postgres_version}` },
    {
      subject: 'Migrations',
      text: `${migrations.applied} of ${migrations.known}`,
      isBad: migrations.applied !== migrations.known,
    },
    {
      subject: 'Organisations',
      text: `${organisations.live} live, ${organisations.test} sandboxes, ${organisations.suspended} suspended`,
    },
    {
      subject: 'Disk',
      text: `${gib(cell.database_bytes)} used${free === null ? '' : `, ${gib(free)} free`}`,
      isBad: free !== null && free < FREE_BYTES_LEAST,
    },
    {
      subject: 'Webhooks',
      text: `${queues.webhook_late_seconds.toFixed(0)} s late`,
      isBad: queues.webhook_late_seconds > LATE.webhooks,
    },
    {
      subject: 'Mails',
      text: `${queues.mails_waiting} waiting, ${queues.mail_late_seconds.toFixed(0)} s late`,
      isBad: queues.mail_late_seconds > LATE.mails,
    },
    {
      subject: 'Payments',
      text: `${queues.payments_open} without an end`,
      isBad: queues.payments_open > LATE.payments,
    },
    {
      subject: 'Processes',
      text: troubleOf(processes) ?? `${processes.length} of one version`,
      isBad: troubleOf(processes) !== undefined,
    },
    ...nodes.map(({ name, answers }) => ({
      subject: 'Node',
      text: `${name} ${answers ? 'answers' : 'does not answer'}`,
      isBad: !answers,
    })),
    ...standbys.map(({ name, state, lag_seconds }) => ({
      subject: 'Standby',
      text: `${name}, ${state}, ${lag_seconds === null ? 'lag unknown' : `${lag_seconds.toFixed(1)} s behind`}`,
      isBad: (lag_seconds ?? 0) > LATE.standbySeconds,
    })),
    ...moves.map(({ org_id, state, address }) => ({
      subject: 'Move',
      text: `organisation ${org_id} ${state} ${address ?? ''}`.trimEnd(),
    })),
  ]
}

export const STATUS_CSS = `
:root { color-scheme: light dark; --paper: light-dark(#f6f4ee, #14181a); --sheet: light-dark(#fffefa, #1b2022); --ink: light-dark(#1b2321, #ecebe4);
  --quiet: light-dark(#57605c, #a3aca7); --line: light-dark(#dcd9cf, #333a3c); --flare: light-dark(#a3261b, #ff9a8d); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem / 1.5 system-ui, sans-serif; }
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem; }
h1 { margin: 0; font-size: 1.6rem; }
h2 { margin: 0; font-size: 1.15rem; }
p { margin: 0 0 1rem; color: var(--quiet); overflow-wrap: anywhere; }
.cells { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); }
section { padding: 1rem; border: 1px solid var(--line); border-radius: 4px; background: var(--sheet); }
section.bad { border: 2px solid var(--flare); }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.2rem 1rem; margin: 0; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
dd.bad { color: var(--flare); font-weight: 650; }
`
