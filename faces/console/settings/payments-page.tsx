import type { PaymentAccount } from '@grandstand/sdk'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { locale } from '../language/language.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { Facts } from '../parts/facts.tsx'
import form from '../parts/form.module.css'
import { Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/settings.ts'
import { DomainsSheet } from './domains-sheet.tsx'
import { LadderSheet } from './ladder-sheet.tsx'
import { MethodsSheet } from './methods-sheet.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { TransferSheet } from './transfer-sheet.tsx'

/** Where card payments go: whether they can, and the way to the provider's pages and back. */
export function PaymentsPage() {
  return (
    <SettingsFrame title={words.paymentAccount} scope="payments:manage">
      <AccountSheet />
      <Methods />
      <DomainsSheet />
      <Transfers />
      <Ladder />
    </SettingsFrame>
  )
}

function Methods() {
  const { whyNot } = useConsole()
  return <MethodsSheet why={whyNot('payments:manage')} />
}

function Transfers() {
  const { whyNot } = useConsole()
  return <TransferSheet why={whyNot('payments:manage')} />
}

function Ladder() {
  const { whyNot } = useConsole()
  return <LadderSheet why={whyNot('members:manage')} />
}

const WORDS: Record<string, { tag: string; tone: 'good' | 'sky' | 'quiet'; text: string; verb?: string }> = {
  connected: {
    tag: words.connected,
    tone: 'good',
    text: words.whatFansPayByCard,
  },
  onboarding: {
    tag: words.notFinished,
    tone: 'sky',
    text: words.theAccountIsOpenedAnd,
    verb: words.goOnAtTheProvider,
  },
  not_connected: {
    tag: words.notConnected,
    tone: 'quiet',
    text: words.whatFansPayByCard2,
    verb: words.connectAnAccount,
  },
}

function AccountSheet() {
  const { whyNot } = useConsole()
  const why = whyNot('payments:manage')
  const { query, route } = useLocation()
  const { data, error, reload, set } = useLoad(() => api.payments.retrieveAccount(), [])
  const start = useAction()
  const completion = useAction()
  const [isWaiting, setWaiting] = useState(false)
  // With this the provider's page has sent us back. It stays in the address until the account is connected, to ask again.
  const state = query.state
  const complete = (returned: string) =>
    completion.run(async () => {
      const account = await api.payments.completeOnboarding({ state: returned })
      set(account)
      setWaiting(account.status !== 'connected')
      if (account.status !== 'connected') return
      toast(words.connectedFansCanPayBy)
      route(routes.payments, true)
    })
  useEffect(() => {
    if (state !== undefined && why === undefined) void complete(state)
  }, [state, why])
  const begin = () =>
    start.run(async () => {
      const here = location.origin + routes.payments
      const { url } = await api.payments.startOnboarding({ return_url: here, refresh_url: here })
      location.assign(url)
    })
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!data) return null
  const standing = WORDS[data.status]
  return (
    <Sheet title={words.cardPayments} about={<Tag tone={standing?.tone}>{standing?.tag ?? data.status}</Tag>}>
      {[start.error, completion.error].map(
        (failure, index) => failure !== undefined && <TroubleNotice key={index} error={failure} />,
      )}
      {isWaiting && (
        <Notice tone="sky" title={words.theProviderIsNotDone}>
          <p>{words.itLooksAtWhatYou}</p>
        </Notice>
      )}
      <p>{standing?.text}</p>
      <AccountFacts account={data} />
      <div class={form.actions}>
        {standing?.verb !== undefined && (
          <Button look="strong" busy={start.isBusy} why={why} onClick={begin}>
            {standing.verb}
          </Button>
        )}
        {state !== undefined && data.status !== 'connected' && (
          <Button busy={completion.isBusy} why={why} onClick={() => complete(state)}>
            {words.askAgain}
          </Button>
        )}
      </div>
    </Sheet>
  )
}

/** What is nothing is not said. */
function OperatorFee({ fee: { percentage, fixed, currency } }: { fee: NonNullable<PaymentAccount['operator_fee']> }) {
  const { price } = useConsole()
  const share = (percentage / 100).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 3 })
  const parts = [...(percentage > 0 ? [share] : []), ...(fixed > 0 ? [price(fixed, currency)] : [])]
  return (
    <div>
      <dt>{words.feeOfTheService}</dt>
      <dd>{words.ofEachOnlinePayment({ fee: parts.join(' + ') })}</dd>
    </div>
  )
}

const AccountFacts = ({
  account: { payment_account_id, accepts_payments, mode, operator_fee },
}: {
  account: PaymentAccount
}) => (
  <Facts>
    <div>
      <dt>{common.account}</dt>
      <dd>{payment_account_id === null ? words.noneYet : <code>{payment_account_id}</code>}</dd>
    </div>
    <div>
      <dt>{words.fansCanPayByCard}</dt>
      <dd>{accepts_payments ? (mode === 'test' ? words.yesAsATrialNo : common.yes) : common.no}</dd>
    </div>
    {operator_fee && <OperatorFee fee={operator_fee} />}
  </Facts>
)
