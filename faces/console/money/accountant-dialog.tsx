import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { download } from '../../kit/download.ts'
import { Notice } from '../../kit/notice.tsx'
import { useAction } from '../../kit/use-action.ts'
import { api, codeOf } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { dayOfYear } from '../parts/format.ts'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/accounting.ts'
import { common } from '../words/common.ts'
import { datevProblem } from './datev-problem.ts'
import styles from './money.module.css'
import type { Period } from './period.tsx'

const QUARTER_SECONDS = 93 * 86_400

/** What the settings lack is said there and put right there. */
function Problem({ error }: { error: unknown }) {
  const lacking = codeOf(error) === 'state_conflict' && error instanceof Error ? datevProblem(error.message) : undefined
  if (lacking === undefined) return <TroubleNotice error={error} />
  return (
    <Notice title={words.noDatevFile}>
      <p>{lacking}</p>
    </Notice>
  )
}

/** The files of the days that are shown, as an accountant takes them. */
export function AccountantDialog({ period, onClose }: { period: Period; onClose(): void }) {
  const { from, to, unix_start, unix_end } = period
  const { run, isBusy, error } = useAction()
  const save = (name: string, ask: () => Promise<Response>) =>
    run(async () => download(name, await (await ask()).blob()))
  const isTooLong = unix_end - unix_start > QUARTER_SECONDS
  return (
    <Dialog open title={words.forAccountant} onClose={onClose}>
      <p>{words.filesAbout({ from: dayOfYear(from), to: dayOfYear(to) })}</p>
      {error !== undefined && <Problem error={error} />}
      <div class={form.form}>
        <Button
          busy={isBusy}
          why={isTooLong ? words.tooLong : undefined}
          onClick={() => save(words.booksZip({ from, to }), () => api.exports.exportBooksZip({ unix_start, unix_end }))}
        >
          {words.booksFile}
        </Button>
        <p class={styles.muted}>{words.booksFileAbout}</p>
        <Button
          busy={isBusy}
          onClick={() => save(words.datevCsv({ from, to }), () => api.exports.exportDatevCsv({ unix_start, unix_end }))}
        >
          {words.datevFile}
        </Button>
        <p class={styles.muted}>
          <a href={routes.accounting}>{words.settings}</a>
        </p>
        <Button onClick={onClose}>{common.close}</Button>
      </div>
    </Dialog>
  )
}
