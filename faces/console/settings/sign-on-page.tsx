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
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
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
      title="Single sign-on"
      scope="organisation:manage"
      actions={
        <Button look="strong" why={why} onClick={() => setEdited(null)}>
          Add a provider
        </Button>
      }
    >
      {error !== undefined && <TroubleNotice error={error} onRetry={reload} />}
      {data && providers.length === 0 && (
        <Sheet>
          <Empty title="Fans do not sign in yet">
            <p>
              Where your fans have an account already, any OpenID provider, they sign in with it and see their tickets
              and members’ prices. They can buy without it.
            </p>
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
    <Sheet title={name} about={<Tag tone={isActive ? 'good' : 'quiet'}>{status}</Tag>}>
      <Facts>
        <Fact title="Issuer" value={issuer} />
        <Fact title={audiences.length === 1 ? 'Client id' : 'Client ids'} value={audiences.join(', ')} />
        {jwks_uri !== null && <Fact title="Keys" value={jwks_uri} />}
        <Fact
          title="A verified address in its tokens"
          value={trust_email ? 'is trusted, and links by itself' : 'is not trusted: fans get a code by mail, once'}
        />
      </Facts>
      {test.error !== undefined && <TroubleNotice error={test.error} />}
      <div role="status">{result && <Result result={result} />}</div>
      {isActive && (
        <div class={form.actions}>
          <Button busy={test.isBusy} onClick={() => test.run(async () => setResult(await api.sso.testProvider(id)))}>
            Test it
          </Button>
          <Button why={why} onClick={onEdit}>
            Change
          </Button>
          <ConfirmButton
            label="Archive"
            title={`Archive ${name}?`}
            verb="Archive it"
            why={why}
            act={() => api.sso.archiveProvider(id).then(onChanged)}
          >
            Its fans are signed out within five seconds. Who is linked stays linked, should you add it again.
          </ConfirmButton>
        </div>
      )}
    </Sheet>
  )
}

const CHECKS: Record<string, string> = {
  discovery: 'Discovery document',
  keys: 'Keys',
  shop: 'Sign-in in the shop',
}

const Result = ({ result }: { result: SsoProviderTest }) => (
  <ul class={styles.checks}>
    {result.checks.map(({ name, passed, message }) => (
      <li key={name}>
        <Tag tone={passed ? 'good' : 'flare'}>{passed ? 'works' : 'fails'}</Tag>
        <strong>{CHECKS[name] ?? name}</strong>
        <span class={styles.muted}>{message}</span>
      </li>
    ))}
  </ul>
)

/** For the person who looks after the provider. */
function AtTheProvider() {
  const { shop_url } = useConsole().organisation
  return (
    <Sheet title="What to enter at the provider" about="for the shop">
      <Facts>
        <Copied title="Redirect address" text={`${shop_url}signed-in`} />
        <Copied title="Allowed origin (CORS)" text={new URL(shop_url).origin} />
        <Fact title="Kind of client" value="Public, authorisation code with PKCE (S256), no secret" />
        <Copied title="Scopes" text="openid email" />
        <Fact title="Signature of ID tokens" value="RS256, PS256, ES256 or EdDSA" />
      </Facts>
      <p class={styles.muted}>Its client id is the first of the client ids that you enter here.</p>
    </Sheet>
  )
}
