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
import { common } from '../words/common.ts'
import { words } from '../words/debts.ts'

/** Where a refund is to be transferred: shown to staff who make the transfer, asked for while it is not known. */
export function AccountButtons({ debt, onChanged }: { debt: DebtWithEntries; onChanged(): void }) {
  const { whyNot } = useConsole()
  const isKnown = debt.account_given
  return (
    <>
      {isKnown && <RevealButton debt={debt} />}
      <ConfirmButton
        look="plain"
        label={isKnown ? words.askForAnotherAccount : words.askForTheAccount}
        title={isKnown ? words.askForAnotherAccount2 : words.askForTheAccount2}
        verb={words.sendTheMail}
        why={whyNot('debts:manage')}
        act={async () => {
          await api.debts.askAccount(debt.debt_id)
          toast(words.theMailIsOnIts)
          onChanged()
        }}
      >
        {isKnown ? words.theFanGetsAMail : words.theFanGetsAMail2}
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
        {words.showTheAccount}
      </Button>
      {error !== undefined && <TroubleNotice error={error} />}
      {account && (
        <Dialog open title={words.whereToTransferIt} onClose={() => setAccount(undefined)}>
          <p>{words.toThisAccountThenRecord({ open: price(debt.open, debt.currency) })}</p>
          <Facts>
            <Copied title={common.name} text={account.account_holder} />
            <Copied title={common.account} text={account.account} />
          </Facts>
          <div class={form.actions}>
            <Button look="strong" onClick={() => setAccount(undefined)}>
              {common.close}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
