import type { StaffProvider } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api, codeOf } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { roleTitle, useConsole } from '../parts/console.tsx'
import { Copied, Fact, Facts } from '../parts/facts.tsx'
import form from '../parts/form.module.css'
import { Sheet, Tag } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words as settings } from '../words/settings.ts'
import { ClubSignOnDialog } from './club-sign-on-dialog.tsx'

const words = settings.clubSignOn

const loadProvider = (): Promise<StaffProvider | null> =>
  api.team.retrieveStaffProvider().catch((error) => {
    if (codeOf(error) === 'resource_missing') return null
    throw error
  })

/** Whether the team signs on by the club's own provider, and how. */
export function ClubSignOnSheet() {
  const { whyNot } = useConsole()
  const why = whyNot('team:manage')
  const { data: provider, error, reload } = useLoad(loadProvider, [])
  const [isOpen, setOpen] = useState(false)
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (provider === undefined) return null
  const state = provider === null ? words.none : provider.is_enforced ? words.enforced : words.offered
  return (
    <Sheet title={words.sheet} about={<Tag tone={provider === null ? 'quiet' : 'good'}>{state}</Tag>}>
      {provider === null ? <p>{words.why}</p> : <ProviderFacts provider={provider} />}
      <div class={form.actions}>
        <Button why={why} onClick={() => setOpen(true)}>
          {provider === null ? words.setUp : words.change}
        </Button>
        {provider !== null && (
          <ConfirmButton
            label={words.remove}
            title={words.removeTitle}
            verb={words.remove}
            why={why}
            act={async () => {
              await api.team.removeStaffProvider()
              toast(words.removed)
              reload()
            }}
          >
            {words.removeWhat}
          </ConfirmButton>
        )}
      </div>
      {isOpen && (
        <ClubSignOnDialog
          provider={provider}
          onClose={() => setOpen(false)}
          onSaved={() => {
            setOpen(false)
            toast(words.saved)
            reload()
          }}
        />
      )}
    </Sheet>
  )
}

function ProviderFacts({ provider }: { provider: StaffProvider }) {
  const { name, issuer, domains, is_enforced, group_roles, sign_on_url, redirect_uri } = provider
  const groups = group_roles.map(({ group, role }) => `${group}: ${roleTitle(role)}`).join(', ')
  return (
    <Facts>
      <Fact title={words.provider} value={`${name}, ${issuer}`} />
      <Copied title={words.address} text={sign_on_url} />
      <Copied title={words.redirect} text={redirect_uri} />
      <Fact
        title={words.forWhom}
        value={is_enforced ? words.addressesIn({ domains: domains.join(', ') }) : words.nobodyMust}
      />
      <Fact title={words.byGroup} value={groups === '' ? words.noGroups : groups} />
    </Facts>
  )
}
