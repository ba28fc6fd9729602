import { useLocation } from 'preact-iso/router'
import { Button } from '../../kit/button.tsx'
import { CheckField, Field, SelectField } from '../../kit/field.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors } from '../parts/api.ts'
import { useConsole, usePage } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { PageHead, Sheet } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { words } from '../words/catalogue.ts'
import { common } from '../words/common.ts'

type Problems = Record<string, string>

const NameFields = ({ problems, isRequired }: { problems: Problems; isRequired: boolean }) => (
  <div class={form.pair}>
    <Field
      name="first_name"
      label={common.firstName}
      required={isRequired}
      autofocus
      maxLength={100}
      error={problems.first_name}
    />
    <Field name="last_name" label={common.lastName} required={isRequired} maxLength={100} error={problems.last_name} />
  </div>
)

const ReachFields = ({ problems, isRequired }: { problems: Problems; isRequired: boolean }) => (
  <div class={form.pair}>
    <Field
      name="email_address"
      label={common.email}
      type="email"
      required={isRequired}
      error={problems.email_address}
    />
    <Field
      name="mobile_number"
      label={words.mobile}
      type="tel"
      optional={common.optional}
      error={problems.mobile_number}
    />
    <Field name="postcode" label={common.postcode} optional={common.optional} error={problems.postcode} />
  </div>
)

/** A person whom the club knows before they buy. */
export function NewCustomerPage() {
  usePage(words.newCustomer)
  const { whyNot } = useConsole()
  const { route } = useLocation()
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const { user_id } = await api.customers.create({
      first_name: filled.optional('first_name'),
      last_name: filled.optional('last_name'),
      email_address: filled.optional('email_address'),
      mobile_number: filled.optional('mobile_number'),
      postcode: filled.optional('postcode'),
      marketing_emails: filled.isTicked('marketing_emails'),
    })
    route(routes.customer(user_id))
  })
  const problems = fieldErrors(error)
  const why = whyNot('customers:manage')
  return (
    <>
      <PageHead title={words.newCustomer} over={<a href={routes.customers()}>{common.customers}</a>} />
      {why === undefined ? (
        <Sheet>
          <form class={form.form} onSubmit={submit}>
            {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
            <NameFields problems={problems} isRequired={false} />
            <ReachFields problems={problems} isRequired />
            <CheckField name="marketing_emails" label={words.wantsNews} />
            <div class={form.actions}>
              <Button type="submit" look="strong" busy={isBusy}>
                {words.addCustomer}
              </Button>
            </div>
          </form>
        </Sheet>
      ) : (
        <p>{why}</p>
      )}
    </>
  )
}

/** A member from the desk. Who is no customer yet becomes one, by the same address. */
export function NewMemberPage() {
  usePage(words.newMember)
  const { whyNot } = useConsole()
  const why = whyNot('members:write') ?? whyNot('customers:manage')
  const types = useLoad(() => api.memberships.listTypes().all(), [])
  return (
    <>
      <PageHead title={words.newMember} over={<a href={routes.members()}>{common.members}</a>} />
      {why !== undefined && <p>{why}</p>}
      {types.error !== undefined && <TroubleNotice error={types.error} onRetry={types.reload} />}
      {why === undefined && types.data?.length === 0 && (
        <Sheet>
          <Empty title={words.noTypes}>
            <p>
              <a href={routes.memberships}>{words.noTypesText}</a>
            </p>
          </Empty>
        </Sheet>
      )}
      {why === undefined && types.data && types.data.length > 0 && (
        <NewMemberForm
          types={types.data.map(({ membership_type_id, title, category_title }) => ({
            value: String(membership_type_id),
            label: `${category_title}: ${title}`,
          }))}
        />
      )}
    </>
  )
}

function NewMemberForm({ types }: { types: { value: string; label: string }[] }) {
  const { route } = useLocation()
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const person = {
      first_name: filled.text('first_name'),
      last_name: filled.text('last_name'),
      email_address: filled.text('email_address'),
      mobile_number: filled.optional('mobile_number'),
      postcode: filled.optional('postcode'),
    }
    const { membership_member_id } = await api.members.create({
      ...person,
      user_id: await customerOf(person),
      membership_type_id: filled.number('membership_type_id'),
      date_of_birth: filled.optional('date_of_birth'),
      member_number: filled.optional('member_number'),
    })
    route(routes.member(membership_member_id))
  })
  const problems = fieldErrors(error)
  return (
    <Sheet>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <NameFields problems={problems} isRequired />
        <ReachFields problems={problems} isRequired />
        <div class={form.pair}>
          <SelectField
            name="membership_type_id"
            label={common.type}
            options={types}
            error={problems.membership_type_id}
          />
          <Field
            name="date_of_birth"
            label={common.dateOfBirth}
            type="date"
            optional={common.optional}
            error={problems.date_of_birth}
          />
          <Field
            name="member_number"
            label={words.memberNumber}
            optional={words.emptyGiven}
            maxLength={50}
            error={problems.member_number}
          />
        </div>
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {words.addMember}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}

type Person = { first_name: string; last_name: string; email_address: string }

/** The customer with this very address, or a new one. */
async function customerOf(person: Person): Promise<number> {
  const { data } = await api.customers.list({ search: person.email_address }).page()
  const same = data.find(({ email_address }) => email_address?.toLowerCase() === person.email_address.toLowerCase())
  return (same ?? (await api.customers.create(person))).user_id
}
