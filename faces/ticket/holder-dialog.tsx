import type { PageTicket } from '@grandstand/sdk'
import { Field } from '../kit/field.tsx'
import { AskingForm } from './asking-form.tsx'
import type { OnChanged } from './on-changed.ts'
import { words } from './words.ts'

type HolderDialogProps = { ticket: PageTicket; passOn: boolean; onClose(): void; onChanged: OnChanged }

export function HolderDialog({ ticket, passOn, onClose, onChanged }: HolderDialogProps) {
  const path = `/tickets/${ticket.ticket_id}${passOn ? '/pass_on' : ''}`
  return (
    <AskingForm
      open
      title={passOn ? words.passOnTitle : words.renameTitle}
      hint={passOn ? words.passOnHint : words.renameHint}
      submit={passOn ? words.passOnDo : words.save}
      method={passOn ? 'POST' : 'PATCH'}
      path={path}
      onClose={onClose}
      onDone={(page, { ticket_name = '' }) =>
        onChanged(page, passOn ? words.passedOnTo(ticket_name) : words.renamed(ticket_name))
      }
    >
      {(errors) => (
        <>
          <Field
            label={words.name}
            name="ticket_name"
            maxLength={200}
            autocomplete="off"
            error={errors.ticket_name}
            {...(passOn ? {} : { defaultValue: ticket.ticket_name ?? '' })}
          />
          {passOn && (
            <Field
              label={words.email}
              name="email_address"
              type="email"
              autocomplete="off"
              maxLength={254}
              error={errors.email_address}
            />
          )}
        </>
      )}
    </AskingForm>
  )
}
