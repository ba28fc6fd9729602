import type { DebtWithEntries } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { Copied, Fact, Facts } from '../parts/facts.tsx'
import form from '../parts/form.module.css'
import { dateOf } from '../parts/format.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/debts.ts'

/** The page on which the fan pays by card: to pass on by hand, or to mail. */
export function LinkDialog({ debt, onClose, onMailed }: { debt: DebtWithEntries; onClose(): void; onMailed(): void }) {
  const { price } = useConsole()
  const { data: link, error } = useLoad(() => api.debts.createLink(debt.debt_id), [debt.debt_id])
  const mailing = useAction()
  const mail = () =>
    mailing.run(async () => {
      await api.debts.remind(debt.debt_id)
      onMailed()
    })
  const failure = mailing.error ?? error
  return (
    <Dialog open title={words.paymentLink} onClose={onClose}>
      <p>{words.whoeverHasThisLinkCan({ open: price(debt.open, debt.currency) })}</p>
      {failure !== undefined && <TroubleNotice error={failure} />}
      {link && (
        <Facts>
          <Copied title={words.link} text={link.url} />
          <Fact title={words.worksUntil} value={dateOf(link.expires_at)} />
        </Facts>
      )}
      <div class={form.actions}>
        <Button look="strong" busy={mailing.isBusy} onClick={mail}>
          {words.mailItToTheFan}
        </Button>
        <Button onClick={onClose}>{common.close}</Button>
      </div>
    </Dialog>
  )
}
