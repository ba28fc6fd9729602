import type { SsoProvider, SsoProviderTest } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole } from '../parts/console.tsx'
import { Copied, Fact, Facts } from '../parts/facts.tsx'
import form from '../parts/form.module.css'
import { Sheet, Tag } from '../parts/page.tsx'
import { stateTitle } from '../parts/state-title.ts'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/programs.ts'
import { ProviderDialog } from './provider-dialog.tsx'
import styles from './settings.module.css'
import { SettingsFrame } from './settings-frame.tsx'

const PROVIDERS_MAX = 100

/** Where fans sign in with an account that the club has given them already. */
export function SignOnPage() {
  const { whyNot } = useConsole()
  const why = whyNot('organisation:manage')
  const { data, error, reload } = useLoad(() => api.sso.listProviders({ limit: PROVIDERS_MAX }).page(), [])
  /** undefined: the dialog is shut; null: it makes a new one. */
  const [edited, setEdited] = useState<SsoProvider | null | undefined>()
  const providers = [...(data?.data ?? [])].sort((a, b) => a.status.localeCompare(b.status))
  return (
    <SettingsFrame
      title={words.singleSignOn}
      scope="organisation:manage"
      actions={
        <Button look="strong" why={why} onClick={() => setEdited(null)}>
          {words.addAProvider}
        </Button>
      }
    >
      {error !== undefined && <TroubleNotice error={error} onRetry={reload} />}
      {data && providers.length === 0 && (
        <Sheet>
          <Empty title={words.fansDoNotSignIn}>
            <p>{words.whereYourFansHaveAn}</p>
          </Empty>
        </Sheet>
      )}
      <div class={styles.columns}>
        {providers.map((provider) => (
          <ProviderSheet
            key={provider.sso_provider_id}
            {...{ provider, why }}
            onEdit={() => setEdited(provider)}
            onChanged={reload}
          />
        ))}
        <AtTheProvider />
      </div>
      {edited !== undefined && (
        <ProviderDialog
          provider={edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined)
            reload()
          }}
        />
      )}
    </SettingsFrame>
  )
}

function ProviderSheet({
  provider,
  why,
  onEdit,
  onChanged,
}: {
  provider: SsoProvider
  why: string | undefined
  onEdit(): void
  onChanged(): void
}) {
  const { sso_provider_id: id, name, issuer, audiences, jwks_uri, trust_email, status } = provider
  const [result, setResult] = useState<SsoProviderTest | undefined>()
  const test = useAction()
  const isActive = status === 'active'
  return (
    <Sheet title={name} about={<Tag tone={isActive ? 'good' : 'quiet'}>{stateTitle(status)}</Tag>}>
      <Facts>
        <Fact title={words.issuer} value={issuer} />
        <Fact title={audiences.length === 1 ? words.clientId : words.clientIds} value={audiences.join(', ')} />
        {jwks_uri !== null && <Fact title={words.keys} value={jwks_uri} />}
        <Fact
          title={words.aVerifiedAddressInIts}
          value={trust_email ? words.isTrustedAndLinksBy : words.isNotTrustedFansGet}
        />
      </Facts>
      {test.error !== undefined && <TroubleNotice error={test.error} />}
      <div role="status">{result && <Result result={result} />}</div>
      {isActive && (
        <div class={form.actions}>
          <Button busy={test.isBusy} onClick={() => test.run(async () => setResult(await api.sso.testProvider(id)))}>
            {words.testIt}
          </Button>
          <Button why={why} onClick={onEdit}>
            {common.change}
          </Button>
          <ConfirmButton
            label={common.archive}
            title={words.archiveQuestion({ name })}
            verb={words.archiveIt}
            why={why}
            act={() => api.sso.archiveProvider(id).then(onChanged)}
          >
            {words.itsFansAreSignedOut}
          </ConfirmButton>
        </div>
      )}
    </Sheet>
  )
}

const CHECKS: Record<string, string> = {
  discovery: words.discoveryDocument,
  keys: words.keys,
  shop: words.signInInTheShop,
}

const Result = ({ result }: { result: SsoProviderTest }) => (
  <ul class={styles.checks}>
    {result.checks.map(({ name, passed, message }) => (
      <li key={name}>
        <Tag tone={passed ? 'good' : 'flare'}>{passed ? words.works : words.fails}</Tag>
        <strong>{CHECKS[name] ?? name}</strong>
        <span class={styles.muted}>{message}</span>
      </li>
    ))}
  </ul>
)

/** Lists the values that the administrator of the provider enters. */
function AtTheProvider() {
  const { shop_url } = useConsole().organisation
  return (
    <Sheet title={words.whatToEnterAtThe} about={words.forTheShop}>
      <Facts>
        <Copied title={words.redirectAddress} text={`${shop_url}signed-in`} />
        <Copied title={words.allowedOriginCors} text={new URL(shop_url).origin} />
        <Fact title={words.kindOfClient} value={words.publicAuthorisationCodeWithPkce} />
        <Copied title={words.scopes} text={'openid email'} />
        <Fact title={words.signatureOfIdTokens} value={words.rs256Ps256Es256OrEddsa} />
      </Facts>
      <p class={styles.muted}>{words.itsClientIdIsThe}</p>
    </Sheet>
  )
}
