import type { DebtWithEntries, MoneyBackAccount } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { api } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole } from '../parts/console.tsx'
import { Copied, Facts } from '../parts/facts.tsx'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'

/** Where a refund is to be transferred: shown to staff who make the transfer, asked for while it is not known. */
export function AccountButtons({ debt, onChanged }: { debt: DebtWithEntries; onChanged(): void }) {
  const { whyNot } = useConsole()
  const isKnown = debt.account_given
  return (
    <>
      {isKnown && <RevealButton debt={debt} />}
      <ConfirmButton
        look="plain"
        label={isKnown ? 'Ask for another account …' : 'Ask for the account …'}
        title={isKnown ? 'Ask for another account?' : 'Ask for the account?'}
        verb="Send the mail"
        why={whyNot('debts:manage')}
        act={async () => {
          await api.debts.askAccount(debt.debt_id)
          toast('The mail is on its way')
          onChanged()
        }}
      >
        {isKnown
          ? 'The fan gets a mail with a new link to give an account. The one that they gave is forgotten at once, and the links before stop working.'
          : 'The fan gets a mail with a link to give an account. The links before stop working.'}
      </ConfirmButton>
    </>
  )
}

function RevealButton({ debt }: { debt: DebtWithEntries }) {
  const { whyNot, price } = useConsole()
  const { run, isBusy, error } = useAction()
  const [account, setAccount] = useState<MoneyBackAccount | undefined>()
  const reveal = () => run(async () => setAccount(await api.debts.revealAccount(debt.debt_id)))
  return (
    <>
      <Button why={whyNot('payouts:manage')} busy={isBusy} onClick={reveal}>
        Show the account …
      </Button>
      {error !== undefined && <TroubleNotice error={error} />}
      {account && (
        <Dialog open title="Where to transfer it" onClose={() => setAccount(undefined)}>
          <p>
            {price(debt.open, debt.currency)} to this account, then record it as paid back. That you looked is in the
            log.
          </p>
          <Facts>
            <Copied title="Name" text={account.account_holder} />
            <Copied title="Account" text={account.account} />
          </Facts>
          <div class={form.actions}>
            <Button look="strong" onClick={() => setAccount(undefined)}>
              Close
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
