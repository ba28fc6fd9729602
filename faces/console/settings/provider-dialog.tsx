import type { SsoProvider } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckField, Field } from '../../kit/field.tsx'
import { api, fieldErrors } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'

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
    <Dialog open title={provider ? `Change ${provider.name}` : 'Add a provider'} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <Field
          name="name"
          label="Name"
          hint="As fans call it: “Sign in with …”"
          required
          autofocus
          maxLength={100}
          defaultValue={provider?.name ?? ''}
          error={problems.name}
        />
        <Field
          name="issuer"
          label="Issuer"
          hint="As its tokens spell it, to the last slash"
          placeholder="https://"
          required
          spellcheck={false}
          defaultValue={provider?.issuer ?? ''}
          error={problems.issuer}
        />
        <Field
          name="audiences"
          label="Client ids"
          hint="Of the shop first; several with blanks between them"
          required
          spellcheck={false}
          defaultValue={provider?.audiences.join(' ') ?? ''}
          error={problems.audiences}
        />
        <Field
          name="jwks_uri"
          label="Address of its keys"
          optional="if it has no discovery document"
          spellcheck={false}
          defaultValue={provider?.jwks_uri ?? ''}
          error={problems.jwks_uri}
        />
        <CheckField
          name="trust_email"
          label="It verifies addresses itself: a person with a customer’s address there is that customer"
          defaultChecked={provider?.trust_email ?? false}
          error={problems.trust_email}
        />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}
