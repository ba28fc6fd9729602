import type { SsoProvider } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckField, Field } from '../../kit/field.tsx'
import { api, fieldErrors } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/programs.ts'

/** A new provider, or another look at one. */
export function ProviderDialog({
  provider,
  onClose,
  onSaved,
}: {
  /** null: a new one. */
  provider: SsoProvider | null
  onClose(): void
  onSaved(): void
}) {
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const fields = {
      name: filled.text('name'),
      issuer: filled.text('issuer'),
      audiences: [...new Set(filled.text('audiences').split(/[\s,]+/))].filter((id) => id !== ''),
      jwks_uri: filled.optional('jwks_uri') ?? null,
      trust_email: filled.isTicked('trust_email'),
    }
    if (provider) await api.sso.changeProvider(provider.sso_provider_id, fields)
    else await api.sso.createProvider(fields)
    onSaved()
  })
  const problems = fieldErrors(error)
  return (
    <Dialog open title={provider ? words.change({ name: provider.name }) : words.addAProvider} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <Field
          name="name"
          label={common.name}
          hint={words.asFansCallItSign}
          required
          autofocus
          maxLength={100}
          defaultValue={provider?.name ?? ''}
          error={problems.name}
        />
        <Field
          name="issuer"
          label={words.issuer}
          hint={words.asItsTokensSpellIt}
          placeholder={'https://'}
          required
          spellcheck={false}
          defaultValue={provider?.issuer ?? ''}
          error={problems.issuer}
        />
        <Field
          name="audiences"
          label={words.clientIds}
          hint={words.ofTheShopFirstSeveral}
          required
          spellcheck={false}
          defaultValue={provider?.audiences.join(' ') ?? ''}
          error={problems.audiences}
        />
        <Field
          name="jwks_uri"
          label={words.addressOfItsKeys}
          optional={words.ifItHasNoDiscovery}
          spellcheck={false}
          defaultValue={provider?.jwks_uri ?? ''}
          error={problems.jwks_uri}
        />
        <CheckField
          name="trust_email"
          label={words.itVerifiesAddressesItselfA}
          defaultChecked={provider?.trust_email ?? false}
          error={problems.trust_email}
        />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {common.save}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
