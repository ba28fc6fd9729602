import type { PaymentAccount } from '@grandstand/sdk'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { Facts } from '../parts/facts.tsx'
import form from '../parts/form.module.css'
import { Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { SettingsFrame } from './settings-frame.tsx'

/** Where card payments go: whether they can, and the way to the provider's pages and back. */
export function PaymentsPage() {
  return (
    <SettingsFrame title="Payment account" scope="payments:manage">
      <AccountSheet />
    </SettingsFrame>
  )
}

const WORDS: Record<string, { tag: string; tone: 'good' | 'sky' | 'quiet'; text: string; verb?: string }> = {
  connected: {
    tag: 'connected',
    tone: 'good',
    text: 'What fans pay by card goes to this account. The provider pays it out to your bank; what it asks of you it asks on its own pages.',
  },
  onboarding: {
    tag: 'not finished',
    tone: 'sky',
    text: 'The account is opened, and the provider still lacks or checks something. Go on where you left off.',
    verb: 'Go on at the provider',
  },
  not_connected: {
    tag: 'not connected',
    tone: 'quiet',
    text: 'What fans pay by card needs an account to go to. The provider asks on its own pages who you are and where your bank is; you come back here when it has what it needs.',
    verb: 'Connect an account',
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
      toast('Connected. Fans can pay by card.')
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
  const words = WORDS[data.status]
  return (
    <Sheet title="Card payments" about={<Tag tone={words?.tone}>{words?.tag ?? data.status}</Tag>}>
      {[start.error, completion.error].map(
        (failure, index) => failure !== undefined && <TroubleNotice key={index} error={failure} />,
      )}
      {isWaiting && (
        <Notice tone="sky" title="The provider is not done yet">
          <p>It looks at what you have told it, which may take a day. Ask again later, here or by its mail.</p>
        </Notice>
      )}
      <p>{words?.text}</p>
      <AccountFacts account={data} />
      <div class={form.actions}>
        {words?.verb !== undefined && (
          <Button look="strong" busy={start.isBusy} why={why} onClick={begin}>
            {words.verb}
          </Button>
        )}
        {state !== undefined && data.status !== 'connected' && (
          <Button busy={completion.isBusy} why={why} onClick={() => complete(state)}>
            Ask again
          </Button>
        )}
      </div>
    </Sheet>
  )
}

const AccountFacts = ({ account: { payment_account_id, accepts_payments, mode } }: { account: PaymentAccount }) => (
  <Facts>
    <div>
      <dt>Account</dt>
      <dd>{payment_account_id === null ? 'none yet' : <code>{payment_account_id}</code>}</dd>
    </div>
    <div>
      <dt>Fans can pay by card</dt>
      <dd>{accepts_payments ? (mode === 'test' ? 'yes, as a trial: no card is charged' : 'yes') : 'no'}</dd>
    </div>
  </Facts>
)
