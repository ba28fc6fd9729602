import { Button } from '../../kit/button.tsx'
import { useAction } from '../../kit/use-action.ts'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/account.ts'
import { common } from '../words/common.ts'
import { leaveForSignOn } from './club.ts'

/** Staff whom their club's provider let in have no password here: it asks them again, and they come back to this page. */
export function ProveThere({ clubId, onCancel }: { clubId: string; onCancel(): void }) {
  const { run, isBusy, error } = useAction()
  const leave = () => run(() => leaveForSignOn(clubId, { again: true, back: location.pathname + location.search }))
  return (
    <div class={form.form}>
      <p>{words.signOn.proveThere}</p>
      {error !== undefined && <TroubleNotice error={error} />}
      <div class={form.actions}>
        <Button look="strong" busy={isBusy} onClick={leave}>
          {words.signOn.signOnAgain}
        </Button>
        <Button onClick={onCancel}>{common.cancel}</Button>
      </div>
    </div>
  )
}
