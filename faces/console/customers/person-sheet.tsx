import type { Customer } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { CheckField, Field } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { api, fieldErrors } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import styles from '../parts/detail.module.css'
import form from '../parts/form.module.css'
import { shortTime } from '../parts/format.ts'
import { Sheet } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/customers.ts'
import { isErased } from './customer-name.ts'

/** The form begins anew when what it shows was changed, and keeps what is typed when the address beside it was. */
export const personKey = (customer: Customer): string =>
  [
    customer.first_name,
    customer.last_name,
    customer.email_address,
    customer.mobile_number,
    customer.marketing_emails,
    customer.new_event_notifications,
  ].join('\n')

/** Who they are, and what they agreed to, with when and by what they said so. */
export function PersonSheet({ customer, onChanged }: { customer: Customer; onChanged(customer: Customer): void }) {
  const { whyNot } = useConsole()
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const text = (name: string) => filled.optional(name) ?? null
    onChanged(
      await api.customers.change(customer.org_customer_id, {
        first_name: text('first_name'),
        last_name: text('last_name'),
        email_address: text('email_address'),
        mobile_number: text('mobile_number'),
        marketing_emails: filled.isTicked('marketing_emails'),
        new_event_notifications: filled.isTicked('new_event_notifications'),
      }),
    )
    toast(common.saved)
  })
  const problems = fieldErrors(error)
  const field = (name: 'first_name' | 'last_name' | 'mobile_number', label: string) => (
    <Field name={name} label={label} defaultValue={customer[name] ?? ''} error={problems[name]} />
  )
  return (
    <Sheet title={words.personAndConsent}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <div class={form.pair}>
          {field('first_name', common.firstName)}
          {field('last_name', common.lastName)}
        </div>
        <div class={form.pair}>
          <Field
            name="email_address"
            label={common.email}
            type="email"
            defaultValue={customer.email_address ?? ''}
            error={problems.email_address}
          />
          {field('mobile_number', words.mobile)}
        </div>
        <div>
          <CheckField
            name="marketing_emails"
            label={words.wantsNewsByMail}
            defaultChecked={customer.marketing_emails}
          />
          <p class={styles.muted}>{consentOf(customer)}</p>
        </div>
        <CheckField
          name="new_event_notifications"
          label={words.wantsToHearOfNew}
          defaultChecked={customer.new_event_notifications}
        />
        <div class={form.actions}>
          <Button
            type="submit"
            look="strong"
            busy={isBusy}
            why={isErased(customer) ? words.theyAreErased : whyNot('customers:manage')}
          >
            {common.save}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}

const SOURCES: Record<string, string> = { staff: words.byStaff, import: words.byAnImport, link: words.byTheLink }

/** Consent that the club cannot prove is none. */
function consentOf({ marketing_emails: given, marketing_emails_at: at, marketing_emails_source: source }: Customer) {
  if (at === null) return given ? words.givenNotKnownWhen : words.neverAskedFor
  const by =
    source === null ? '' : `, ${SOURCES[source] ?? words.withOrder({ orderId: source.replace(/^order:/, '') })}`
  return `${given ? words.given : words.withdrawn} ${shortTime(at)}${by}`
}
