import type { StaffProvider } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckField, Field } from '../../kit/field.tsx'
import { api, fieldErrors } from '../parts/api.ts'
import { roleTitle, useConsole } from '../parts/console.tsx'
import { Copied, Facts } from '../parts/facts.tsx'
import form from '../parts/form.module.css'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { words as settings } from '../words/settings.ts'

const words = settings.clubSignOn

/** In the order in which they count for a person of several groups. */
const GROUP_ROLES = ['manager', 'finance', 'box_office', 'membership', 'gates', 'reader'] as const

const listed = (text: string, between: RegExp): string[] => [
  ...new Set(
    text
      .split(between)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
]

/** The provider as the club's account at it is entered here. */
export function ClubSignOnDialog({
  provider,
  onClose,
  onSaved,
}: {
  /** null: none yet. */
  provider: StaffProvider | null
  onClose(): void
  onSaved(): void
}) {
  const { work } = useConsole()
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const secret = filled.optional('client_secret')
    await api.team.setStaffProvider({
      name: filled.text('name'),
      issuer: filled.text('issuer'),
      client_id: filled.text('client_id'),
      ...(secret !== undefined && { client_secret: secret }),
      domains: listed(filled.text('domains').toLowerCase(), /[\s,]+/),
      is_enforced: filled.isTicked('is_enforced'),
      role_claim: filled.optional('role_claim') ?? 'groups',
      group_roles: GROUP_ROLES.flatMap((role) =>
        listed(filled.text(`groups_${role}`), /,/).map((group) => ({ group, role })),
      ),
    })
    onSaved()
  })
  const problems = fieldErrors(error)
  const groupsOf = (role: string) =>
    provider?.group_roles
      .filter((each) => each.role === role)
      .map(({ group }) => group)
      .join(', ') ?? ''
  return (
    <Dialog open title={words.dialog} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <Facts>
          <Copied
            title={words.redirect}
            text={provider?.redirect_uri ?? `${location.origin}${routes.clubSignOn}/${work.org_id}`}
          />
        </Facts>
        <Field
          name="name"
          label={words.name}
          hint={words.nameHint}
          required
          autofocus
          maxLength={100}
          defaultValue={provider?.name ?? ''}
          error={problems.name}
        />
        <Field
          name="issuer"
          label={words.issuer}
          hint={words.issuerHint}
          placeholder="https://"
          required
          spellcheck={false}
          defaultValue={provider?.issuer ?? ''}
          error={problems.issuer}
        />
        <Field
          name="client_id"
          label={words.clientId}
          required
          spellcheck={false}
          defaultValue={provider?.client_id ?? ''}
          error={problems.client_id}
        />
        <Field
          name="client_secret"
          label={words.clientSecret}
          type="password"
          autocomplete="off"
          optional={provider?.has_client_secret ? words.secretKept : words.secretNone}
          error={problems.client_secret}
        />
        <Field
          name="domains"
          label={words.domains}
          hint={words.domainsHint}
          spellcheck={false}
          defaultValue={provider?.domains.join(' ') ?? ''}
          error={problems.domains}
        />
        <CheckField
          name="is_enforced"
          label={words.enforce}
          defaultChecked={provider?.is_enforced ?? false}
          error={problems.is_enforced}
        />
        <fieldset class={form.form}>
          <legend>
            <strong>{words.groups}</strong>
          </legend>
          <p>{words.groupsHint}</p>
          {GROUP_ROLES.map((role) => (
            <Field key={role} name={`groups_${role}`} label={roleTitle(role)} defaultValue={groupsOf(role)} />
          ))}
          <Field
            name="role_claim"
            label={words.claim}
            spellcheck={false}
            defaultValue={provider?.role_claim ?? 'groups'}
            error={problems.role_claim}
          />
        </fieldset>
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {words.save}
          </Button>
          <Button onClick={onClose}>{words.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
